import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises"
import { hostname, tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createSimulator, type Simulator, type SimulatorOptions } from "../../../simulator/index.ts"
import { StateFileUnusable } from "../../../simulator/world/state/stateFile.ts"
import { fullLifecycle, play } from "../../support/lifecycles.ts"
import { beginning, type Client, makeClient, subscribe } from "../../support/simulator.ts"

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "studio-state-"))
  file = join(folder, "state.json")
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

type Running = Simulator & Client

const start = async (options: SimulatorOptions = {}): Promise<Running> => {
  const simulator = await createSimulator({
    listen: false,
    now: beginning,
    clock: "manual",
    state: file,
    ...options,
  })
  return { ...simulator, ...makeClient(simulator.fetch, simulator.url) }
}

const save = ({ call }: Running) => call("POST", "/_simulator/state/save")
const stateOf = async ({ call }: Running, world = "") => (await call("GET", `${world}/_simulator/state`)).json
const content = () => readFile(file, "utf8")
/** The lock is there as long as a simulator runs. */
const lock = ".state.json.lock"
const there = async () => (await readdir(folder)).filter((name) => name !== lock).sort()

describe("a file of the state", () => {
  it("is made by a save, and by the end, with the mode of a secret", async () => {
    const simulator = await start()
    expect(await there()).toEqual([])
    expect(await save(simulator)).toMatchObject({ status: 204, json: null })
    expect(await there()).toEqual(["state.json"])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await rm(file)
    await simulator.close()
    expect(await there()).toEqual(["state.json"])
  })

  it("holds every world with its secrets: codes, refresh tokens and access tokens go on", async () => {
    const email = "owner@example.com"
    const context = "MAGIC_AUTH"
    const first = await start()
    const token = await first.token()
    await play(first, token, fullLifecycle)
    await first.call("POST", "/w/other/_simulator/clock", { body: { advanceBy: "P1D" } })
    const { otpId } = (await first.call("POST", "/studio/auth/otp", { body: { email, context } })).json
    const { code } = (await first.call("GET", "/_simulator/otps")).json.data[0]
    await first.call("POST", `/studio/auth/otp/${otpId}/validate`, { body: { email, code, context } })
    const signedIn = await first.call("POST", "/studio/auth/sign-in/magic-auth", { body: { otpId, code } })
    const codes = (await first.call("GET", "/_simulator/otps")).json
    const keys = (await first.call("GET", "/.well-known/jwks.json")).json
    const states = [await stateOf(first), await stateOf(first, "/w/other")]
    await first.close()

    // What a fresh simulator would begin with plays no part.
    const second = await start({ now: "2030-01-01T00:00:00.000Z" })
    expect([await stateOf(second), await stateOf(second, "/w/other")]).toEqual(states)
    expect((await second.call("GET", "/_simulator/otps")).json).toEqual(codes)
    expect((await second.call("GET", "/.well-known/jwks.json")).json).toEqual(keys)
    expect((await second.call("GET", "/studio/plans", { token })).status).toBe(200)
    const { refreshToken } = signedIn.json
    const refreshed = await second.call("POST", "/studio/auth/refresh", { body: { refreshToken } })
    expect(refreshed.status).toBe(200)
    // A world that nobody called is kept as well.
    await second.close()
    const third = await start()
    expect((await third.call("GET", "/w/other/_simulator/clock")).json.now).toBe("2026-02-01T00:00:00.000Z")
    await third.close()
  })

  it("is written in the order of the saves, one at a time", async () => {
    const simulator = await start()
    const saves = []
    for (let day = 0; day < 5; day++) {
      await simulator.call("POST", "/_simulator/clock", { body: { advanceBy: "P1D" } })
      saves.push(save(simulator))
    }
    await simulator.call("POST", "/_simulator/clock", { body: { advanceBy: "P1D" } })
    await simulator.close()
    expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(saves.map(() => 204))
    expect(JSON.parse(await content()).worlds[0].state.now).toBe("2026-02-06T00:00:00.000Z")
    expect(await there()).toEqual(["state.json"])
  })

  it("stays the target of a link", async () => {
    await writeFile(join(folder, "target.json"), await fresh())
    await symlink("target.json", file)
    const simulator = await start()
    await simulator.call("POST", "/_simulator/clock", { body: { advanceBy: "P1D" } })
    await simulator.close()
    expect(await readFile(join(folder, "target.json"), "utf8")).toContain("2026-02-01T00:00:00.000Z")
    expect(await there()).toEqual(["state.json", "target.json"])
  })
})

/** The content of a file of a simulator that has just begun. */
const fresh = async (): Promise<string> => {
  const simulator = await start({ state: join(folder, "fresh.json") })
  await simulator.close()
  const text = await readFile(join(folder, "fresh.json"), "utf8")
  await rm(join(folder, "fresh.json"))
  return text
}

// biome-ignore lint/suspicious/noExplicitAny: a document that is broken on purpose
const broken = (text: string, change: (document: any) => void): string => {
  const document = JSON.parse(text)
  change(document)
  return JSON.stringify(document)
}

