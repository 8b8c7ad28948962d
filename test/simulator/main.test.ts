import { execFile } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { promisify } from "node:util"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { browserCommand } from "../../simulator/cli/openBrowser.ts"
import { type Command, makeClient, run, runNode, seeded, subscribe } from "../support/simulator.ts"
import { thorough } from "../support/thorough.ts"

let command: Command
afterEach(() => command.process.kill("SIGKILL"))

const startJson = async (...args: ReadonlyArray<string>): Promise<string> => {
  command = run(["--port", "0", "--log", "json", ...args])
  const { event, url } = JSON.parse(await command.nextLine())
  expect(event).toBe("listening")
  return url
}

describe("the start", () => {
  it("says where it listens and what to begin with, and what it says works", async () => {
    command = run(["--port", "0"])
    const lines = []
    do lines.push(await command.nextLine())
    while (!lines.at(-1)?.includes("curl -s http") || lines.at(-1)?.includes("TOKEN="))
    const text = lines.join("\n")
    expect(text).toMatch(/http:\/\/127\.0\.0\.1:\d+/)
    expect(text).toContain("owner@example.com")
    expect(text).toContain(seeded.organizationId)
    const script = lines.slice(lines.indexOf("Try it:") + 1).join("\n")
    const { stdout } = await promisify(execFile)("sh", ["-c", script])
    expect(JSON.parse(stdout).data.map(({ name }: { name: string }) => name)).toEqual([
      "Starter",
      "Pro",
      "Scale",
      "Legacy",
      "Team",
    ])
  })

  it("takes port, clock and log from the environment", async () => {
    command = run([], { PORT: "0", LOG: "json", NOW: "2030-01-01T00:00:00.000Z" })
    const { url } = JSON.parse(await command.nextLine())
    const { json } = await makeClient(fetch, url).call("GET", "/_simulator/clock")
    expect(json.now).toMatch(/^2030-01-01T00:0/)
  })

  it("logs each request, and no secret of it", async () => {
    const client = makeClient(fetch, await startJson())
    const token = await client.token()
    const { headers } = await client.call("GET", "/studio/plans?limit=7", { token })
    const first = JSON.parse(await command.nextLine())
    expect(first).toMatchObject({ event: "request", method: "POST", path: "/_simulator/tokens", status: 201 })
    const line = await command.nextLine()
    expect(JSON.parse(line)).toEqual({
      event: "request",
      method: "GET",
      path: "/studio/plans",
      status: 200,
      durationMs: expect.any(Number),
      requestId: headers.get("x-request-id"),
    })
    expect(line).not.toContain(token)
  })
})

describe("--open", () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "studio-open-"))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it.runIf(process.platform === "linux")("opens the console", async () => {
    const body = `fetch(process.argv[2] + "_simulator/clock")`
    writeFileSync(join(folder, "xdg-open"), `#!${process.execPath}\n${body}\n`, { mode: 0o755 })
    command = run(["--port", "0", "--log", "json", "--open"], { PATH: folder })
    await command.nextLine()
    expect(JSON.parse(await command.nextLine())).toMatchObject({ path: "/_simulator/clock", status: 200 })
  })

  it("says nothing where there is no browser", async () => {
    command = run(["--port", "0", "--log", "json", "--open"], { PATH: folder })
    const { url } = JSON.parse(await command.nextLine())
    expect((await makeClient(fetch, url).call("GET", "/_simulator/health")).status).toBe(200)
    command.process.kill("SIGTERM")
    expect(await command.ended).toEqual({ status: 0, stderr: "" })
  })

  it.each([
    ["darwin", "open"],
    ["win32", "cmd"],
    ["freebsd", "xdg-open"],
  ] as const)("asks %s with its own program", (platform, program) => {
    const asked = browserCommand(platform, "http://127.0.0.1:4010/")
    expect([asked[0], asked.at(-1)]).toEqual([program, "http://127.0.0.1:4010/"])
  })
})

