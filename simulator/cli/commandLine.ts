// The line of the command: its flags with their environment variables, and its subcommands.
import { parseArgs } from "node:util"
import * as Result from "effect/Result"
import type { RandomFaultsOptions } from "../faults/randomFaults.ts"
import type { OptionFiles } from "./files/optionFiles.ts"
import { nearest } from "./nearest.ts"
import {
  checkOptions,
  isPath,
  type Options,
  pathExpected,
  refuse,
  rules,
  type UsageRefused,
} from "./options.ts"

/** What a simulator begins with. */
export interface Begins {
  readonly options: Options
  readonly files: OptionFiles
  /** Whether the browser is to show the console. */
  readonly open: boolean
  /** Whether it ends when its standard input is closed. */
  readonly endsWithStdin: boolean
}

/** A command line that was understood. */
export type Command =
  | (Begins & { readonly _tag: "Start" })
  | { readonly _tag: "Init"; readonly file: string; readonly force: boolean }
  | (Begins & {
      readonly _tag: "Mcp"
      /** The simulator to work on, if none is to be started. */
      readonly url: string | undefined
    })
  | { readonly _tag: "Help" }
  | { readonly _tag: "Version" }

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
  open: { type: "boolean" },
  "end-with-stdin": { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const

const mcpFlags = { ...flags, url: { type: "string" } } as const

const initFlags = { force: { type: "boolean" }, help: flags.help } as const

/** What can stand in the place of a flag. */
const SUBCOMMANDS = ["init", "mcp"]

/**
 * Reads a command line with its environment. A flag goes before its variable (`--allow-host` before
 * `ALLOW_HOST`); an empty variable is the same as none.
 */
export const readCommand = (
  args: ReadonlyArray<string>,
  environment: { readonly [name: string]: string | undefined },
): Result.Result<Command, UsageRefused> => {
  if (args[0] === "init") return readInit(args.slice(1))
  const isMcp = args[0] === "mcp"
  const known = isMcp ? mcpFlags : flags
  const parsed = parsedBy(() => parse(isMcp ? args.slice(1) : args, known), known)
  if (Result.isFailure(parsed)) return Result.fail(parsed.failure)
  const given = parsed.success
  if (given.help) return Result.succeed({ _tag: "Help" })
  if (given.version) return Result.succeed({ _tag: "Version" })
  const { url } = given
  // Of the variables only that of the token is about a simulator that runs already.
  const variables = url === undefined ? environment : { CONTROL_TOKEN: environment.CONTROL_TOKEN }
  const begins = readBegins(given, variables)
  if (!isMcp) return Result.map(begins, (begins) => ({ _tag: "Start", ...begins }))
  if (url !== undefined && !isAddress(url)) {
    return refuse("--url has to be the address of a simulator, such as http://127.0.0.1:4010")
  }
  if (given["end-with-stdin"]) {
    return refuse(
      "--end-with-stdin does not go with mcp, which reads its standard input and ends with it anyway",
    )
  }
  const idle = Object.keys(given).find((flag) => !["url", "control-token"].includes(flag))
  if (url !== undefined && idle !== undefined) {
    return refuse(
      `--${idle} is of a simulator that starts, and --url names one that runs: leave one of them out`,
    )
  }
  return Result.map(begins, (begins) => ({ _tag: "Mcp", url, ...begins }))
}

/** The flags that were given. */
type Given = ReturnType<typeof parse>

const readBegins = (
  given: Given,
  environment: { readonly [name: string]: string | undefined },
): Result.Result<Begins, UsageRefused> => {
  const variable = (flag: string) => environment[variableOf(flag)] || undefined
  const text = (flag: TextFlag) => given[flag] ?? variable(flag)
  const list = (flag: ListFlag) => given[flag] ?? variable(flag)?.split(",")
  const options: Options = {
    port: numberOf(text("port")),
    host: text("host"),
    now: text("now"),
    clock: text("clock") as Options["clock"],
    state: text("state"),
    log: text("log") as Options["log"],
    cors: text("cors"),
    allowHost: list("allow-host"),
    rateLimit: numberOf(text("rate-limit")),
    worlds: numberOf(text("worlds")),
    webhookAllow: list("webhook-allow"),
    faults: randomFaults(text("faults")),
    controlToken: text("control-token"),
  }
  const files = { seed: text("seed"), policy: text("policy") }
  if (files.seed !== undefined && !isPath(files.seed)) return refuse(pathExpected("--seed (SEED)"))
  if (files.policy !== undefined && !isPath(files.policy)) return refuse(pathExpected("--policy (POLICY)"))
  return Result.map(checkOptions(options, rules, flagOf), () => ({
    options,
    files,
    open: given.open ?? false,
    endsWithStdin: given["end-with-stdin"] ?? false,
  }))
}

const variableOf = (flag: string): string => flag.toUpperCase().replaceAll("-", "_")

/** An option as its flag, with its variable. */
const flagOf = (option: string): string => {
  const flag = option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return `--${flag} (${variableOf(flag)})`
}

const isAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).pathname === "/"

