// The simulator's pages as a newcomer uses them: their shell examples are pasted one after another into a shell against a
// started simulator, their TypeScript is compiled and run, and their options, calls and bounds are compared with those of the code.

import { execFile, spawn } from "node:child_process"
import { maxHeaderSize } from "node:http"
import { createInterface } from "node:readline"
import { promisify } from "node:util"
import * as Result from "effect/Result"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CHARGES_MAX } from "../../simulator/adapters/gateway/ScriptedGateway.ts"
import { testCards } from "../../simulator/adapters/gateway/TestCards.ts"
import { IDEMPOTENCY_KEYS_MAX, OTP_ADDRESSES_MAX } from "../../simulator/adapters/memory/Tables.ts"
import { INBOX_MAX } from "../../simulator/adapters/security/MemoryOtpSender.ts"
import { DELIVERIES_KEPT, EVENTS_KEPT } from "../../simulator/adapters/webhooks/MemoryWebhookStore.ts"
import { variantsOf } from "../../simulator/assumptions/Assumptions.ts"
import { switches } from "../../simulator/assumptions/variants.ts"
import { FINDINGS_MAX as AUDIT_FINDINGS_MAX, auditRules } from "../../simulator/audit/audit.ts"
import { readCommand } from "../../simulator/cli/commandLine.ts"
import { OPTION_FILE_BYTES_MAX } from "../../simulator/cli/files/optionFile.ts"
import { help } from "../../simulator/cli/help.ts"
import { WAITING_BYTES_MAX } from "../../simulator/cli/log.ts"
import { WAIT_MILLIS_MAX } from "../../simulator/control/contract/access.ts"
import { EVENTS_MAX, USAGE_BYTES_MAX } from "../../simulator/control/contract/accounts/records.ts"
import { controlError, controlErrorCodes } from "../../simulator/control/contract/errors.ts"
import { CALLS_MAX, DELAY_MILLIS_MAX } from "../../simulator/control/contract/faults.ts"
import { STATE_BYTES_MAX } from "../../simulator/control/contract/state.ts"
import { controlEndpoints } from "../../simulator/control/controlRoutes.ts"
import { FINDINGS_MAX } from "../../simulator/control/handlers/state.ts"
import { FLUSH_MILLIS_MAX } from "../../simulator/control/handlers/webhooks.ts"
import type { FaultKind } from "../../simulator/faults/Fault.ts"
import { FAULTS_MAX } from "../../simulator/faults/FaultBook.ts"
import { KEPT_BYTES_MAX, REQUESTS_MAX } from "../../simulator/requests/RequestLog.ts"
import { siteRoutes } from "../../simulator/server/siteRoutes.ts"
import { BEGINNING } from "../../simulator/vitest.ts"
import { KEEP_ALIVE_MILLIS, STREAMS_MAX, TOPICS, TURN_MILLIS } from "../../simulator/world/live/Live.ts"
import { DEFAULT_WORLD } from "../../simulator/world/names.ts"
import { SNAPSHOTS_MAX } from "../../simulator/world/state/Snapshots.ts"
import { StateDocument } from "../../simulator/world/state/schemas/document.ts"
import { WORLDS_DEFAULT } from "../../simulator/world/Worlds.ts"
import { BODY_BYTES_MAX } from "../../src/http/exchange.ts"
import { STOP_MILLIS_MAX } from "../../src/http/node/nodeServer.ts"
import { PIPELINED_MAX } from "../../src/http/node/pipelined.ts"
import { TAKEN_MILLIS_MAX } from "../../src/http/node/requestListener.ts"
import { BUCKETS_MAX } from "../../src/http/rateLimit.ts"
import { makeSigningKeys } from "../../src/http/tokens/SigningKeys.ts"

