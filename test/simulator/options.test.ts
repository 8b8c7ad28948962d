import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { readCommand } from "../../simulator/cli/commandLine.ts"
import { help } from "../../simulator/cli/help.ts"

const options = (args: ReadonlyArray<string>, environment = {}) => {
  const command = readCommand(args, environment)
  return Result.isSuccess(command) && command.success._tag === "Start"
    ? Object.fromEntries(Object.entries(command.success.options).filter(([, value]) => value !== undefined))
    : command
}
const refusal = (args: ReadonlyArray<string>, environment = {}) => {
  const command = readCommand(args, environment)
  return Result.isFailure(command) ? command.failure.message : null
}

describe("the files of a command line", () => {
  const files = (args: ReadonlyArray<string>, environment = {}) => {
    const command = Result.getOrThrow(readCommand(args, environment))
    return command._tag === "Start" ? command.files : null
  }

  it("are named by flags, and by variables where there is no flag", () => {
    expect(files([])).toEqual({ seed: undefined, policy: undefined })
    expect(files(["--seed", "a.jsonc", "--policy", "b c.json"])).toEqual({
      seed: "a.jsonc",
      policy: "b c.json",
    })
    expect(files(["--seed", "a"], { SEED: "x", POLICY: "y" })).toEqual({ seed: "a", policy: "y" })
    expect(files([], { SEED: "" })).toEqual({ seed: undefined, policy: undefined })
  })

  it.each([
    [["init"], { file: "studio-seed.jsonc", force: false }],
    [["init", "mine.jsonc"], { file: "mine.jsonc", force: false }],
    [["init", "--force", "mine.jsonc"], { file: "mine.jsonc", force: true }],
  ])("%j", (args, expected) => {
    expect(readCommand(args, {})).toEqual(Result.succeed({ _tag: "Init", ...expected }))
  })

  it("are explained where init is asked for help", () => {
    expect(readCommand(["init", "--help"], {})).toEqual(Result.succeed({ _tag: "Help" }))
  })

  it.each([
    [["init", "a", "b"], "init takes the path of one file"],
    [["init", ""], "init takes the path of one file"],
    [["init", "--seed", "a"], "'--seed'"],
    [["--port", "1", "init"], "'init'"],
  ])("%j is refused in one line", (args, text) => {
    expect(refusal(args)).toContain(text)
    expect(refusal(args)).not.toContain("\n")
  })
})

