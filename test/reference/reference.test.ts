// The check of the reference sees what lacks a docstring, and the reference has all entries of the manifest.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { entries } from "../support/entries.ts"
import { read } from "../tidy/source.ts"
import { headerOf, readSources } from "./reference.ts"
import { undocumented } from "./undocumented.ts"

const folder = mkdtempSync(join(tmpdir(), "reference-"))
afterAll(() => rmSync(folder, { recursive: true }))

const source = `// A module of its own.

/** The rule. */
export const told = 1

export const untold = 1

/** A record: its data are told by their names, and what can be called says its rule. */
export interface Thing {
  readonly _tag: "Thing"
  readonly amount: number
  readonly silent: () => void
  /** Rings. */
  readonly ring: () => void
}

export interface Silent {
  readonly amount: number
}

export type Name = string

/** Calls. */
export function call(): void {}

export function silent(): void {}

/** A class. */
export class Bell {
  strike(): void {}
}
`

describe("the check of the reference", () => {
  it("finds every export without documentation, and members that can be called", async () => {
    writeFileSync(join(folder, "entry.ts"), source)
    writeFileSync(join(folder, "other.ts"), "// Another one.\n\n/** The rule. */\nexport const other = 1\n")
    writeFileSync(
      join(folder, "tsconfig.json"),
      '{ "compilerOptions": { "strict": true }, "include": ["*.ts"] }',
    )
    const { project } = await readSources({
      entryPoints: [join(folder, "entry.ts"), join(folder, "other.ts")],
      tsconfig: join(folder, "tsconfig.json"),
      basePath: folder,
    })
    const said = project.children?.map(({ comment }) => comment?.summary[0]?.text)
    expect(said).toEqual(["A module of its own.", "Another one."])
    const found = undocumented(project).map((place) => place.split(" entry.")[1])
    expect(found.sort()).toEqual(["Bell.strike", "Name", "Silent", "Thing.silent", "silent", "untold"])
  })

  it("reads every entry of the manifest", () => {
    const { exports } = JSON.parse(read("package.json").text)
    // What is no code are JSON files, by their name or by a pattern.
    const named = Object.keys(exports).filter((entry) => !/\.json$|\*$/.test(entry))
    const imported = named.map((entry) => entry.replace(/^\./, "studio-billing"))
    expect([...entries.keys()].sort()).toEqual(imported.sort())
  })
})

describe("the comment that a file opens with", () => {
  it.each([
    ["// One.\n// Two.\n\nconst x = 1\n", "One.\nTwo."],
    ["#!/usr/bin/env node\n// One.\nx()\n", "One."],
    ["const x = 1\n// One.\n", ""],
  ])("of %j is %j", (text, header) => {
    expect(headerOf(text)).toBe(header)
  })
})
