// The lock of a file where several take it at the same moment.
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { hostname, tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { takeLock } from "../../../simulator/world/state/fileLock.ts"

/** The lock of a process that is no more: this one began at another time. */
const dead = JSON.stringify({ pid: process.pid, host: hostname(), started: "-1", id: "dead" })

it.each([
  ["where there is none", {}],
  ["where a process left one behind", { ".state.json.lock": dead }],
  [
    "where another one was killed as it took that",
    { ".state.json.lock": dead, ".state.json.lock.next": dead },
  ],
])("of several that take a lock at once %s, one has it", async (_, files) => {
  for (let round = 0; round < 40; round++) {
    const folder = await mkdtemp(join(tmpdir(), "lock-"))
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    const file = join(folder, "state.json")
    const taken = await Promise.allSettled(Array.from({ length: 5 }, () => takeLock(file)))
    const locks = taken.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
    const faults = taken.flatMap((one) => (one.status === "rejected" ? [one.reason.name] : []))
    expect(faults).toEqual(Array.from({ length: 4 }, () => "LockTaken"))
    expect(await Promise.all(locks.map(({ isHeld }) => isHeld()))).toEqual([true])
    await locks[0]?.release()
    expect(await readdir(folder)).toEqual([])
    await rm(folder, { recursive: true })
  }
})
