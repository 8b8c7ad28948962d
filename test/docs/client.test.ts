// The page of the client as a newcomer uses it: its examples are compiled and run, and its options are those of the code.
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import type { StudioClientOptions } from "../../src/client/index.ts"
import { read } from "../tidy/source.ts"
import { compileFaults } from "./examples.ts"
import { tablesUnder } from "./markdown.ts"

const root = new URL("../..", import.meta.url)
const page = read("docs/client.md").text
const examples = Array.from(page.matchAll(/^```ts run\n([\s\S]*?)^```$/gm), ([, text = ""]) => text)

const entries = {
  "studio-billing/client": "src/client/index.ts",
  "studio-billing/simulator": "simulator/index.ts",
}

/** The example with entries of the package by their files. */
const here = (text: string): string =>
  Object.entries(entries).reduce(
    (code, [name, file]) => code.replace(JSON.stringify(name), JSON.stringify(new URL(file, root).href)),
    text,
  )

describe("the examples", () => {
  it("begin with five lines", () => {
    const [, first = ""] = /^# .*\n\n.*\n\n```ts run\n([\s\S]*?)^```$/m.exec(page) ?? []
    expect(first).toBe(examples[0])
    expect(first.split("\n").filter((line) => !/^(?:\/\/.*|)$/.test(line))).toHaveLength(5)
  })

  it("compile", () => {
    expect(examples).toHaveLength(5)
    expect(compileFaults(examples)).toEqual([])
  })

  it.each(examples)("print what their comments say, example %#", async (text) => {
    const args = ["--input-type=module-typescript", "-e", here(text)]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
    const said = /(?:^\/\/ .*\n)+$/m.exec(text)?.[0] ?? "nothing"
    expect(stdout).toBe(said.replaceAll(/^\/\/ /gm, ""))
  })
})

it("the options are these", () => {
  const options: { readonly [Name in keyof Required<StudioClientOptions>]: true } = {
    baseUrl: true,
    accessToken: true,
    getAccessToken: true,
    refresh: true,
    fetch: true,
    timeout: true,
    retry: true,
    strict: true,
  }
  const named = Array.from(tablesUnder(page, "Promises")[0]?.rows.keys() ?? [])
  expect(named).toEqual(Object.keys(options).map((name) => `\`${name}\``))
})