describe("the command that has the package's name", () => {
  it.each(["", "-h", "--help"])("says what there is and starts nothing, with %j", async (argument) => {
    const args = ["simulator/cli/about.ts", ...(argument === "" ? [] : [argument])]
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args)
    expect(stdout).toMatch(/^studio-billing \d/)
    expect(stdout).toContain("studio-simulator --open ")
    expect(existsSync(/^Documents.*: (.*)$/m.exec(stdout)?.[1] ?? "")).toBe(true)
    expect(stderr).toBe("")
  })

  it("names the other command to whoever wants to start it", async () => {
    command = runNode(["simulator/cli/about.ts", "--port", "0"])
    const { status, stderr } = await command.ended
    expect(status).toBe(2)
    expect(stderr).toContain("studio-simulator --help")
  })
})

describe("the end", () => {
  it.each([
    ["an unknown flag", ["--nope"], 2, "'--nope'"],
    ["a bad value", ["--port", "abc"], 2, "--port"],
    ["a public address without a control token", ["--host", "0.0.0.0"], 2, "--control-token"],
  ])("is with one line and status after %s", async (_, args, expected, text) => {
    command = run(args)
    const { status, stderr } = await command.ended
    expect({ status, lines: stderr.split("\n").length }).toEqual({ status: expected, lines: 2 })
    expect(stderr).toContain(text)
  })

  it.each([
    ["--help", /^Usage: /],
    ["-h", /^Usage: /],
    ["--version", /^\d+\.\d+\.\d+$/],
  ])("is at once after %s", async (flag, pattern) => {
    command = run([flag])
    expect(await command.nextLine()).toMatch(pattern)
    expect((await command.ended).status).toBe(0)
  })

  it("is with one line and status 1 where the port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    await once(other, "listening")
    const { port } = other.address() as AddressInfo
    command = run(["--port", String(port)])
    const { status, stderr } = await command.ended
    other.close()
    expect({ status, lines: stderr.split("\n").length }).toEqual({ status: 1, lines: 2 })
    expect(stderr).toContain(String(port))
  })

  it.each(["SIGTERM", "SIGINT"] as const)("is in order after %s", async (signal) => {
    await startJson()
    command.process.kill(signal)
    expect(await command.ended).toEqual({ status: 0, stderr: "" })
  })

  it("answers at once who waits", async () => {
    const { port } = new URL(await startJson())
    const socket = connect(Number(port), "127.0.0.1")
    const answers = read(socket)
    const get = (path: string) => `GET /_simulator/${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
    // In one write: when the first is answered, the second has begun.
    socket.write(get("health") + get("otps?wait=60000"))
    await answers.containing('"status":"ok"')
    command.process.kill("SIGTERM")
    await answers.containing('"totalItems":0')
    expect(await command.ended).toEqual({ status: 0, stderr: "" })
  })

  it("finishes first what is in flight", async () => {
    const { port } = new URL(await startJson())
    const socket = connect(Number(port), "127.0.0.1")
    const answers = read(socket)
    const body = "{}"
    const health = "GET /_simulator/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    const head = `POST /_simulator/tokens HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    // In one write: when the first is answered, the second has begun and waits for its body.
    socket.write(health + head)
    await answers.containing('"status":"ok"')
    command.process.kill("SIGTERM")
    await refusing(Number(port))
    socket.write(body)
    await once(socket, "close")
    expect(answers.text()).toContain("HTTP/1.1 201 Created")
    expect(answers.text()).toContain("accessToken")
    expect((await command.ended).status).toBe(0)
  })
})

