// What a stranger gets: the package, built and packed now, in an empty folder with what it depends on; and there the
// command, the examples of the documents, and the types, each on the Nodes at hand.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { help } from "../../simulator/cli/help.ts"
import { VERSION } from "../../simulator/cli/version.ts"
import { fencesOf, saidBy } from "../docs/fences.ts"
import { entries } from "../support/entries.ts"
import { thorough } from "../support/thorough.ts"
import { read } from "../tidy/source.ts"
import { makeStranger, nodesAtHand, run, type Stranger } from "./packed.ts"
import { testSizes } from "./sizes.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const block = (page: string, info: string): string =>
  fencesOf(read(page).text).findLast((fence) => fence.info === info)?.text ?? ""
const shown = block("docs/simulator/in-tests.md", "ts test")
const ofReadme = block("README.md", "ts test")
const vectors = block("vectors/README.md", "ts run")
const invoice = fencesOf(read("docs/embedding.md").text).find(({ info }) => info === "ts run")?.text ?? ""
/** The services of the page about embedding, by the file that a stranger puts each into. */
const services = Object.fromEntries(
  fencesOf(read("docs/embedding.md").text)
    .filter(({ info, text }) => info === "ts run" && text.includes('"./examples/sqlite/host.ts"'))
    .map(({ text }, index) => [`service${index}.ts`, text]),
)

let stranger: Stranger
let nodes: ReadonlyArray<readonly [version: string, path: string]>
beforeAll(async () => {
  stranger = await makeStranger()
  nodes = await nodesAtHand()
})
afterAll(() => stranger.remove())

const isSupported = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major > 22 || (major === 22 && minor >= 19)
}

const packedText = (path: string): string =>
  readFileSync(join(stranger.folder, "node_modules/studio-billing", path), "utf8")

describe("what is packed", () => {
  it("is the build, the documents, the vectors, and what npm wants", () => {
    const places = new Set(stranger.contents.files.map(({ path }) => path.split("/", 1)[0]))
    expect([...places].sort()).toEqual(["LICENSE", "README.md", "dist", "docs", "package.json", "vectors"])
  })

  it("has no test, no source beside the examples, and no map", () => {
    const allowed = [
      /^(?:LICENSE|README\.md|package\.json)$/,
      /^dist\/src\/[\w/-]+\.(?:js|d\.ts)$/,
      /^dist\/simulator\/[\w-]+\.js$/,
      /^dist\/simulator\/(?:LICENSE-effect|console\/(?:app\.js|app\.css|index\.html))$/,
      /^dist\/simulator\/[\w/-]+\.d\.ts$/,
      /^docs\/(?:decisions\/|simulator\/|tutorials\/)?[\w-]+\.md$/,
      /^docs\/examples\/import\/(?:\w+\.ts|customers\.csv)$/,
      /^docs\/examples\/(?:asaas|documents|functions|observability|postgres|promises|server|service|sqlite|stripe|workers)\/\w+\.ts$/,
      /^docs\/examples\/workers\/wrangler\.jsonc$/,
      /^docs\/examples\/vectors-python\/\w+\.py$/,
      /^vectors\/(?:[\w-]+\.json|README\.md)$/,
      /^docs\/openapi\.json$/,
      /^docs\/images\/(?:console-organization\.png|trace-pay-invoice\.svg)$/,
    ]
    const others = stranger.contents.files.filter(({ path }) => !allowed.some((form) => form.test(path)))
    expect(others.map(({ path }) => path)).toEqual([])
    const sources = stranger.contents.files.filter(
      ({ path }) => /^dist\/.*\.js$/.test(path) && /sourceMappingURL/.test(packedText(path)),
    )
    expect(sources).toEqual([])
  })

  it("is no larger than it may be", () => {
    expect(stranger.contents.size).toBeLessThan(1_950_000)
    expect(stranger.contents.unpackedSize).toBeLessThan(8_900_000)
  })

  it("says nothing of where it was built", () => {
    const told = stranger.contents.files.filter(({ path }) => packedText(path).includes(root))
    expect(told.map(({ path }) => path)).toEqual([])
  })
})

testSizes(() => stranger)

