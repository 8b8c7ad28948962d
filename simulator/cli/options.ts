// What a simulator can be started with: flags, environment variables and constructor members alike. Whatever cannot
// be meant is refused in one line, before anything starts.
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { isLoopback } from "../control/hosts.ts"
import type { RandomFaultsOptions } from "../faults/randomFaults.ts"
import { isClockTime } from "../world/clock.ts"
import { WORLDS_MAX } from "../world/Worlds.ts"

/** The options of the command. Each has a default. */
export interface Options {
  /** 0 takes a free one. */
  readonly port?: number | undefined
  /** The address to listen on; one that is not loopback needs a `controlToken`. */
  readonly host?: string | undefined
  /** The first instant of the worlds' clocks, as ISO 8601; the real time by default. */
  readonly now?: string | undefined
  /** Whether the world's time flows (`real`) or moves only when told (`manual`). */
  readonly clock?: "real" | "manual" | undefined
  /** The file that keeps every world: loaded at the start where it exists, and saved at the end. It holds secrets. */
  readonly state?: string | undefined
  /** The form of the log. */
  readonly log?: LogMode | undefined
  /** The origin whose pages may call `/studio`, or `*`; by default those on loopback. */
  readonly cors?: string | undefined
  /** Further names under which the control plane answers. */
  readonly allowHost?: ReadonlyArray<string> | undefined
  /** The calls to `/studio` a minute of a caller, or of an address that asks for codes; no limit by default. */
  readonly rateLimit?: number | undefined
  /** How many worlds there may be, the default one among them; 100 by default. */
  readonly worlds?: number | undefined
  /** Hosts beside loopback to which webhooks may be sent. */
  readonly webhookAllow?: ReadonlyArray<string> | undefined
  /** Faults that strike calls and charges by chance, by a seed; none by default. */
  readonly faults?: RandomFaultsOptions | undefined
  /** The bearer token that the control plane then needs. */
  readonly controlToken?: string | undefined
}

/** The form of a simulator's log. */
export type LogMode = "pretty" | "json" | "silent"

/** The refusal of a command line, in one line. */
export interface UsageRefused {
  readonly _tag: "UsageRefused"
  readonly message: string
}

/** Refuses, in one line. */
export const refuse = (message: string): Result.Result<never, UsageRefused> =>
  Result.fail({ _tag: "UsageRefused", message })

const PATH = "the path of a file, 1 to 4096 characters"

/** The refusal of what is no path. */
export const pathExpected = (name: string): string => `${name} has to be ${PATH}`

/** Whether a text can be the path of a file. */
export const isPath = (text: string): boolean => /^\P{Cc}{1,4096}$/u.test(text)

/** A check of an option, and what passes it, after "has to be". */
export type Rule = readonly [check: (value: unknown) => boolean, expected: string]

/** A rule for each option, and for no other one. */
export type Rules<O> = { readonly [K in keyof Required<O>]: Rule }

const isText =
  (fits: (text: string) => boolean) =>
  (value: unknown): boolean =>
    typeof value === "string" && fits(value)

const isInteger =
  (minimum: number, maximum: number) =>
  (value: unknown): boolean =>
    Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum

const isOneOf =
  (...texts: ReadonlyArray<unknown>) =>
  (value: unknown): boolean =>
    texts.includes(value)

const isHost = isText((text) => /^(?:[\w.-]+|\[?[0-9a-f:.]+\]?)$/i.test(text))
const areHosts = (value: unknown): boolean => Array.isArray(value) && value.every(isHost)

const isOrigin = (text: string): boolean =>
  text === "*" || (URL.canParse(text) && new URL(text).origin === text && text !== "null")

const isSeedOfFaults = isInteger(0, 2 ** 32 - 1)
const isShare = (value: unknown): boolean => typeof value === "number" && value >= 0 && value <= 1

/** The rules of what the command and `createSimulator` both take. */
export const rules: Rules<Options> = {
  port: [isInteger(0, 65_535), "an integer from 0 to 65535"],
  host: [isHost, "a host name or an address"],
  now: [
    isText(isClockTime),
    "an ISO 8601 time from 1970 to 9899 with a zone and at most three decimals, such as 2026-01-31T00:00:00.000Z",
  ],
  clock: [isOneOf("real", "manual"), "real or manual"],
  state: [isText(isPath), PATH],
  log: [isOneOf("pretty", "json", "silent"), "pretty, json or silent"],
  cors: [isText(isOrigin), "an origin, such as https://app.example.com, or *"],
  allowHost: [areHosts, "a list of host names without scheme and port"],
  rateLimit: [isInteger(1, 1_000_000), "an integer from 1 to 1000000"],
  worlds: [isInteger(1, WORLDS_MAX), `an integer from 1 to ${WORLDS_MAX}`],
  webhookAllow: [areHosts, "a list of host names or addresses without scheme and port"],
  faults: [
    (value) => Predicate.isReadonlyObject(value) && isSeedOfFaults(value.seed) && isShare(value.rate),
    "a seed from 0 to 4294967295 and a rate from 0 to 1, such as 42:0.1, in process { seed: 42, rate: 0.1 }",
  ],
  controlToken: [isText((text) => /^[\x21-\x7e]{1,4096}$/.test(text)), "1 to 4096 characters without blanks"],
}

/**
 * The options, unless one of them is refused: by the name that `nameOf` has for it, since who writes a command and who
 * calls a function do not know it by the same one.
 */
export const checkOptions = <O extends Options>(
  options: O,
  rules: Rules<O>,
  nameOf: (option: string) => string,
): Result.Result<O, UsageRefused> => {
  for (const [name, [check, expected]] of Object.entries<Rule>(rules)) {
    const value = options[name as keyof O]
    if (value !== undefined && !check(value)) return refuse(`${nameOf(name)} has to be ${expected}`)
  }
  const { host, controlToken } = options
  return host !== undefined && !isLoopback(host) && controlToken === undefined
    ? refuse(
        `${nameOf("host")} ${host} can be reached from other machines: it needs ${nameOf("controlToken")}, a secret of your own`,
      )
    : Result.succeed(options)
}