describe("a file of the state", () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "studio-main-"))
    file = join(folder, "state.json")
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it("is saved on a signal and loaded at the next start", async () => {
    const first = makeClient(fetch, await startJson("--clock", "manual", "--state", file))
    const token = await first.token()
    const { json } = await first.call("POST", "/_simulator/clock", { body: { advanceBy: "P1Y" } })
    command.process.kill("SIGTERM")
    expect(await command.ended).toEqual({ status: 0, stderr: "" })
    const second = makeClient(fetch, await startJson("--clock", "manual", "--state", file))
    expect((await second.call("GET", "/_simulator/clock")).json).toMatchObject({ now: json.to })
    expect((await second.call("GET", "/studio/plans", { token })).status).toBe(200)
  })

  /** A start with a request in flight, for which the end waits; it is over with `finish`. */
  const startWaiting = async () => {
    const { port } = new URL(await startJson("--state", file))
    const socket = connect(Number(port), "127.0.0.1")
    const answers = read(socket)
    socket.write("GET /_simulator/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    socket.write("POST /_simulator/tokens HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n")
    socket.write("Content-Type: application/json\r\n\r\n")
    await answers.containing('"status":"ok"')
    command.process.kill("SIGINT")
    await refusing(Number(port))
    return { finish: () => socket.write("{}") }
  }

  it("is saved although a second signal comes, which is told so", async () => {
    const { finish } = await startWaiting()
    command.process.kill("SIGINT")
    const [said] = await once(command.process.stderr as Readable, "data")
    expect(`${said}`).toBe(`studio-simulator: saving ${file}; once more ends without it\n`)
    finish()
    expect((await command.ended).status).toBe(0)
    expect(JSON.parse(readFileSync(file, "utf8")).fileVersion).toBe(1)
  })

  it("is left as it was by a third signal", async () => {
    await startWaiting()
    command.process.kill("SIGINT")
    await once(command.process.stderr as Readable, "data")
    command.process.kill("SIGINT")
    const { status, stderr } = await command.ended
    expect({ status, last: stderr.split("\n").at(-2) }).toEqual({
      status: 1,
      last: "studio-simulator: ended before it had finished",
    })
    expect(existsSync(file)).toBe(false)
  })

  it.each([
    ["is cut short", '{"fileVersion":1,', "is no whole JSON document"],
    ["is of another program", "{}", "is no state of a simulator that this one knows"],
  ])("ends the start with one line and status 1 where it %s", async (_, text, reason) => {
    writeFileSync(file, text)
    command = run(["--port", "0", "--state", file])
    const { status, stderr } = await command.ended
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(new RegExp(`^studio-simulator: the state file ${file} ${reason}.*\n$`)),
    })
    expect(readFileSync(file, "utf8")).toBe(text)
  })

  it("ends the end with one line and status 1 where it cannot be written, and stays whole", async () => {
    const client = makeClient(fetch, await startJson("--state", file))
    await client.call("POST", "/_simulator/state/save")
    mkdirSync(`${file}.dir`)
    renameSync(file, `${file}.old`)
    renameSync(`${file}.dir`, file)
    command.process.kill("SIGTERM")
    const { status, stderr } = await command.ended
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /^studio-simulator: the state file .+state\.json cannot be written \(\w+\): .+\n$/,
      ),
    })
    expect(JSON.parse(readFileSync(`${file}.old`, "utf8")).fileVersion).toBe(1)
  })
})