describe("the command", () => {
  it("says its version and helps, on each supported Node at hand", async () => {
    const supported = nodes.filter(([version]) => isSupported(version))
    expect(supported).not.toEqual([])
    for (const [, node] of supported) {
      const [version, helped] = [
        await run(node, [stranger.bin, "--version"], stranger.folder),
        await run(node, [stranger.bin, "--help"], stranger.folder),
      ]
      expect(version).toEqual({ status: 0, stdout: `${VERSION}\n`, stderr: "" })
      expect(helped).toEqual({ status: 0, stdout: help, stderr: "" })
    }
  })

  it("of the package's own name says what there is, also on an older Node", async () => {
    const place = join(stranger.folder, "node_modules/studio-billing")
    for (const [, node] of nodes) {
      const about = await run(node, [join(place, "dist/simulator/about.js")], stranger.folder)
      expect(about).toMatchObject({ status: 0, stderr: "" })
      expect(about.stdout).toContain(join(place, "docs/README.md"))
    }
  })

  it("says in one line that an older Node will not do", async () => {
    for (const [version, node] of nodes.filter(([version]) => !isSupported(version))) {
      expect(await run(node, [stranger.bin], stranger.folder)).toEqual({
        status: 1,
        stdout: "",
        stderr: `studio-simulator: needs Node 22.19 or later, and this is ${version}\n`,
      })
    }
  })

  it("serves an agent", async () => {
    const server = spawn(process.execPath, [stranger.bin, "mcp"], { cwd: stranger.folder })
    const ended = once(server, "close")
    const params = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "a", version: "1" },
    }
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`)
    const [line] = await once(createInterface(server.stdout), "line")
    expect(JSON.parse(line)).toMatchObject({ id: 1, result: { serverInfo: { name: "studio-simulator" } } })
    server.stdin.end()
    expect(await ended).toEqual([0, null])
  })

  it("starts, answers what its help shows, and ends in order", async () => {
    const server = spawn(process.execPath, [stranger.bin, "--port", "0", "--log", "json"], {
      cwd: stranger.folder,
    })
    const [line] = await once(createInterface(server.stdout), "line")
    const { url } = JSON.parse(String(line))
    const calls = help.split("\n").filter((text) => /^ {2}(?:curl|TOKEN=)/.test(text))
    expect(calls).toHaveLength(4)
    const script = calls.map((call) => `${call.replace("http://127.0.0.1:4010", url)}\necho`).join("\n")
    const { stdout, stderr } = await run("sh", ["-c", script], stranger.folder)
    expect(stderr).toBe("")
    const [health, , plans, advanced] = stdout.split("\n").map((text) => JSON.parse(text || "null"))
    expect([health.status, plans.data[0].name, typeof advanced.to]).toEqual(["ok", "Starter", "string"])
    server.kill("SIGTERM")
    expect(await once(server, "exit")).toEqual([0, null])
  })

  it("has the console in it, without what that is made with", async () => {
    const script = `
      import { createSimulator } from "studio-billing/simulator"
      const { fetch } = await createSimulator({ listen: false })
      const page = await fetch("/", { headers: { accept: "text/html" } })
      const files = [page, await fetch("/console/app.js"), await fetch("/console/app.css")]
      console.log(files.map((file) => file.status + " " + file.headers.get("content-type")).join("\\n"))
      await import("esbuild").catch((fault) => console.log(fault.code))`
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], stranger.folder)
    expect(stdout).toBe(
      [
        "200 text/html; charset=utf-8",
        "200 text/javascript; charset=utf-8",
        "200 text/css; charset=utf-8",
        "ERR_MODULE_NOT_FOUND\n",
      ].join("\n"),
    )
  })
})

describe("an example", () => {
  const print = async (name: string, text: string) => {
    stranger.write({ [name]: text })
    return run(process.execPath, [name], stranger.folder)
  }

  it("of embedding computes an invoice", async () => {
    const { status, stdout } = await print("invoice.ts", invoice)
    expect([status, stdout]).toEqual([0, saidBy(invoice)])
  })

  it("of the vectors finds one of them", async () => {
    const { stdout } = await print("vectors.ts", vectors)
    expect(stdout).toBe(saidBy(vectors))
  })

  it("of embedding is a whole service, copied out of the package, also over HTTP", async () => {
    expect(Object.keys(services)).toHaveLength(2)
    for (const [name, text] of Object.entries(services)) {
      expect((await print(name, text)).stdout).toBe(saidBy(text))
    }
  })

  /** The outcome of each test, by the name of its file. */
  const outcomes = async (files: Readonly<Record<string, string>>) => {
    stranger.write(files)
    const report = join(stranger.folder, "report.json")
    const args = ["run", "--reporter=json", `--outputFile=${report}`]
    const vitest = join(stranger.folder, "node_modules/vitest/vitest.mjs")
    await run(process.execPath, [vitest, ...args], stranger.folder)
    const { testResults } = JSON.parse(readFileSync(report, "utf8"))
    return Object.fromEntries(
      testResults.map((file: { name: string; assertionResults: ReadonlyArray<{ status: string }> }) => [
        file.name.slice(file.name.lastIndexOf("/") + 1),
        file.assertionResults.map(({ status }) => status),
      ]),
    )
  }

  it("pays an invoice in a test file of under 20 lines, and would see if it were not paid", async () => {
    expect(shown.trim().split("\n").length).toBeLessThan(20)
    expect(shown).toContain('"PAID"')
    const declined = shown.replace("subscribe()", 'subscribe({ cardToken: "tok_charge_declined" })')
    expect(await outcomes({ "pays.test.ts": shown, "declined.test.ts": declined })).toEqual({
      "pays.test.ts": ["passed", "passed"],
      "declined.test.ts": ["failed", "passed"],
    })
  })

  it("bills a month in the test of the README, and would see if it were not paid", async () => {
    const declined = ofReadme.replace("tok_visa", "tok_charge_declined")
    expect(await outcomes({ "readme.test.ts": ofReadme, "refused.test.ts": declined })).toMatchObject({
      "readme.test.ts": ["passed"],
      "refused.test.ts": ["failed"],
    })
  })

  it("calls the service through the client of the package", async () => {
    const calls = `import { createStudioClient, StudioApiError } from "studio-billing/client"
import { createSimulator } from "studio-billing/simulator"
import { expect, it } from "vitest"

it("is refused in types of the package, and then has plans", async () => {
  const { close, control, fetch, url: baseUrl } = await createSimulator({ listen: false })
  const stranger = createStudioClient({ baseUrl, fetch })
  await expect(stranger.plans.list()).rejects.toBeInstanceOf(StudioApiError)
  const client = createStudioClient({ baseUrl, fetch, accessToken: await control.token() })
  expect((await client.plans.list({ query: { limit: 1 } })).meta.totalItems).toBe(5)
  await close()
})
`
    expect(await outcomes({ "calls.test.ts": calls })).toMatchObject({ "calls.test.ts": ["passed"] })
  })
})

describe("entries of the simulator, which have Effect inside", () => {
  it("throw what is of the class that is imported elsewhere", async () => {
    const bundles = stranger.contents.files.filter(({ path }) => /^dist\/.*\.js$/.test(path))
    const homesOf = (name: string) =>
      bundles.flatMap(({ path }) => (packedText(path).includes(`name = "${name}"`) ? [path] : []))
    expect(homesOf("StudioApiError")).toEqual(["dist/src/client/errors.js"])
    expect(homesOf("StudioClientError")).toEqual(["dist/src/client/errors.js"])
    expect(homesOf("ControlRefused")).toHaveLength(1)
  })

  it("run on the Effect of whoever imports them where they are made of it", async () => {
    const source = fencesOf(read("docs/simulator/in-tests.md").text).find(({ text }) =>
      /Simulator\.layer/.test(text),
    )
    const text = source?.text ?? ""
    stranger.write({ "effect.ts": text })
    const { stdout } = await run(process.execPath, ["effect.ts"], stranger.folder)
    expect([stdout === "", stdout]).toEqual([false, saidBy(text)])
  })

  it("load Effect from outside there alone", () => {
    const outside = stranger.contents.files.filter(
      ({ path }) =>
        /^dist\/simulator\/[\w-]+\.js$/.test(path) && /^import .* from "effect\//m.test(packedText(path)),
    )
    const names = outside.map(({ path }) => path.replace(/^.*\/|-\w+\.js$/g, ""))
    expect(names.sort()).toEqual(["httpClientOf", "index.js"])
  })
})

it("every entry can be required from CommonJS, on each supported Node at hand", async () => {
  const names = [...entries.keys()].filter((name) => name !== "studio-billing/vitest")
  stranger.write({
    "required.cjs": `console.log(${JSON.stringify(names)}.every((name) => Object.keys(require(name)).length > 0))`,
  })
  for (const [, node] of nodes.filter(([version]) => isSupported(version))) {
    // An older Node warns that it can do so.
    expect(await run(node, ["required.cjs"], stranger.folder)).toMatchObject({ status: 0, stdout: "true\n" })
  }
})

describe("the types", () => {
  /** What the examples need beside `strict`: they have Node's types, and Node imports sources by their names. */
  const plain = {
    module: "NodeNext",
    strict: true,
    rewriteRelativeImportExtensions: true,
    noEmit: true,
    skipLibCheck: false,
    types: ["node"],
  }
  const strictest = {
    ...plain,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
  }
  const used = [
    "",
    "/api",
    "/engine",
    "/postgres",
    "/client",
    "/http",
    "/promises",
    "/http/node",
    "/webhooks",
    "/testing",
    "/simulator",
    "/vitest",
  ]
  const uses = `${used.map((entry, index) => `import * as entry${index} from "studio-billing${entry}"`).join("\n")}
import { computeInvoice } from "studio-billing"

export const all = [${used.map((_, index) => `entry${index}`).join(", ")}]
export const right = computeInvoice({ currency: "BRL", lines: [], coupon: null, vouchers: [] })
export const wrong = computeInvoice({ currency: 986, lines: [], coupon: null, vouchers: [] })
`

  const fits = async (options: object): Promise<void> => {
    stranger.write({
      "uses.ts": uses,
      "invoice.ts": invoice,
      "vectors.ts": vectors,
      ...services,
      "pays.test.ts": shown,
      "readme.test.ts": ofReadme,
      "tsconfig.json": JSON.stringify({
        compilerOptions: options,
        include: ["*.ts", "examples"],
        // Those need their frameworks, or a client of PostgreSQL.
        exclude: [
          "declined.test.ts",
          "examples/promises/express.ts",
          "examples/promises/fastify.ts",
          "examples/functions",
          "examples/workers",
          "examples/import",
          "examples/postgres",
          "examples/service",
        ],
      }),
    })
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    const { stdout } = await run(process.execPath, [tsc, "-p", "."], stranger.folder)
    const faults = stdout.trim().split("\n")
    expect(faults).toEqual([
      `uses.ts(${used.length + 5},39): error TS2322: Type 'number' is not assignable to type 'string'.`,
    ])
  }
  it("fit the examples and every entry, and refuse what is wrong: more than strict", () => fits(strictest))
  it.runIf(thorough)("fit the examples and every entry, and refuse what is wrong: strict alone", () =>
    fits(plain),
  )

  it("of the Promise form stand alone: they load no others, and none of Effect", async () => {
    const use = `import { BillingRejected, type BillingOptions, createBilling } from "studio-billing/promises"

export const pay = async (options: BillingOptions): Promise<string> => {
  const billing = createBilling(options)
  const paid = await billing.invoices.pay({ organizationId: "o", invoiceId: "i" }).outcome()
  if (paid.ok) return paid.data.status
  const { rejection } = paid.error
  return rejection._tag === "PaymentDeclined" ? rejection.declineCode : rejection._tag
}
export const isRefused = (fault: unknown): boolean => fault instanceof BillingRejected
export const wrong = (options: BillingOptions) => createBilling(options).invoices.pay({ organizationId: "o", invoiceId: 1 })
`
    stranger.write({
      "promises/uses.ts": use,
      "promises/tsconfig.json": JSON.stringify({ compilerOptions: strictest, include: ["*.ts"] }),
    })
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    const { stdout } = await run(process.execPath, [tsc, "-p", "promises", "--listFiles"], stranger.folder)
    const told = stdout.trim().split("\n")
    expect(told.filter((line) => line.includes("error TS"))).toEqual([
      "promises/uses.ts(11,110): error TS2322: Type 'number' is not assignable to type 'string'.",
    ])
    const loaded = told.filter((line) => /studio-billing|\/effect\//.test(line) && line.endsWith(".d.ts"))
    expect(loaded.map((path) => path.replace(/^.*\/dist\//, ""))).toEqual(["src/promises/index.d.ts"])
  })

  it("of a layer of ports say which services are there, without strict too", async () => {
    const use = `import { makeStudioServer } from "studio-billing/http"
import { type BillingOptions, portsLayer } from "studio-billing/promises"

declare const options: BillingOptions & Required<Pick<BillingOptions, "secrets" | "tokens" | "otpSender">>
const onDefect = () => {}
export const right = makeStudioServer({ ports: portsLayer(options), onDefect })
export const wrong = makeStudioServer({ ports: portsLayer(options as BillingOptions), onDefect })
`
    const loose = { ...plain, strict: false, skipLibCheck: true }
    stranger.write({
      "layers/uses.ts": use,
      "layers/tsconfig.json": JSON.stringify({ compilerOptions: loose, include: ["*.ts"] }),
    })
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    const { stdout } = await run(process.execPath, [tsc, "-p", "layers"], stranger.folder)
    const faults = stdout.split("\n").filter((line) => line.startsWith("layers/"))
    expect(faults.map((line) => line.replace(/,.*/, ""))).toEqual(["layers/uses.ts(7"])
  })
})
