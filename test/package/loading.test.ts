// What an entry does as it is loaded: it draws nothing at random, waits for nothing and asks nobody. Workers of Cloudflare
// refuse a module that does, and whoever imports one name of it pays for it.
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { read } from "../tidy/source.ts"

const exported: Readonly<Record<string, unknown>> = JSON.parse(read("package.json").text).exports

/** Without the data, and without the entry that is for vitest alone. */
const entries = Object.keys(exported)
  .filter((path) => !/\*|json$|vitest$/.test(path))
  .map((path) => path.replace(/^\./, "studio-billing"))

const watching = `
  import { syncBuiltinESMExports } from "node:module"
  import crypto from "node:crypto"
  const done = []
  const watch = (owner, ...names) => {
    for (const name of names) {
      const real = owner[name]
      const value = function (...given) {
        done.push(name)
        return real.apply(this, given)
      }
      Object.defineProperty(owner, name, { value, configurable: true, enumerable: true })
    }
  }
  watch(crypto, "randomUUID", "randomBytes", "randomInt", "randomFillSync", "generateKeyPairSync")
  watch(Object.getPrototypeOf(globalThis.crypto), "randomUUID", "getRandomValues")
  watch(globalThis, "setTimeout", "setInterval", "setImmediate", "fetch")
  watch(Math, "random")
  syncBuiltinESMExports()`

const doneBy = async (work: string): Promise<unknown> => {
  const script = `${watching}\n${work}\nconsole.log(JSON.stringify(done))`
  const args = ["--import", "./test/support/ownName.ts", "--input-type=module", "-e", script]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

it.each(entries)("%s does nothing as it is loaded", async (entry) => {
  expect(await doneBy(`await import("${entry}")`)).toEqual([])
})

it("sees what is done", async () => {
  const work = `const { randomUUID } = await import("node:crypto")
    randomUUID(); globalThis.crypto.getRandomValues(new Uint8Array(1)); globalThis.crypto.randomUUID(); Math.random(); setTimeout(() => {})`
  const seen = ["randomUUID", "getRandomValues", "randomUUID", "random", "setTimeout"]
  expect(await doneBy(work)).toEqual(seen)
})