import {
  Due,
  defaultPolicy,
  Otp,
  Trial,
  WebhookDelivery,
  WebhookEndpoint,
  WORKERS_MAX,
} from "../../src/index.ts"
import { ANSWER_BYTES_MAX } from "../../src/webhooks/index.ts"
import { commandFile } from "../support/commandFile.ts"
import { beginning, inProcess } from "../support/simulator.ts"
import { filesUnder, read } from "../tidy/source.ts"
import { compileFaults } from "./examples.ts"
import { writtenCalls } from "./simulatorDoc/controlCalls.ts"
import { callsPage, code, fences, names, page, tableUnder, withOutput } from "./simulatorDoc/page.ts"

const root = new URL("../..", import.meta.url)

describe("the pages", () => {
  it("are those of the folder, and the way in lists them in the order of their examples", () => {
    const listed = Array.from(
      read("docs/simulator.md").text.matchAll(/^\|.*\]\(simulator\/(.*)\.md\)/gm),
      ([, name]) => name,
    )
    expect(listed).toEqual(names)
    expect(
      filesUnder("docs/simulator")
        .map(({ path }) => path)
        .sort(),
    ).toEqual(names.map((name) => `docs/simulator/${name}.md`).sort())
  })
})

describe("the shell", () => {
  const [start] = withOutput("sh start")
  const args = (start?.text.trim() ?? "").replace(/^npm start -- /, "").split(" ")
  const server = spawn(process.execPath, [commandFile, ...args, "--port", "0"], { cwd: root })
  const welcome: Array<string> = []
  let url = ""
  beforeAll(async () => {
    const lines = createInterface(server.stdout)
    await new Promise<void>((resolve) => {
      lines.on("line", (line) => void (line === "" ? resolve() : welcome.push(line)))
    })
    url = /http:\S+/.exec(welcome[0] ?? "")?.[0] ?? ""
  })
  afterAll(() => void server.kill())

  const here = (text: string) => text.replaceAll("http://127.0.0.1:4010", url)

  it("starts with the first lines that the page shows", () => {
    expect(welcome.join("\n")).toBe(here(start?.output?.text.trim() ?? ""))
  })

  it("prints what the page shows after each block", async () => {
    const blocks = withOutput("sh")
    const script = blocks.map(({ text }) => `${here(text)}\necho; echo =====`).join("\n")
    const { stdout, stderr } = await promisify(execFile)("bash", ["-c", script])
    expect(stderr).toBe("")
    const printed = stdout.split("=====\n").slice(0, -1)
    expect(printed).toHaveLength(blocks.length)
    for (const [index, { text, output }] of blocks.entries()) {
      const actual = (printed[index] ?? "").trim()
      if (output?.info !== "json") expect(actual, text).toBe(output?.text.trim() ?? "")
      else expect(JSON.parse(actual), text).toEqual(expected(JSON.parse(output.text)))
    }
  })
})

/** "…" stands for any text, also before the end of one. */
const expected = (value: unknown): unknown => {
  if (typeof value === "string" && value.startsWith("…")) return expect.stringMatching(`${value.slice(1)}$`)
  if (Array.isArray(value)) return value.map(expected)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, expected(member)]))
}

describe("TypeScript", () => {
  const examples = fences.filter(({ info }) => info === "ts").map(({ text }) => text)

  const entries = [
    ['"studio-billing/simulator"', "simulator/index.ts"],
    ['"studio-billing/api"', "src/api/index.ts"],
    ['"studio-billing/vitest"', "simulator/vitest.ts"],
  ] as const
  const importing = (text: string, where: (file: string) => string) =>
    entries.reduce((code, [name, file]) => code.replace(name, JSON.stringify(where(file))), text)

  it("compiles", () => {
    const ofVitest = fences.filter(({ info }) => info === "ts test").map(({ text }) => text)
    const codes = [...examples, ...ofVitest].map((text) => importing(text, (file) => `./${file}`))
    expect(codes).toHaveLength(7)
    expect(compileFaults(codes)).toEqual([])
  })

  it.each(examples)("prints what its comments say, example %#", async (text) => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--input-type=module-typescript",
      "-e",
      importing(text, (file) => new URL(file, root).href),
    ])
    const said = Array.from(text.matchAll(/^\/\/ (.*\n)/gm), ([, line]) => line)
    expect(said).not.toEqual([])
    expect(stdout).toBe(said.join(""))
  })
})

