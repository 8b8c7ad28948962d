// What a simulator can be started with: flags, environment variables and constructor members alike. Whatever cannot
// be meant is refused in one line, before anything starts.
import { parseArgs } from "node:util"
import * as Result from "effect/Result"
import { isLoopback } from "../control/hosts.ts"
import type { RandomFaultsOptions } from "../faults/randomFaults.ts"
import { isClockTime } from "../world/clock.ts"
import { WORLDS_MAX } from "../world/Worlds.ts"
import type { OptionFiles } from "./files/optionFiles.ts"

/** What of a simulator can be chosen. Everything has a default. */
export interface Options {
  /** 0 takes a free one. */
  readonly port?: number | undefined
  /** The address to listen on; one that is not loopback needs a `controlToken`. */
  readonly host?: string | undefined
  /** Where the world's clock starts; the real time by default. ISO 8601. */
  readonly now?: string | undefined
  /** Whether the world's time flows (`real`) or moves only when told (`manual`). */
  readonly clock?: "real" | "manual" | undefined
  /** The file that keeps every world: loaded at the start where it exists, and saved at the end. It holds secrets. */
  readonly state?: string | undefined
  /** What is written of requests. */
  readonly log?: LogMode | undefined
  /** The origin whose pages may call `/studio`, or `*`; by default those on loopback. */
  readonly cors?: string | undefined
  /** Further names under which the control plane answers. */
  readonly allowHost?: ReadonlyArray<string> | undefined
  /** How many calls to `/studio` a caller, or an address that asks for codes, may make a minute; no limit by default. */
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

/** How a simulator writes what it does. */
export type LogMode = "pretty" | "json" | "silent"

/** What a command line asks for. */
export type Command =
  | { readonly _tag: "Start"; readonly options: Options; readonly files: OptionFiles }
  | { readonly _tag: "Init"; readonly file: string; readonly force: boolean }
  | { readonly _tag: "Help" }
  | { readonly _tag: "Version" }

/** Why a command line is refused, in one line. */
export interface UsageRefused {
  readonly _tag: "UsageRefused"
  readonly message: string
}

const flags = {
  port: { type: "string" },
  host: { type: "string" },
  now: { type: "string" },
  clock: { type: "string" },
  seed: { type: "string" },
  policy: { type: "string" },
  state: { type: "string" },
  log: { type: "string" },
  cors: { type: "string" },
  "allow-host": { type: "string", multiple: true },
  "rate-limit": { type: "string" },
  worlds: { type: "string" },
  "webhook-allow": { type: "string", multiple: true },
  faults: { type: "string" },
  "control-token": { type: "string" },
  help: { type: "boolean" },
  version: { type: "boolean" },
} as const

/** What a command line with its environment asks for. A flag goes before its variable; an empty variable is none. */
export const readCommand = (
  args: ReadonlyArray<string>,
  environment: { readonly [name: string]: string | undefined },
): Result.Result<Command, UsageRefused> => {
  if (args[0] === "init") return readInit(args.slice(1))
  const parsed = parsedBy(() => parse(args))
  if (Result.isFailure(parsed)) return Result.fail(parsed.failure)
  const given = parsed.success
  if (given.help) return Result.succeed({ _tag: "Help" })
  if (given.version) return Result.succeed({ _tag: "Version" })
  const variable = (name: string): string | undefined => environment[name] || undefined
  const port = given.port ?? variable("PORT")
  if (port !== undefined && !/^\d{1,5}$/.test(port)) return refuse(expected.port)
  const rateLimit = given["rate-limit"] ?? variable("RATE_LIMIT")
  if (rateLimit !== undefined && !/^\d{1,7}$/.test(rateLimit)) return refuse(expected["rate-limit"])
  const worlds = given.worlds ?? variable("WORLDS")
  if (worlds !== undefined && !/^\d{1,5}$/.test(worlds)) return refuse(expected.worlds)
  const faults = given.faults ?? variable("FAULTS")
  const drawn = faults === undefined ? undefined : randomFaults(faults)
  if (drawn === null) return refuse(expected.faults)
  const options: Options = {
    port: port === undefined ? undefined : Number(port),
    host: given.host ?? variable("HOST"),
    now: given.now ?? variable("NOW"),
    clock: (given.clock ?? variable("CLOCK")) as Options["clock"],
    state: given.state ?? variable("STATE"),
    log: (given.log ?? variable("LOG")) as Options["log"],
    cors: given.cors ?? variable("CORS"),
    allowHost: given["allow-host"] ?? variable("ALLOW_HOST")?.split(","),
    rateLimit: rateLimit === undefined ? undefined : Number(rateLimit),
    worlds: worlds === undefined ? undefined : Number(worlds),
    webhookAllow: given["webhook-allow"] ?? variable("WEBHOOK_ALLOW")?.split(","),
    faults: drawn,
    controlToken: given["control-token"] ?? variable("CONTROL_TOKEN"),
  }
  const files = { seed: given.seed ?? variable("SEED"), policy: given.policy ?? variable("POLICY") }
  if (files.seed !== undefined && !isPath(files.seed)) return refuse(expected.seed)
  if (files.policy !== undefined && !isPath(files.policy)) return refuse(expected.policy)
  return Result.map(checkOptions(options), () => ({ _tag: "Start", options, files }))
}

/** Where `init` writes unless it is told. */
const EXAMPLE_FILE = "studio-seed.jsonc"

const readInit = (args: ReadonlyArray<string>): Result.Result<Command, UsageRefused> => {
  const options = { force: { type: "boolean" }, help: { type: "boolean" } } as const
  const parsed = parsedBy(() => parseArgs({ args: [...args], options, strict: true, allowPositionals: true }))
  if (Result.isFailure(parsed)) return Result.fail(parsed.failure)
  const { values, positionals } = parsed.success
  if (values.help) return Result.succeed({ _tag: "Help" })
  const [file = EXAMPLE_FILE, ...others] = positionals
  if (others.length > 0 || !isPath(file)) {
    return refuse("init takes the path of one file, 1 to 4096 characters, and --force")
  }
  return Result.succeed({ _tag: "Init", file, force: values.force ?? false })
}

const parsedBy = <A>(parse: () => A): Result.Result<A, UsageRefused> => {
  try {
    return Result.succeed(parse())
  } catch (fault) {
    // What Node says of a flag is a sentence or three; the first one tells what is wrong.
    return refuse(`${String((fault as Error).message).split(/\.\s|\n/, 1)[0]}. --help lists the options.`)
  }
}

const parse = (args: ReadonlyArray<string>) =>
  parseArgs({ args: [...args], options: flags, strict: true, allowPositionals: false }).values

/** `42:0.1` is the seed 42 with one call in ten; null for what is neither. */
const randomFaults = (text: string): RandomFaultsOptions | null => {
  const [, seed, rate] = /^(\d{1,10}):(\d(?:\.\d{1,6})?)$/.exec(text) ?? []
  return seed === undefined ? null : { seed: Number(seed), rate: Number(rate) }
}

const refuse = (message: string): Result.Result<never, UsageRefused> =>
  Result.fail({ _tag: "UsageRefused", message })

const expected = {
  port: "--port (PORT) has to be an integer from 0 to 65535",
  host: "--host (HOST) has to be a host name or an address",
  now: "--now (NOW) has to be an ISO 8601 time before the year 9900, such as 2026-01-31T00:00:00.000Z",
  clock: "--clock (CLOCK) has to be real or manual",
  seed: "--seed (SEED) has to be the path of a file, 1 to 4096 characters",
  policy: "--policy (POLICY) has to be the path of a file, 1 to 4096 characters",
  state: "--state (STATE) has to be the path of a file, 1 to 4096 characters",
  log: "--log (LOG) has to be pretty, json or silent",
  cors: "--cors (CORS) has to be an origin, such as https://app.example.com, or *",
  "allow-host": "--allow-host (ALLOW_HOST) has to be a host name without scheme and port",
  "rate-limit": "--rate-limit (RATE_LIMIT) has to be an integer from 1 to 1000000",
  worlds: `--worlds (WORLDS) has to be an integer from 1 to ${WORLDS_MAX}`,
  "webhook-allow":
    "--webhook-allow (WEBHOOK_ALLOW) has to be a host name or an address without scheme and port",
  faults: "--faults (FAULTS) has to be a seed from 0 to 4294967295 and a share from 0 to 1, such as 42:0.1",
  "control-token": "--control-token (CONTROL_TOKEN) has to be 1 to 4096 characters without blanks",
} as const

const isPath = (text: string): boolean => /^\P{Cc}{1,4096}$/u.test(text)

const HOST = /^(?:[\w.-]+|\[?[0-9a-f:.]+\]?)$/i

/** Whether options can be meant; the one place that says so, for flags and members alike. */
export const checkOptions = (options: Options): Result.Result<Options, UsageRefused> => {
  const {
    port,
    host,
    now,
    clock,
    state,
    log,
    cors,
    allowHost,
    rateLimit,
    worlds,
    webhookAllow,
    faults,
    controlToken,
  } = options
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    return refuse(expected.port)
  }
  if (host !== undefined && !HOST.test(host)) return refuse(expected.host)
  if (now !== undefined && !isClockTime(now)) return refuse(expected.now)
  if (clock !== undefined && clock !== "real" && clock !== "manual") return refuse(expected.clock)
  if (state !== undefined && !isPath(state)) return refuse(expected.state)
  if (log !== undefined && log !== "pretty" && log !== "json" && log !== "silent") return refuse(expected.log)
  if (cors !== undefined && !isOrigin(cors)) return refuse(expected.cors)
  if (allowHost?.some((name) => !HOST.test(name))) return refuse(expected["allow-host"])
  if (rateLimit !== undefined && !(Number.isInteger(rateLimit) && rateLimit >= 1 && rateLimit <= 1_000_000)) {
    return refuse(expected["rate-limit"])
  }
  if (worlds !== undefined && !(Number.isInteger(worlds) && worlds >= 1 && worlds <= WORLDS_MAX)) {
    return refuse(expected.worlds)
  }
  if (webhookAllow?.some((name) => !HOST.test(name))) return refuse(expected["webhook-allow"])
  if (faults !== undefined && !canBeMeant(faults)) return refuse(expected.faults)
  if (controlToken !== undefined && !/^[\x21-\x7e]{1,4096}$/.test(controlToken)) {
    return refuse(expected["control-token"])
  }
  return host !== undefined && !isLoopback(host) && controlToken === undefined
    ? refuse(`--host ${host} can be reached from other machines: it needs a --control-token (CONTROL_TOKEN)`)
    : Result.succeed(options)
}

const canBeMeant = ({ seed, rate }: RandomFaultsOptions): boolean =>
  Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32 && rate >= 0 && rate <= 1

const isOrigin = (text: string): boolean =>
  text === "*" || (URL.canParse(text) && new URL(text).origin === text && text !== "null")
