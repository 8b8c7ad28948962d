import { describe, expect, it } from "vitest"
import { NODE_MIN, nodeRefusal } from "../../simulator/cli/nodeVersion.ts"
import { read } from "../tidy/source.ts"

describe("the Node that it runs on", () => {
  it.each([
    ["22.19.0", null],
    ["22.20.1", null],
    ["24.0.0", null],
    ["22.18.9", "needs Node 22.19 or later, and this is 22.18.9"],
    ["20.20.2", "needs Node 22.19 or later, and this is 20.20.2"],
    ["8.0.0", "needs Node 22.19 or later, and this is 8.0.0"],
  ])("%s: %s", (version, refusal) => {
    expect(nodeRefusal(version)).toBe(refusal)
  })

  it("is that of the manifest", () => {
    expect(JSON.parse(read("package.json").text).engines.node).toBe(`>=${NODE_MIN}`)
  })
})