describe("the functions of a test", () => {
  it("are those of the table", async () => {
    const { simulator } = await inProcess()
    expect([...tableUnder("In process").rows.keys()]).toEqual(Object.keys(simulator.control).map(code))
  })

  it("begin when the page says", () => {
    expect(page).toContain(`the clock begins at ${BEGINNING} and moves only when told`)
  })
})

describe("the options", () => {
  const { rows } = tableUnder("Start")
  const samples: Readonly<Record<string, string>> = {
    "--port": "1",
    "--host": "localhost",
    "--now": beginning,
    "--clock": "manual",
    "--seed": "seed.jsonc",
    "--policy": "policy.json",
    "--state": "state.json",
    "--log": "json",
    "--cors": "*",
    "--allow-host": "sim.example",
    "--rate-limit": "60",
    "--webhook-allow": "hooks.example",
    "--faults": "42:0.1",
    "--control-token": "secret",
  }

  it("are those that --help shows", () => {
    const [listed = ""] = help.split("\nExamples\n")
    const flags = Array.from(listed.matchAll(/--[a-z-]+/g), ([flag]) => code(flag))
    expect([...rows.keys()]).toEqual(flags)
  })

  it.each(Object.entries(samples))("%s is its variable and its member", (flag, sample) => {
    const [variable = "", member = ""] = rows.get(code(flag))?.map((cell) => cell.replaceAll("`", "")) ?? []
    const byFlag = readCommand([flag, sample], {})
    expect(byFlag).toEqual(readCommand([], { [variable]: sample }))
    const command = Result.getOrThrow(byFlag)
    expect(
      command._tag === "Start" ? JSON.stringify({ ...command.options, ...command.files }) : "",
    ).toContain(`"${member}":`)
  })
})

describe("what falls due", () => {
  const { rows } = tableUnder("Time")
  const when = (what: string): string => rows.get(what)?.[0] ?? ""
  const { dunningDays, reconciliationMillis, attemptStaleMillis, settlementLagBusinessDays } = defaultPolicy
  const inMinutes = reconciliationMillis.map((millis) => millis / 60_000)

  it("is listed whole, in the order in which it is taken", () => {
    const kinds = Array.from(rows.keys(), (what) => what.toUpperCase().replaceAll(/[^A-Z]/g, ""))
    expect(kinds).toEqual(Due.DUE_KINDS.map((kind) => kind.replaceAll("_", "")))
  })

  it("is due on the days of the policy", () => {
    expect(when("Dunning")).toBe("1, 3, 7 and 14 days after it became PAST_DUE")
    expect(dunningDays).toEqual([1, 3, 7, 14])
    expect(when("Look-up")).toBe("5 min, 1 h, and 1, 2, 3, 4 and 5 days after an attempt became `UNKNOWN`")
    expect(inMinutes).toEqual([5, 60, ...[1, 2, 3, 4, 5].map((days) => days * 24 * 60)])
    expect(when("Stale attempt")).toBe("60 s without the gateway's answer")
    expect(attemptStaleMillis).toBe(60_000)
    expect(when("Trial ending")).toBe("three days before a trial ends, or at once where it is shorter")
    expect(Trial.DEFAULT_TRIAL_NOTICE_MILLIS).toBe(3 * 24 * 60 * 60_000)
    expect(defaultPolicy.writeOffAfterDays).toBeNull()
    expect(when("Slip expiry")).toBe("two business days after a boleto's last day")
    expect(settlementLagBusinessDays).toBe(2)
  })
})