describe("a start", () => {
  it.each<readonly [string, (text: string) => string, string]>([
    ["is empty", () => "", "is no whole JSON document: put a copy back, or name another file to begin anew"],
    [
      "is cut short",
      (text) => text.slice(0, -100),
      "is no whole JSON document: put a copy back, or name another file to begin anew",
    ],
    [
      "is none of JSON",
      () => "studio",
      "is no whole JSON document: put a copy back, or name another file to begin anew",
    ],
    [
      "is of another program",
      () => '{"users":[]}',
      "is no state of a simulator that this one knows: fileVersion: Required: put a copy back, or name another file to begin anew",
    ],
    [
      "is an export",
      (text) => JSON.stringify(JSON.parse(text).worlds[0].state),
      "fileVersion: Required: name another file, and put this export into a world by PUT /_simulator/state",
    ],
    [
      "is of a later version",
      (text) => text.replace('"fileVersion": 1', '"fileVersion": 2'),
      "is no state of a simulator that this one knows: fileVersion: Expected 1: take the simulator that wrote it, or name another file",
    ],
    [
      "has a world of a later version",
      (text) => text.replace('"schemaVersion": 1', '"schemaVersion": 2'),
      "worlds.0.state.schemaVersion: Expected 1: take the simulator that wrote it",
    ],
    ["has no key", (text) => broken(text, (document) => delete document.signingKey), "signingKey: Required"],
    [
      "has a key whose halves do not fit",
      (text) =>
        broken(text, (document) => {
          document.signingKey.n = `${document.signingKey.n.slice(0, -4)}AAAB`
        }),
      "signingKey: Expected a private RSA key",
    ],
    [
      "has a public key",
      (text) =>
        broken(text, (document) => {
          const { kty, n, e } = document.signingKey
          document.signingKey = { kty, n, e }
        }),
      "signingKey: Expected a private RSA key",
    ],
    [
      "has a short key of hashes",
      (text) =>
        broken(text, (document) => {
          document.worlds[0].hashKey = "AAAA"
        }),
      "worlds.0.hashKey: Expected 32 bytes in base64url",
    ],
    [
      "has a world that cannot be named",
      (text) =>
        broken(text, (document) => {
          document.worlds[0].name = "a b"
        }),
      "worlds.0.name: Expected the name of a world",
    ],
    [
      "has a world twice",
      (text) =>
        broken(text, (document) => {
          document.worlds.push(document.worlds[0])
        }),
      "worlds: Expected each world once",
    ],
    [
      "has no default world",
      (text) => text.replace('"name": "default"', '"name": "other"'),
      "worlds: Expected a world of the name default",
    ],
    [
      "has a broken record",
      (text) => text.replace('"status":"ACTIVE"', '"status":"GONE"'),
      "worlds.0.state.store.records.0.record.status: Expected",
    ],
  ])("is refused with a file that %s, which stays as it is", async (_, change, reason) => {
    const text = change(await fresh())
    await writeFile(file, text)
    const fault = await start().catch((fault: Error) => fault)
    expect(fault).toBeInstanceOf(StateFileUnusable)
    const { message } = fault as StateFileUnusable
    expect(message).toContain(`the state file ${file} `)
    expect(message).toContain(reason)
    expect(message).not.toContain("\n")
    // Nothing of what is in the file is told, since it is secret.
    expect(message.replace(file, "")).not.toMatch(/[\w-]{43}/)
    expect(await content()).toBe(text)
  })

  it("is refused where the file is a folder, or in a folder that is not there", async () => {
    await mkdir(file)
    await expect(start()).rejects.toThrow(
      `the state file ${file} cannot be read (EISDIR): it is a folder, so name a file in it`,
    )
    const elsewhere = join(folder, "none", "state.json")
    await expect(start({ state: elsewhere })).rejects.toThrow(
      `the state file ${elsewhere} cannot be written (ENOENT): make its folder first`,
    )
    await rm(file, { recursive: true })
    await writeFile(file, "")
    await expect(start({ state: join(file, "state.json") })).rejects.toThrow(
      "(ENOTDIR): make its folder first",
    )
  })

  it.skipIf(process.getuid?.() === 0)(
    "is refused where the file or its folder is not for this user",
    async () => {
      await writeFile(file, await fresh(), { mode: 0 })
      const allow = "let this user read it, and write in its folder"
      await expect(start()).rejects.toThrow(`cannot be read (EACCES): ${allow}`)
      await chmod(folder, 0o500)
      await expect(start()).rejects.toThrow(`cannot be written (EACCES): ${allow}`)
      await chmod(folder, 0o700)
    },
  )
})

