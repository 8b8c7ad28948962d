import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, describe, expect, it } from "vitest"
import { buildConsole, CONSOLE_FILES, consoleAssets } from "../../../simulator/server/consoleAssets.ts"

const folder = mkdtempSync(join(tmpdir(), "console-"))
afterAll(() => rmSync(folder, { recursive: true }))

const sources = new URL("../../../simulator/console/", import.meta.url)

describe("the console of a checkout", () => {
  it("is read once", async () => {
    expect(consoleAssets()).toBe(consoleAssets())
    expect(await consoleAssets()).toBe(await consoleAssets())
  })

  it("is what the build writes", async () => {
    await buildConsole(sources, join(folder, "console"))
    expect(readdirSync(join(folder, "console")).sort()).toEqual([...CONSOLE_FILES].sort())
    const assets = await consoleAssets()
    for (const name of CONSOLE_FILES) {
      expect(readFileSync(join(folder, "console", name)).equals(assets[name].bytes), name).toBe(true)
    }
  })

  it("has a tag of its own for each file", async () => {
    const tags = Object.values(await consoleAssets()).map(({ etag }) => etag)
    expect(new Set(tags).size).toBe(CONSOLE_FILES.length)
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]{43}"$/)
  })

  it("names its files from where it is, and no other host", async () => {
    const page = Buffer.from((await consoleAssets())["index.html"].bytes).toString()
    const named = Array.from(page.matchAll(/(?:src|href)="([^"]*)"/g), ([, address]) => address)
    expect(named).toEqual(expect.arrayContaining(["console/app.js", "console/app.css"]))
    for (const address of named) expect(address).toMatch(/^(?:console\/|data:|#)/)
  })

  it("has no script and no style within its page, which its policy would not let run", async () => {
    const page = Buffer.from((await consoleAssets())["index.html"].bytes).toString()
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son\w+=/i)
  })

  it("is of moderate size", async () => {
    const sizes = Object.values(await consoleAssets()).map(({ bytes }) => gzipSync(bytes).byteLength)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(60_000)
  })

  it("cannot be built of sources that are not there, and says so", async () => {
    await expect(buildConsole(new URL("nowhere/", sources), folder)).rejects.toThrow(/main\.tsx/)
  })
})
