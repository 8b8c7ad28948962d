// What a simulator can be started with: flags, environment variables and constructor members alike. Whatever cannot
// be meant is refused in one line, before anything starts.
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

/** The refusal of what is no path. */
export const pathExpected = (name: string): string =>
  `${name} has to be the path of a file, 1 to 4096 characters`

/** Whether a text can be the path of a file. */
export const isPath = (text: string): boolean => /^\P{Cc}{1,4096}$/u.test(text)

const isInteger = (value: number, minimum: number, maximum: number): boolean =>
  Number.isInteger(value) && value >= minimum && value <= maximum

const areHosts = (names: ReadonlyArray<string>): boolean => names.every((name) => HOST.test(name))
const HOST = /^(?:[\w.-]+|\[?[0-9a-f:.]+\]?)$/i

const isOrigin = (text: string): boolean =>
  text === "*" || (URL.canParse(text) && new URL(text).origin === text && text !== "null")

/** A check of each option, and the sentence that refuses what does not pass it: for flags and members alike. */
const rules: {
  readonly [K in keyof Options]-?: readonly [
    check: (value: NonNullable<Options[K]>) => boolean,
    expected: string,
  ]
} = {
  port: [(port) => isInteger(port, 0, 65_535), "--port (PORT) has to be an integer from 0 to 65535"],
  host: [(host) => HOST.test(host), "--host (HOST) has to be a host name or an address"],
  now: [
    isClockTime,
    "--now (NOW) has to be an ISO 8601 time before the year 9900, such as 2026-01-31T00:00:00.000Z",
  ],
  clock: [(clock) => ["real", "manual"].includes(clock), "--clock (CLOCK) has to be real or manual"],
  state: [isPath, pathExpected("--state (STATE)")],
  log: [(log) => ["pretty", "json", "silent"].includes(log), "--log (LOG) has to be pretty, json or silent"],
  cors: [isOrigin, "--cors (CORS) has to be an origin, such as https://app.example.com, or *"],
  allowHost: [areHosts, "--allow-host (ALLOW_HOST) has to be a host name without scheme and port"],
  rateLimit: [
    (rateLimit) => isInteger(rateLimit, 1, 1_000_000),
    "--rate-limit (RATE_LIMIT) has to be an integer from 1 to 1000000",
  ],
  worlds: [
    (worlds) => isInteger(worlds, 1, WORLDS_MAX),
    `--worlds (WORLDS) has to be an integer from 1 to ${WORLDS_MAX}`,
  ],
  webhookAllow: [
    areHosts,
    "--webhook-allow (WEBHOOK_ALLOW) has to be a host name or an address without scheme and port",
  ],
  faults: [
    ({ seed, rate }) => isInteger(seed, 0, 2 ** 32 - 1) && rate >= 0 && rate <= 1,
    "--faults (FAULTS) has to be a seed from 0 to 4294967295 and a share from 0 to 1, such as 42:0.1",
  ],
  controlToken: [
    (token) => /^[\x21-\x7e]{1,4096}$/.test(token),
    "--control-token (CONTROL_TOKEN) has to be 1 to 4096 characters without blanks",
  ],
}

/** The options, unless one of them is refused. */
export const checkOptions = (options: Options): Result.Result<Options, UsageRefused> => {
  for (const [name, [check, expected]] of Object.entries(rules)) {
    const value = options[name as keyof Options]
    if (value !== undefined && !check(value as never)) return refuse(expected)
  }
  const { host, controlToken } = options
  return host !== undefined && !isLoopback(host) && controlToken === undefined
    ? refuse(`--host ${host} can be reached from other machines: it needs a --control-token (CONTROL_TOKEN)`)
    : Result.succeed(options)
}
