// What a simulator can be started with: flags, environment variables and constructor members alike. Whatever cannot
// be meant is refused in one line, before anything starts.
import { parseArgs } from "node:util"
import * as Result from "effect/Result"
import { isClockTime } from "./clock.ts"
import { isLoopback } from "./control/hosts.ts"
import type { RandomFaultsOptions } from "./faults/randomFaults.ts"

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
  | { readonly _tag: "Start"; readonly options: Options }
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
  state: { type: "string" },
  log: { type: "string" },
  cors: { type: "string" },
  "allow-host": { type: "string", multiple: true },
  "rate-limit": { type: "string" },
  "webhook-allow": { type: "string", multiple: true },
  faults: { type: "string" },
  "control-token": { type: "string" },
  help: { type: "boolean" },
  version: { type: "boolean" },
} as const

/** What `--help` shows. */
export const help = `Usage: studio-simulator [options]

Serves the whole /studio billing API from memory, for tests and for trying things out: with test cards, an inbox
for sign-in codes, and time that moves when it is told to. Not for production. What is left out has a default.

Where it listens
  --port PORT            port to listen on, 0 for a free one   (PORT, default 4010)
  --host HOST            address to listen on                  (HOST, default 127.0.0.1)

Time and state
  --now TIME             where the clock starts, ISO 8601      (NOW, default the real time)
  --clock real|manual    whether time flows by itself          (CLOCK, default real)
  --state FILE           file that keeps the state, if any     (STATE)

What it writes, and who may call
  --log pretty|json|silent                                     (LOG, default pretty)
  --cors ORIGIN          origin that may call /studio, or *    (CORS, default loopback origins)
  --allow-host NAME      further host name of the control plane, repeatable
                                                               (ALLOW_HOST, comma-separated)
  --rate-limit N         calls to /studio a minute, for each caller and each address
                         that asks for codes                   (RATE_LIMIT, default no limit)

Webhooks and faults
  --webhook-allow HOST   host beside loopback that webhooks may go to, repeatable
                                                               (WEBHOOK_ALLOW, comma-separated)
  --faults SEED:RATE     faults by chance, for this share of calls, such as 42:0.1
                                                               (FAULTS, default none)

The control plane, which can do anything to the world
  --control-token TOKEN  bearer token of the control plane     (CONTROL_TOKEN)

  --help, --version

Examples
  studio-simulator --port 0 --log json
      takes a free port; the first line says which
  studio-simulator --clock manual --now 2026-01-31T00:00:00.000Z
      begins then, and moves only when it is told to
  studio-simulator --state state.json
      goes on where it stopped

  With one that runs, a token, the plans, and a month that passes:
  curl -s http://127.0.0.1:4010/_simulator/health
  TOKEN=$(curl -s -X POST http://127.0.0.1:4010/_simulator/tokens -H "Content-Type: application/json" | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')
  curl -s http://127.0.0.1:4010/studio/plans -H "Authorization: Bearer $TOKEN"
  curl -s http://127.0.0.1:4010/_simulator/clock -H "Content-Type: application/json" -d '{"advanceBy":"P1M"}'

Exit status
  0  ended by SIGINT or SIGTERM, after finishing what was in flight
  1  cannot listen, cannot read or write its state, or needs a newer Node
  2  a flag or a value that cannot be meant
  Of 1 and 2 one line on standard error says why.

In the package: docs/simulator.md has flags, seed, test cards and control plane; docs/errors.md every refusal;
docs/webhooks.md how to receive events. The contract is at /openapi.json.
`

/** What a command line with its environment asks for. A flag goes before its variable; an empty variable is none. */
export const readCommand = (
  args: ReadonlyArray<string>,
  environment: { readonly [name: string]: string | undefined },
): Result.Result<Command, UsageRefused> => {
  let given: ReturnType<typeof parse>
  try {
    given = parse(args)
  } catch (fault) {
    // What Node says of a flag is a sentence or three; the first one tells what is wrong.
    return refuse(String((fault as Error).message).split(/\.\s|\n/, 1)[0] as string)
  }
  if (given.help) return Result.succeed({ _tag: "Help" })
  if (given.version) return Result.succeed({ _tag: "Version" })
  const variable = (name: string): string | undefined => environment[name] || undefined
  const port = given.port ?? variable("PORT")
  if (port !== undefined && !/^\d{1,5}$/.test(port)) return refuse(expected.port)
  const rateLimit = given["rate-limit"] ?? variable("RATE_LIMIT")
  if (rateLimit !== undefined && !/^\d{1,7}$/.test(rateLimit)) return refuse(expected["rate-limit"])
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
    webhookAllow: given["webhook-allow"] ?? variable("WEBHOOK_ALLOW")?.split(","),
    faults: drawn,
    controlToken: given["control-token"] ?? variable("CONTROL_TOKEN"),
  }
  return Result.map(checkOptions(options), () => ({ _tag: "Start", options }))
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
  state: "--state (STATE) has to be the path of a file, 1 to 4096 characters",
  log: "--log (LOG) has to be pretty, json or silent",
  cors: "--cors (CORS) has to be an origin, such as https://app.example.com, or *",
  "allow-host": "--allow-host (ALLOW_HOST) has to be a host name without scheme and port",
  "rate-limit": "--rate-limit (RATE_LIMIT) has to be an integer from 1 to 1000000",
  "webhook-allow":
    "--webhook-allow (WEBHOOK_ALLOW) has to be a host name or an address without scheme and port",
  faults: "--faults (FAULTS) has to be a seed from 0 to 4294967295 and a share from 0 to 1, such as 42:0.1",
  "control-token": "--control-token (CONTROL_TOKEN) has to be 1 to 4096 characters without blanks",
} as const

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
  if (state !== undefined && !/^\P{Cc}{1,4096}$/u.test(state)) return refuse(expected.state)
  if (log !== undefined && log !== "pretty" && log !== "json" && log !== "silent") return refuse(expected.log)
  if (cors !== undefined && !isOrigin(cors)) return refuse(expected.cors)
  if (allowHost?.some((name) => !HOST.test(name))) return refuse(expected["allow-host"])
  if (rateLimit !== undefined && !(Number.isInteger(rateLimit) && rateLimit >= 1 && rateLimit <= 1_000_000)) {
    return refuse(expected["rate-limit"])
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