describe("the calls", () => {
  const namesOf = (routes: ReadonlyArray<{ readonly method: string; readonly path: string }>) =>
    routes.map(({ method, path }) => code(`${method} ${path}`)).sort()

  it("of the control plane are written from its contract; UPDATE_DOCS=1 writes them anew", () => {
    expect(writtenCalls(callsPage)).toBe(callsPage)
    expect([...tableUnder("The calls").rows.keys()].sort()).toEqual(namesOf(controlEndpoints))
  })

  it("are those of the site", () => {
    const routes = siteRoutes({ keys: makeSigningKeys(), checkHost: () => null, origin: () => "" })(
      DEFAULT_WORLD,
    )
    expect([...tableUnder("Contract, keys and browsers").rows.keys()].sort()).toEqual(namesOf(routes))
  })

  it("are refused with codes that exist, and with their status", () => {
    const named = Array.from(page.matchAll(/\b([45]\d\d) `([\w.]+)`/g), ([, status, name]) => ({
      status,
      name,
    }))
    const declines = new Set(
      [...testCards.values()].flatMap(({ outcome, first }) => [outcome, first]).map(codeOf),
    )
    const codes = named.filter(({ status, name }) => !(status === "402" && declines.has(name)))
    expect(codes.length).toBeGreaterThan(10)
    for (const { status, name } of codes) {
      expect(controlErrorCodes).toContain(name)
      expect(status, name).toBe(String(controlError(name as "forbidden").statusCode))
    }
  })

  it("show codes in the states that the page names", () => {
    const [, list = ""] = /^## Codes\n\n`status` is (.*?)\./m.exec(page) ?? []
    expect(list.split(/, | or /).sort()).toEqual([...Otp.OTP_STATUSES].sort())
  })
})

describe("faults", () => {
  const kinds: Readonly<Record<FaultKind, true>> = {
    respond: true,
    delay: true,
    drop_before: true,
    drop_after: true,
    gateway: true,
    double_charge: true,
    webhook_hold: true,
    webhook_duplicate: true,
    webhook_reorder: true,
    webhook_fail: true,
  }
  const rows = Array.from(tableUnder("Faults").rows, ([kind, [example = ""]]) => [kind, example] as const)

  it("are of the kinds that the page lists", () => {
    expect(rows.map(([kind]) => kind)).toEqual(Object.keys(kinds).map(code))
  })

  it.each(rows)("%s is made by its example", async (kind, example) => {
    const { call } = await inProcess()
    const { status, json } = await call("POST", "/_simulator/faults", { body: example.replaceAll("`", "") })
    expect([status, code(json.kind)]).toEqual([201, kind])
  })
})

describe("the stream", () => {
  it("has the topics that the page lists, and tells of them as often as it says", () => {
    expect([...tableUnder("The stream").rows.keys()]).toEqual(TOPICS.map(code))
    expect(page).toContain(`at most one each ${TURN_MILLIS} ms`)
    expect(page).toContain(`comment after ${KEEP_ALIVE_MILLIS / 1_000} s`)
  })
})

describe("the audit", () => {
  it("has the rules that the page lists", () => {
    expect([...tableUnder("Audit").rows.keys()].sort()).toEqual(auditRules.map(code).sort())
  })
})

describe("the assumptions", () => {
  const { rows } = tableUnder("Assumptions")

  it("can be switched as the page says", () => {
    const variants = Array.from(switches.keys(), (gap) => [code(gap), variantsOf(gap).map(code).join(", ")])
    expect(Array.from(rows, ([gap, [said]]) => [gap, said])).toEqual(variants)
  })

  it("are those on which the answers rest that the page says", () => {
    const named = Array.from(rows, ([gap, [, answers = ""]]) => {
      const names = Array.from(answers.matchAll(/`(\w+\.\w+)`/g), ([, name]) => name)
      return [gap, names.length === 0 ? null : names]
    })
    expect(named).toEqual(Array.from(switches, ([gap, { endpoints }]) => [code(gap), endpoints]))
  })
})

