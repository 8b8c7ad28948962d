// The command as people run it, and what the page about it shows.
import { spawn } from "node:child_process"
import { afterAll, describe, expect, it } from "vitest"
import { createSimulator } from "../../simulator/index.ts"
import { listen } from "../../src/http/node/nodeServer.ts"
import { servers } from "../support/hosts.ts"
import { beginning } from "../support/simulator.ts"
import { read } from "../tidy/source.ts"

const simulator = await createSimulator({ now: beginning, clock: "manual" })
afterAll(() => simulator.close())

const page = read("docs/testing.md").text
const shown = (name: string): string =>
  new RegExp(`^\`\`\`text ${name}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(page)?.[1] ?? ""

interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

const run = (...args: ReadonlyArray<string>): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ["test/conformance/main.ts", ...args])
    let [stdout, stderr] = ["", ""]
    child.stdout.on("data", (chunk) => {
      stdout += chunk
    })
    child.stderr.on("data", (chunk) => {
      stderr += chunk
    })
    child.on("close", (status) => resolve({ status, stdout, stderr }))
  })

/** A line of a report without what differs from run to run. */
const shapeOf = (line: string): string =>
  line
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/, "ID")
    .replace(/(?: +\d{3} x\d+,?)+$/, " ANSWERS")
    .replaceAll(/ +\d+/g, " N")
    .replaceAll(/x\d+/g, "xN")

describe("the command", () => {
  it("prints what the page shows, in this order", async () => {
    const args = ["--url", simulator.url, "--control", "simulator", "--seed", "42", "--runs", "12"]
    const { status, stdout, stderr } = await run(...args)
    expect([status, stderr]).toEqual([0, ""])
    const printed = stdout.split("\n").map(shapeOf)
    const expected = shown("output").split("\n").map(shapeOf)
    expect(expected.length).toBeGreaterThan(10)
    let from = 0
    for (const line of expected) {
      const at = printed.indexOf(line, from)
      expect({ line, isThere: at >= from }).toEqual({ line, isThere: true })
      from = at + 1
    }
  })

  it.each(servers)("tries %s on a socket, by /studio alone", async (_, start) => {
    const host = start()
    const { url, stop } = await listen({ dispatcher: host.dispatcher, host: "127.0.0.1", port: 0 })
    const args = ["--url", url, "--token", await host.token(), "--runs", "10"]
    // Another seed each time, which FC_SEED plays again.
    const { status, stdout, stderr } = await run(...args, "--seed", process.env.FC_SEED ?? "42")
    expect({ status, stderr, failed: /^Failed: .*$/m.exec(stdout)?.[0] }).toEqual({ status: 0, stderr: "" })
    await stop()
  })

  it("helps with what the page shows", async () => {
    const { status, stdout } = await run("--help")
    expect([status, stdout]).toEqual([0, shown("usage")])
  })

  const url = simulator.url
  it.each([
    [["--nope"], 2, "conformance: Unknown option '--nope'\n"],
    [["--url", "ftp://x", "--token", "x"], 2, "conformance: --url has to be a URL of http or https\n"],
    [["--url", url], 2, "conformance: --token TOKEN is needed\n"],
    [["--url", url, "--control", "x"], 2, "conformance: --control has to be simulator\n"],
    [
      ["--url", url, "--token", "x", "--runs", "0"],
      2,
      "conformance: --runs has to be an integer from 1 to 100000\n",
    ],
    [["--url", url, "--token", "x"], 1, "conformance: the token is refused: 401 unauthorized\n"],
  ])("refuses %j with status %i and one line", async (args, status, line) => {
    expect(await run(...args)).toEqual({ status, stdout: "", stderr: line })
  })

  it("says in one line that a server cannot be reached", async () => {
    const { status, stderr } = await run("--url", "http://127.0.0.1:1", "--token", "x")
    expect(status).toBe(1)
    expect(stderr).toMatch(/^conformance: http:\/\/127\.0\.0\.1:1 cannot be tried: there is no answer: .*\n$/)
    expect(stderr.split("\n")).toHaveLength(2)
  })
})
