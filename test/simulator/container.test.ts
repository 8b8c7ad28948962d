// The image of the simulator, as far as it can be tried without a container engine: its build has what it copies and
// nothing else, and what it starts answers its health check and ends in order.
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { thorough } from "../support/thorough.ts"
import { read } from "../tidy/source.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const [, building = "", running = ""] = read("Containerfile").text.split(/^FROM /m)

/** What follows an instruction of a stage, for each time that it is there. */
const told = (stage: string, instruction: string): ReadonlyArray<string> =>
  Array.from(stage.matchAll(new RegExp(`^${instruction} (.*)$`, "gm")), ([, rest = ""]) => rest)

const copied = told(building, "COPY").flatMap((rest) => rest.split(" ").slice(0, -1))
const execOf = (text = ""): ReadonlyArray<string> => JSON.parse(text.replace(/^[^[]*/, ""))
const variables = Object.fromEntries(
  told(running, "ENV").flatMap((rest) => rest.split(" ").map((pair) => pair.split("="))),
)

describe("the description of the image", () => {
  it("copies what is there, which is not left out of its context", () => {
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const context = read(".containerignore")
      .text.split("\n")
      .flatMap((line) => line.split("!")[1] ?? [])
    const isWithin = (path: string) => context.some((kept) => path === kept || path.startsWith(`${kept}/`))
    expect(copied.filter((path) => !isWithin(path))).toEqual([])
  })

  it("does not run as root, and says on which port", () => {
    expect(told(running, "USER")).toEqual(["node"])
    expect(told(running, "EXPOSE")).toEqual([variables.PORT])
  })
})

/** Runs the health check where the container was begun with these arguments. */
const checkHealth = async (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), "health-"))
  writeFileSync(join(folder, "cmdline"), ["node", "bin.js", ...args, ""].join("\0"))
  const [, ...check] = execOf(told(running, "HEALTHCHECK")[0])
  const here = check.map((part) => part.replace("/proc/1", folder))
  const checked = promisify(execFile)(process.execPath, here, { env: { ...variables, ...env } })
  return checked.finally(() => rmSync(folder, { recursive: true }))
}

describe("the health check", () => {
  it("asks on the port of the flag, or else of the variable", async () => {
    const server = createServer((_, response) => response.end()).listen(0, "127.0.0.1")
    await once(server, "listening")
    const port = String((server.address() as AddressInfo).port)
    await checkHealth([], { PORT: port })
    await checkHealth(["--clock", "manual", "--port", port], {})
    await checkHealth([`--port=${port}`], { PORT: "1" })
    server.close()
    await expect(checkHealth([], { PORT: port })).rejects.toMatchObject({ code: 1 })
  })
})

describe.runIf(thorough)("the image", () => {
  let base: string
  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), "image-"))
    const build = join(base, "build")
    for (const path of copied) cpSync(join(root, path), join(build, path), { recursive: true })
    symlinkSync(join(root, "node_modules"), join(build, "node_modules"))
    await promisify(execFile)(process.execPath, ["tools/build.ts"], { cwd: build })
    for (const path of ["package.json", "dist"]) {
      cpSync(join(build, path), join(base, "app", path), { recursive: true })
    }
    const { packages } = JSON.parse(read("package-lock.json").text)
    const kept = Object.entries<{ dev?: true; peer?: true; optional?: true; devOptional?: true }>(packages)
      .filter(
        ([path, { dev, peer, optional, devOptional }]) =>
          path !== "" && !dev && !peer && !optional && !devOptional,
      )
      .map(([path]) => path)
    for (const path of kept) {
      cpSync(join(root, path), join(base, "app", path), { recursive: true, dereference: true })
    }
  })
  afterAll(() => rmSync(base, { recursive: true }))

  it("starts with a control token alone, is healthy, and ends in order", async () => {
    const inside = (args: ReadonlyArray<string>) =>
      args.map((arg) => arg.replace(/^\/app/, join(base, "app")))
    const [, ...args] = inside(execOf(told(running, "ENTRYPOINT")[0]))
    const { PATH } = process.env
    const env = { PATH, ...variables, PORT: "0", CONTROL_TOKEN: "s3cret", LOG: "json" }
    const server = spawn(process.execPath, args, { cwd: dirname(base), env })
    const ended = once(server, "close")
    const [line] = await once(createInterface(server.stdout), "line")
    const { port } = new URL(JSON.parse(line).url)
    await checkHealth([], { PORT: port })
    server.kill("SIGTERM")
    expect(await ended).toEqual([0, null])
  })

  it("refuses to start without a control token", async () => {
    const started = promisify(execFile)(process.execPath, [join(base, "app/dist/simulator/bin.js")], {
      env: variables,
    })
    await expect(started).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("CONTROL_TOKEN") })
  })
})