const codeOf = (outcome: { readonly truth: object } | undefined): string | undefined =>
  outcome !== undefined && "declineCode" in outcome.truth ? String(outcome.truth.declineCode) : undefined

describe("the document of a world", () => {
  it("has the members that the page names, and an inbox that is secret", () => {
    expect([...tableUnder("State").rows.keys()]).toEqual(
      Object.keys(StateDocument.fields)
        .filter((name) => name !== "inbox")
        .map(code),
    )
  })
})

describe("the bounds", () => {
  const bounds = new Map(
    Array.from(tableUnder("Bounds").rows, ([name, [most = ""]]) => [name, Number.parseInt(most, 10)]),
  )

  it("are those of the code", async () => {
    expect(Object.fromEntries(bounds)).toEqual({
      "A body": BODY_BYTES_MAX,
      "A body of usage": USAGE_BYTES_MAX,
      "Events of one body": EVENTS_MAX,
      "`wait`": WAIT_MILLIS_MAX,
      "`expiresInSeconds`": expect.any(Number),
      "`limit` of a list": expect.any(Number),
      "Codes in the inbox": INBOX_MAX,
      "Idempotency keys": IDEMPOTENCY_KEYS_MAX,
      "Addresses that asked for codes": OTP_ADDRESSES_MAX,
      "Buckets of the rate limit": BUCKETS_MAX,
      "Webhook endpoints": WebhookEndpoint.ENDPOINTS_MAX,
      "The URL of one": WebhookEndpoint.URL_LENGTH_MAX,
      "Events in the log": EVENTS_KEPT,
      Deliveries: DELIVERIES_KEPT,
      "Attempts that a delivery shows": WebhookDelivery.ATTEMPTS_KEPT,
      "Attempts at a time, an endpoint": WORKERS_MAX,
      "The answer to an attempt": WebhookDelivery.ATTEMPT_MILLIS_MAX,
      "What is read of it": ANSWER_BYTES_MAX,
      "A flush": FLUSH_MILLIS_MAX,
      "Requests in the log of a world": REQUESTS_MAX,
      "A body in that log": KEPT_BYTES_MAX,
      "A file of a seed or a policy": OPTION_FILE_BYTES_MAX,
      "Worlds, unless `--worlds` says otherwise": WORLDS_DEFAULT,
      "Streams of a world": STREAMS_MAX,
      "Snapshots of a world": SNAPSHOTS_MAX,
      "A state to import": STATE_BYTES_MAX,
      "Findings of an import": FINDINGS_MAX,
      Faults: FAULTS_MAX,
      "`delayMs`": DELAY_MILLIS_MAX,
      "`nth` and `times`": CALLS_MAX,
      "Findings of an audit": AUDIT_FINDINGS_MAX,
      "Charges that the gateway remembers": CHARGES_MAX,
      "Requests of one connection that wait for their answers": PIPELINED_MAX,
      "An answer of which its client takes nothing": TAKEN_MILLIS_MAX,
      "Finishing what is in flight at the end": STOP_MILLIS_MAX,
      "The target and the headers of a request": maxHeaderSize,
      "Lines of the log that wait for their reader": WAITING_BYTES_MAX,
    })
  })

  it("hold where the code has no name for them", async () => {
    const { call } = await inProcess()
    const seconds = bounds.get("`expiresInSeconds`") ?? 0
    const limit = bounds.get("`limit` of a list") ?? 0
    const statuses = [0, 1].map(async (more) => [
      (await call("POST", "/_simulator/tokens", { body: { expiresInSeconds: seconds + more } })).status,
      (await call("GET", `/_simulator/otps?limit=${limit + more}`)).status,
    ])
    expect(await Promise.all(statuses)).toEqual([
      [201, 200],
      [400, 400],
    ])
  })
})