describe("a command line", () => {
  it.each([
    [[], {}],
    [["--port", "0"], { port: 0 }],
    [["--port=65535", "--host", "localhost"], { port: 65_535, host: "localhost" }],
    [
      ["--now", "2026-01-31T00:00:00.000Z", "--clock", "manual"],
      { now: "2026-01-31T00:00:00.000Z", clock: "manual" },
    ],
    [["--state", "a b/state.json"], { state: "a b/state.json" }],
    [["--log", "json"], { log: "json" }],
    [["--cors", "https://app.example.com"], { cors: "https://app.example.com" }],
    [["--cors", "*"], { cors: "*" }],
    [["--allow-host", "a.example", "--allow-host", "b.example"], { allowHost: ["a.example", "b.example"] }],
    [
      ["--webhook-allow", "hooks.example", "--webhook-allow", "10.0.0.7"],
      { webhookAllow: ["hooks.example", "10.0.0.7"] },
    ],
    [["--host", "0.0.0.0", "--control-token", "s3cret"], { host: "0.0.0.0", controlToken: "s3cret" }],
    [["--host", "::1"], { host: "::1" }],
    [["--rate-limit", "1"], { rateLimit: 1 }],
    [["--rate-limit", "1000000"], { rateLimit: 1_000_000 }],
    [["--worlds", "10000"], { worlds: 10_000 }],
    [["--faults", "42:0.1"], { faults: { seed: 42, rate: 0.1 } }],
    [["--faults", "4294967295:1"], { faults: { seed: 4_294_967_295, rate: 1 } }],
    [["--faults", "0:0"], { faults: { seed: 0, rate: 0 } }],
  ])("%j", (args, expected) => {
    expect(options(args)).toEqual(expected)
  })

  it.each([
    [
      { PORT: "4020", HOST: "localhost", LOG: "silent" },
      { port: 4020, host: "localhost", log: "silent" },
    ],
    [
      { NOW: "2026-01-31T00:00:00Z", CLOCK: "real" },
      { now: "2026-01-31T00:00:00Z", clock: "real" },
    ],
    [
      { ALLOW_HOST: "a.example,b.example", CORS: "*" },
      { allowHost: ["a.example", "b.example"], cors: "*" },
    ],
    [{ WEBHOOK_ALLOW: "hooks.example,fd00::7" }, { webhookAllow: ["hooks.example", "fd00::7"] }],
    [
      { HOST: "0.0.0.0", CONTROL_TOKEN: "s3cret" },
      { host: "0.0.0.0", controlToken: "s3cret" },
    ],
    [{ RATE_LIMIT: "60" }, { rateLimit: 60 }],
    [{ STATE: "state.json" }, { state: "state.json" }],
    [{ FAULTS: "1:0.05" }, { faults: { seed: 1, rate: 0.05 } }],
    [{ PORT: "", HOST: "", RATE_LIMIT: "", STATE: "" }, {}],
  ])("with the environment %j", (environment, expected) => {
    expect(options([], environment)).toEqual(expected)
  })

  it("goes before the environment", () => {
    expect(options(["--port", "1"], { PORT: "2" })).toEqual({ port: 1 })
  })

  it.each([
    [["--nope"], "--nope"],
    [["serve"], "serve"],
    [["--port"], "--port"],
    [["--help=yes"], "--help"],
    [["--port", "x"], "--port"],
    [["--port", "65536"], "--port"],
    [["--port", "1.5"], "--port"],
    [["--port="], "--port"],
    [["--host", ""], "--host"],
    [["--host", "http://localhost"], "--host"],
    [["--now", "today"], "--now"],
    [["--now", "9900-01-01T00:00:00Z"], "--now"],
    [["--now", "2026-02-30T00:00:00Z"], "--now"],
    [["--clock", "fast"], "--clock"],
    [["--seed", ""], "--seed"],
    [["--seed", "a\nb"], "--seed"],
    [["--seed"], "--seed"],
    [["--policy", "a".repeat(4097)], "--policy"],
    [["--state", ""], "--state"],
    [["--state", "a\nb"], "--state"],
    [["--state", "a\0b"], "--state"],
    [["--state", "a".repeat(4097)], "--state"],
    [["--log", "loud"], "--log"],
    [["--cors", "app.example.com"], "--cors"],
    [["--cors", "https://app.example.com/"], "--cors"],
    [["--allow-host", "http://a.example"], "--allow-host"],
    [["--allow-host", "a.example:80"], "--allow-host"],
    [["--rate-limit", "0"], "--rate-limit"],
    [["--rate-limit", "1000001"], "--rate-limit"],
    [["--rate-limit", "10/s"], "--rate-limit"],
    [["--worlds", "0"], "--worlds"],
    [["--worlds", "10001"], "--worlds"],
    [["--worlds", "many"], "--worlds"],
    [["--rate-limit", "1.5"], "--rate-limit"],
    [["--rate-limit="], "--rate-limit"],
    [["--webhook-allow", "http://hooks.example"], "--webhook-allow"],
    [["--webhook-allow", "hooks.example:80"], "--webhook-allow"],
    [["--webhook-allow", ""], "--webhook-allow"],
    [["--faults", "0.1"], "--faults"],
    [["--faults", "1:1.1"], "--faults"],
    [["--faults", "4294967296:0.1"], "--faults"],
    [["--faults", "-1:0.1"], "--faults"],
    [["--faults", "1:-0.1"], "--faults"],
    [["--faults", "1:"], "--faults"],
    [["--control-token", "a b"], "--control-token"],
    [["--control-token", ""], "--control-token"],
    [["--host", "0.0.0.0"], "--control-token"],
    [["--host", "sim.example.com"], "--control-token"],
    [["--host", "::"], "--control-token"],
  ])("refuses %j in one line that names the flag", (args, flag) => {
    const message = refusal(args)
    expect(message).toContain(flag)
    expect(message).not.toContain("\n")
  })

  it("that nobody knows is refused with where to read of those that there are", () => {
    expect(refusal(["--nope"])).toBe("Unknown option '--nope'. --help lists the options.")
  })

  it.each([
    [["--prot", "1"], "Unknown option '--prot': did you mean --port? --help lists the options."],
    [["--contrl-token"], "Unknown option '--contrl-token': did you mean --control-token?"],
    [["--sede=a"], "Unknown option '--sede': did you mean --seed?"],
    [["--now-or-never"], "Unknown option '--now-or-never'. --help"],
    [["-q"], "Unknown option '-q'. --help"],
    [["inti"], "Unexpected argument 'inti': did you mean init? --help"],
    [["--port", "0", "init"], "Unexpected argument 'init': init comes before all options. --help"],
    [["serve"], "Unexpected argument 'serve'. --help"],
    [["init", "--forse"], "Unknown option '--forse': did you mean --force? --help"],
  ])("of %j is refused with what was meant", (args, text) => {
    expect(refusal(args)).toContain(text)
  })

  it("opens the console where it is asked to", () => {
    expect(readCommand(["--open"], {})).toMatchObject({ success: { _tag: "Start", open: true } })
    expect(readCommand([], { OPEN: "1" })).toMatchObject({ success: { open: false } })
  })

  it("ends with its standard input where it is asked to, but for what reads it", () => {
    expect(readCommand(["--end-with-stdin"], {})).toMatchObject({ success: { endsWithStdin: true } })
    expect(readCommand([], { END_WITH_STDIN: "1" })).toMatchObject({ success: { endsWithStdin: false } })
    for (const more of [[], ["--url", "http://127.0.0.1:4010"]]) {
      expect(refusal(["mcp", "--end-with-stdin", ...more])).toContain("--end-with-stdin does not go with mcp")
    }
  })

  it.each([
    [{ PORT: "x" }, "PORT"],
    [{ LOG: "loud" }, "LOG"],
    [{ HOST: "0.0.0.0" }, "CONTROL_TOKEN"],
    [{ RATE_LIMIT: "-1" }, "RATE_LIMIT"],
    [{ WEBHOOK_ALLOW: "hooks.example," }, "WEBHOOK_ALLOW"],
  ])("refuses %j too", (environment, name) => {
    expect(refusal([], environment)).toContain(name)
  })

  it.each([
    ["--help", "Help"],
    ["-h", "Help"],
    ["--version", "Version"],
  ])("%s asks for no start", (flag, _tag) => {
    expect(readCommand([flag], { PORT: "x" })).toEqual(Result.succeed({ _tag }))
  })

  it("is explained flag by flag", () => {
    const flags = [
      "port",
      "host",
      "now",
      "clock",
      "seed",
      "policy",
      "state",
      "log",
      "cors",
      "allow-host",
      "rate-limit",
      "webhook-allow",
      "faults",
      "control-token",
      "end-with-stdin",
    ]
    for (const flag of flags) {
      expect(help).toContain(`--${flag} `)
    }
  })
})