describe.runIf(thorough)("a seed and a policy from files", () => {
  let folder: string
  const file = (name: string) => join(folder, name)
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "studio-main-"))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const say = async (...args: ReadonlyArray<string>) => {
    command = run(args)
    const { status, stderr } = await command.ended
    return { status, stderr: stderr.replaceAll(`${folder}/`, "") }
  }
  const end = async () => {
    command.process.kill("SIGTERM")
    expect(await command.ended).toEqual({ status: 0, stderr: "" })
  }
  const base = `/studio/organizations/${seeded.organizationId}`

  it("begin with what init writes, in every world", async () => {
    expect(await say("init", file("seed.jsonc"))).toEqual({ status: 0, stderr: "" })
    const url = await startJson("--clock", "manual", "--seed", file("seed.jsonc"))
    for (const world of [url, `${url}/w/other`]) {
      const client = makeClient(fetch, world)
      const token = await client.token()
      expect((await client.call("GET", "/studio/plans", { token })).json.meta.totalItems).toBe(1)
    }
  })

  it("tell a terminal nothing but texts, whatever is in them", async () => {
    const { organizationId } = seeded
    const seed = { organizations: [{ organizationId, name: "One", currency: "BRL" }] }
    const user = {
      userId: "0190a000-0000-7000-8000-000000000011",
      email: "a\u001b[31m\u009b31m@example.com",
      memberships: [{ organizationId }],
    }
    writeFileSync(file("seed.json"), JSON.stringify({ ...seed, users: [user] }))
    command = run(["--port", "0", "--seed", file("seed.json")])
    await command.nextLine()
    expect(await command.nextLine()).toContain("a\\u001b[31m\\u009b31m@example.com")
    await end()

    writeFileSync(file("seed.json"), JSON.stringify({ ...seed, "\u001b]0;title\u0007": 1 }))
    const { stderr } = await say("--port", "0", "--seed", file("seed.json"))
    expect(stderr).toContain("\\u001b]0;title\\u0007: Unknown member")
  })

  it("do not write over a file unless they are told", async () => {
    writeFileSync(file("seed.jsonc"), "mine")
    expect(await say("init", file("seed.jsonc"))).toEqual({
      status: 1,
      stderr:
        "studio-simulator: seed.jsonc is there already; --force writes over it, another name leaves it alone\n",
    })
    expect(readFileSync(file("seed.jsonc"), "utf8")).toBe("mine")
    expect((await say("init", file("seed.jsonc"), "--force")).status).toBe(0)
    expect(readFileSync(file("seed.jsonc"), "utf8")).not.toBe("mine")
  })

  it.each([
    [
      "--seed",
      '{ "organizations": [] }',
      "the seed file wrong.json, line 1: organizations: Expected at least one",
    ],
    ["--policy", '{\n"onExhausted": "STOP" }', "the policy file wrong.json, line 2: onExhausted: Expected "],
    ["--policy", "{", "the policy file wrong.json is no JSON, line 1: "],
  ])("end the start with one line and status 2 where %s names %j", async (flag, text, message) => {
    writeFileSync(file("wrong.json"), text)
    const { status, stderr } = await say("--port", "0", flag, file("wrong.json"))
    expect({ status, lines: stderr.split("\n").length }).toEqual({ status: 2, lines: 2 })
    expect(stderr).toContain(`studio-simulator: ${message}`)
  })

  it("leave a kept world its records, which a reset brings back to the seed, and give it their policy", async () => {
    const flags = ["--clock", "manual", "--state", file("state.json")]
    const first = makeClient(fetch, await startJson(...flags))
    const token = await first.token()
    await subscribe(first, token, { cardToken: "tok_insufficient_funds" })
    await first.call("POST", "/_simulator/clock", { body: { advanceBy: "P1M" } })
    await end()

    await say("init", file("seed.jsonc"))
    writeFileSync(file("policy.json"), '{ "dunningDays": [1], "onExhausted": "CANCEL" }')
    const url = await startJson(...flags, "--seed", file("seed.jsonc"), "--policy", file("policy.json"))
    const second = makeClient(fetch, url)
    const plans = async () => (await second.call("GET", "/studio/plans", { token })).json.meta.totalItems
    const status = async () => (await second.call("GET", `${base}/subscriptions`, { token })).json.status
    expect([await plans(), await status()]).toEqual([5, "PAST_DUE"])
    await second.call("POST", "/_simulator/clock", { body: { advanceBy: "P3D" } })
    expect(await status()).toBe("CANCELLED")
    await second.call("POST", "/_simulator/reset")
    expect(await plans()).toBe(1)
    await end()

    const third = makeClient(fetch, await startJson(...flags))
    await subscribe(third, token, { cardToken: "tok_insufficient_funds" })
    await third.call("POST", "/_simulator/clock", { body: { advanceBy: "P1M" } })
    await third.call("POST", "/_simulator/clock", { body: { advanceBy: "P20D" } })
    expect((await third.call("GET", `${base}/subscriptions`, { token })).json.status).toBe("PAST_DUE")
  })
})

const read = (socket: Socket) => {
  let text = ""
  socket.on("data", (chunk) => {
    text += chunk
  })
  return {
    text: () => text,
    containing: async (part: string): Promise<void> => {
      while (!text.includes(part)) await once(socket, "data")
    },
  }
}

/** When nobody listens on a port any more. */
const refusing = async (port: number): Promise<void> => {
  for (;;) {
    const socket = connect(port, "127.0.0.1")
    const refused = await new Promise((resolve) => {
      socket.once("connect", () => resolve(false)).once("error", () => resolve(true))
    })
    socket.destroy()
    if (refused) return
  }
}
