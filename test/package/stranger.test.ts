// What a stranger gets: the package, built and packed now, in an empty folder with what it depends on, and there the test
// file that the simulator's page shows.
import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, it } from "vitest"
import { fences } from "../docs/simulatorDoc/page.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "stranger-"))
const stranger = join(folder, "stranger")
const { name, dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const shown = fences.find(({ info }) => info === "ts test")?.text ?? ""

/** A stranger's vitest knows nothing of the one that this runs in. */
const environment = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/TEST/.test(key)))

const run = (command: string, args: ReadonlyArray<string>, cwd: string) =>
  promisify(execFile)(command, args, { cwd, env: environment })

/** The package as `npm pack` makes it. It is built beside, since `dist` may be missing, old or just being written. */
const packed = async (): Promise<string> => {
  const project = join(folder, "project")
  for (const kept of ["package.json", "README.md", "LICENSE", "docs"]) {
    cpSync(join(root, kept), join(project, kept), { recursive: true })
  }
  const tsup = join(root, "node_modules/tsup/dist/cli-default.js")
  await run(process.execPath, [tsup, "--silent", "--no-dts", "--out-dir", join(project, "dist")], root)
  const { stdout } = await run("npm", ["pack", "--ignore-scripts", "--json"], project)
  return join(project, JSON.parse(stdout)[0].filename)
}

const link = (dependency: string): void => {
  const place = join(stranger, "node_modules", dependency)
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(join(root, "node_modules", dependency), place)
}

beforeAll(async () => {
  const place = join(stranger, "node_modules", name)
  mkdirSync(place, { recursive: true })
  await run("tar", ["-xzf", await packed(), "--strip-components=1", "-C", place], folder)
  for (const dependency of Object.keys({ ...dependencies, ...peerDependencies })) link(dependency)
  writeFileSync(join(stranger, "package.json"), '{ "name": "stranger", "private": true, "type": "module" }')
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

/** The outcome of each test, by the name of its file. */
const outcomes = async (files: Readonly<Record<string, string>>) => {
  for (const [file, text] of Object.entries(files)) writeFileSync(join(stranger, file), text)
  const report = join(folder, "report.json")
  const args = ["run", "--reporter=json", `--outputFile=${report}`]
  await run(process.execPath, [join(stranger, "node_modules/vitest/vitest.mjs"), ...args], stranger).catch(
    () => {},
  )
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
  const declined = shown.replace("tok_visa", "tok_charge_declined")
  expect(await outcomes({ "pays.test.ts": shown, "declined.test.ts": declined })).toEqual({
    "pays.test.ts": ["passed"],
    "declined.test.ts": ["failed"],
  })
})

it("serves the console, without what it is made with", async () => {
  const script = `
    import { createSimulator } from "${name}/simulator"
    const { fetch } = await createSimulator({ listen: false })
    const page = await fetch("/", { headers: { accept: "text/html" } })
    const files = [page, await fetch("/console/app.js"), await fetch("/console/app.css")]
    console.log(files.map((file) => file.status + " " + file.headers.get("content-type")).join("\\n"))
    await import("esbuild").catch((fault) => console.log(fault.code))`
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], stranger)
  expect(stdout).toBe(
    [
      "200 text/html; charset=utf-8",
      "200 text/javascript; charset=utf-8",
      "200 text/css; charset=utf-8",
      "ERR_MODULE_NOT_FOUND\n",
    ].join("\n"),
  )
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
  expect((await client.plans.list({ query: { limit: 1 } })).meta.totalItems).toBe(4)
  await close()
})
`
  expect(await outcomes({ "calls.test.ts": calls })).toMatchObject({ "calls.test.ts": ["passed"] })
})
