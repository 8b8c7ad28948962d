import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { bundleConsole } from "../../../simulator/server/bundleConsole.ts"
import { consoleAssets } from "../../../simulator/server/consoleAssets.ts"

describe("the console of a checkout", () => {
  it("is read once", async () => {
    expect(consoleAssets()).toBe(consoleAssets())
    expect(await consoleAssets()).toBe(await consoleAssets())
  })

  it("is what its sources make", async () => {
    const [made, assets] = [await bundleConsole(), await consoleAssets()]
    expect(Object.keys(assets)).toEqual(Object.keys(made))
    const same = ({ bytes }: { readonly bytes: Uint8Array }, other: Uint8Array) =>
      Buffer.compare(bytes, other) === 0
    expect(same(assets["index.html"], made["index.html"])).toBe(true)
    expect(same(assets["app.js"], made["app.js"])).toBe(true)
    expect(same(assets["app.css"], made["app.css"])).toBe(true)
  })

  it("has a tag of its own for each file", async () => {
    const tags = Object.values(await consoleAssets()).map(({ etag }) => etag)
    expect(new Set(tags).size).toBe(3)
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
    const nowhere = new URL("nowhere/", import.meta.url)
    await expect(bundleConsole(nowhere)).rejects.toThrow(/main\.tsx/)
  })
})
