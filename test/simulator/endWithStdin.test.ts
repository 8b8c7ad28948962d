// A command that lasts as long as its standard input, so that whoever started it leaves nothing behind.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { commandFile } from "../support/commandFile.ts"
import { type Command, makeClient, run, runNode } from "../support/simulator.ts"

let folder: string
let file: string
let command: Command
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "studio-stdin-"))
  file = join(folder, "state.json")
})
afterEach(() => {
  command.process.kill("SIGKILL")
  rmSync(folder, { recursive: true })
})

const flags = () => ["--port", "0", "--log", "json", "--state", file, "--end-with-stdin"]

const startedBy = async (started: Command) => {
  command = started
  return makeClient(fetch, JSON.parse(await command.nextLine()).url)
}

const isSaved = () => existsSync(file) && JSON.parse(readFileSync(file, "utf8")).fileVersion === 1

/** Starts the command with a pipe, and lives on. */
const parent = `
const [file, ...args] = process.argv.slice(1)
require("node:child_process").spawn(process.execPath, [file, ...args], { stdio: ["pipe", "inherit", "inherit"] })
setInterval(() => undefined, 1000)
`

describe("a command with --end-with-stdin", () => {
  it("ends in order when its input is closed, whatever came by it", async () => {
    const { call } = await startedBy(run(flags(), {}, "pipe"))
    const { stdin } = command.process
    await new Promise((resolve) => stdin?.write("x".repeat(1_000_000), resolve))
    expect((await call("GET", "/_simulator/health")).status).toBe(200)
    expect(isSaved()).toBe(false)
    stdin?.end()
    expect(await command.ended).toEqual({ status: 0, stderr: "" })
    expect(isSaved()).toBe(true)
  })

  it("ends in order when whoever started it is killed", async () => {
    const { call } = await startedBy(runNode(["-e", parent, commandFile, ...flags()]))
    expect((await call("GET", "/_simulator/health")).status).toBe(200)
    command.process.kill("SIGKILL")
    // Its output is closed when the command, which has it too, has ended.
    expect(await command.ended).toEqual({ status: null, stderr: "" })
    await expect(call("GET", "/_simulator/health")).rejects.toThrow()
    expect(isSaved()).toBe(true)
  })

  it("ends at once without an input", async () => {
    command = run(flags())
    expect(await command.ended).toEqual({ status: 0, stderr: "" })
  })

  it("ends by a signal as well", async () => {
    await startedBy(run(flags(), {}, "pipe"))
    command.process.kill("SIGTERM")
    expect(await command.ended).toEqual({ status: 0, stderr: "" })
  })
})

describe("a command without it", () => {
  it("goes on when its input is closed", async () => {
    const { call } = await startedBy(run(["--port", "0", "--log", "json"], {}, "pipe"))
    command.process.stdin?.end()
    for (const _ of Array(3)) expect((await call("GET", "/_simulator/health")).status).toBe(200)
  })
})