type ListFlag = "allow-host" | "webhook-allow"
type TextFlag = Exclude<keyof typeof flags, ListFlag | "open" | "end-with-stdin" | "help" | "version">

/** The file that `init` writes by default. */
const EXAMPLE_FILE = "studio-seed.jsonc"

const readInit = (args: ReadonlyArray<string>): Result.Result<Command, UsageRefused> => {
  const options = initFlags
  const parsed = parsedBy(
    () => parseArgs({ args: [...args], options, strict: true, allowPositionals: true }),
    options,
  )
  if (Result.isFailure(parsed)) return Result.fail(parsed.failure)
  const { values, positionals } = parsed.success
  if (values.help) return Result.succeed({ _tag: "Help" })
  const [file = EXAMPLE_FILE, ...others] = positionals
  if (others.length > 0 || !isPath(file)) {
    return refuse("init takes the path of one file, 1 to 4096 characters, and --force")
  }
  return Result.succeed({ _tag: "Init", file, force: values.force ?? false })
}

const parsedBy = <A>(parse: () => A, known: object): Result.Result<A, UsageRefused> => {
  try {
    return Result.succeed(parse())
  } catch (fault) {
    // Node's message on a flag has up to three sentences; the first one names the mistake.
    const [mistake = ""] = String((fault as Error).message).split(/\.\s|\n/, 1)
    return refuse(`${mistake}${meantBy(mistake, Object.keys(known))} --help lists the options.`)
  }
}

/** The end of a sentence on a word that nobody knows: what was meant, where something is like it. */
const meantBy = (mistake: string, known: ReadonlyArray<string>): string => {
  const [, dashes = "", word = ""] = /^Un(?:known option|expected argument) '(-*)([^']*)'/.exec(mistake) ?? []
  if (dashes === "" && SUBCOMMANDS.includes(word)) return `: ${word} comes before all options.`
  const meant = dashes === "" ? nearest(word, SUBCOMMANDS) : nearest(word, known)
  return meant === null ? "." : `: did you mean ${dashes === "" ? "" : "--"}${meant}?`
}

const parse = (args: ReadonlyArray<string>, known: typeof flags | typeof mcpFlags) =>
  parseArgs({
    args: [...args],
    options: known as typeof mcpFlags,
    strict: true,
    allowPositionals: false,
  }).values

/** The number that a text writes in digits; NaN, which no option takes, for any other text. */
const numberOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  return /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
}

/** `42:0.1` is the seed 42 with one call in ten; a text of another form has NaN for both. */
const randomFaults = (text: string | undefined): RandomFaultsOptions | undefined => {
  if (text === undefined) return undefined
  const [, seed, rate] = /^(\d{1,10}):(\d(?:\.\d{1,6})?)$/.exec(text) ?? []
  return { seed: Number(seed), rate: Number(rate) }
}