describe("a simulator whose file another one has", () => {
  it("is refused with the way out, and begins when the other one has ended", async () => {
    const first = await start()
    const fault = await start().catch((fault: Error) => fault)
    expect(fault).toBeInstanceOf(StateFileUnusable)
    expect((fault as Error).message).toBe(
      `the state file ${file} is in use by process ${process.pid} of ${hostname()}: end that simulator, or remove ${join(folder, lock)} if it has ended`,
    )
    await first.close()
    expect(await readdir(folder)).toEqual(["state.json"])
    await (await start()).close()
  })

  it("is refused by another name of the file", async () => {
    await (await start()).close()
    await symlink("state.json", join(folder, "link.json"))
    const first = await start()
    await expect(start({ state: join(folder, "link.json") })).rejects.toThrow("is in use")
    await first.close()
  })

  it("saves nothing any more when its lock was taken away", async () => {
    const first = await start()
    await rm(join(folder, lock))
    const second = await start()
    expect(await save(first)).toMatchObject({
      status: 500,
      json: {
        code: "state.not_saved",
        message: expect.stringContaining(
          "its lock was taken away: end the other simulator that has it, or keep a world by GET /_simulator/state",
        ),
      },
    })
    expect((await save(second)).status).toBe(204)
    await expect(first.close()).rejects.toBeInstanceOf(StateFileUnusable)
    expect(await readdir(folder)).toContain(lock)
    await second.close()
  })

  it.each([
    ["a process that is gone", { pid: 2 ** 22 + 1, host: hostname(), started: "1" }],
    ["an earlier process of this number", { pid: process.pid, host: hostname(), started: "1" }],
  ])("begins where the lock is that of %s", async (_, owner) => {
    await writeFile(join(folder, lock), JSON.stringify(owner))
    await (await start()).close()
    expect(await readdir(folder)).toEqual(["state.json"])
  })

  it.each([
    ["another host", JSON.stringify({ pid: 1, host: "elsewhere", started: "1" })],
    ["nobody who can be told yet", "{"],
  ])("is refused where the lock is that of %s", async (_, text) => {
    await writeFile(join(folder, lock), text)
    await expect(start()).rejects.toThrow(`remove ${join(folder, lock)} if it has ended`)
    expect(await readFile(join(folder, lock), "utf8")).toBe(text)
  })

  it("begins where the lock was left before it could tell whose it is", async () => {
    await writeFile(join(folder, lock), "")
    await utimes(join(folder, lock), 0, Date.now() / 1000 - 60)
    await (await start()).close()
    expect(await readdir(folder)).toEqual(["state.json"])
  })

  it.runIf(process.platform === "linux")(
    "begins where nobody has cleared away the process of the lock",
    async () => {
      // The shell becomes another program, which does not ask for the end of what the shell had begun.
      const parent = spawn("sh", ["-c", `"${process.execPath}" -p process.pid & exec sleep 600`])
      const [line] = await once(createInterface(parent.stdout), "line")
      const statOf = () => readFile(`/proc/${line}/stat`, "utf8")
      await expect.poll(statOf).toContain(") Z ")
      const started = (await statOf()).split(") ")[1]?.split(" ")[19]
      await writeFile(join(folder, lock), JSON.stringify({ pid: Number(line), host: hostname(), started }))
      const refused = await start().then(
        (begun) => begun.close(),
        (fault: unknown) => fault,
      )
      expect(refused).toBeUndefined()
      parent.kill()
    },
  )

  it("leaves no lock where it cannot begin", async () => {
    await writeFile(file, "")
    await expect(start()).rejects.toBeInstanceOf(StateFileUnusable)
    expect(await readdir(folder)).toEqual(["state.json"])
    await rm(file)
    const taken = await createSimulator()
    const port = Number(new URL(taken.url).port)
    await expect(start({ listen: true, port })).rejects.toMatchObject({ code: "EADDRINUSE" })
    expect(await readdir(folder)).toEqual([])
    await taken.close()
  })
})

describe("what a killed save left", () => {
  it("is removed by the next start, and nothing else is", async () => {
    const others = [".state.json.notes.tmp", ".state.jsonx.tmp", "state.json.tmp"]
    for (const name of [...others, `.state.json.${randomUUID()}.tmp`]) await writeFile(join(folder, name), "")
    const simulator = await start()
    expect(await there()).toEqual(others)
    await simulator.close()
  })
})

describe("a save that fails", () => {
  it("is told in one sentence, leaves the old file whole and nothing else, and can be made good", async () => {
    const simulator = await start()
    await save(simulator)
    const before = await content()
    await subscribe(simulator, await simulator.token())
    await rename(file, `${file}.old`)
    await mkdir(file)
    expect(await save(simulator)).toMatchObject({
      status: 500,
      json: {
        code: "state.not_saved",
        message: expect.stringMatching(
          /^The state file .+state\.json cannot be written \(EISDIR\): it is a folder, so name a file in it\. The file is as it was\.$/,
        ),
      },
    })
    expect(await there()).toEqual(["state.json", "state.json.old"])
    await rm(file, { recursive: true })
    await rename(`${file}.old`, file)
    expect(await content()).toBe(before)
    expect((await save(simulator)).status).toBe(204)
    expect(await content()).not.toBe(before)
    await simulator.close()
  })

  it("makes the end fail", async () => {
    const simulator = await start()
    await mkdir(file)
    await expect(simulator.close()).rejects.toBeInstanceOf(StateFileUnusable)
  })
})
