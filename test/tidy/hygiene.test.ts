// What belongs to one machine stays on it: no path of one, and no place from which packages were fetched.
import { describe, expect, it } from "vitest"
import { type File, filesUnder, read } from "./source.ts"

const linesWith = (files: ReadonlyArray<File>, pattern: RegExp): ReadonlyArray<string> =>
  files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  )

const machinePaths = (files: ReadonlyArray<File>): ReadonlyArray<string> =>
  linesWith(files, /(?<![\w.])\/(?:work|root|Users|home\/\w+|tmp\/brief)\/|\bshared\/(?:spec|design|cases)\b/)

const registryHosts = (files: ReadonlyArray<File>): ReadonlyArray<string> =>
  linesWith(files, /\bregistry\.[\w-]+\.\w|\bregistry\s*=|"resolved":\s*"https?:/)

const planted = (text: string): ReadonlyArray<File> => [{ path: "x", text: `first\n${text}\n` }]

describe("no file", () => {
  const files = filesUnder(".").filter(({ text }) => !text.includes("\0"))

  it("names a path of a machine", () => {
    expect(machinePaths(files)).toEqual([])
  })

  it.each(["work", "root", "Users", "home/me", "tmp/brief"])("a path under /%s would be found", (folder) => {
    expect(machinePaths(planted(`see "/${folder}/notes.md"`))).toEqual(["x:2"])
  })

  it("names a host of packages", () => {
    expect(registryHosts(files)).toEqual([])
  })

  it.each([
    ["registry", "example.org/effect"].join("."),
    ["registry", "packages.internal"].join("="),
    ['"resolved"', '"https://packages.internal/effect.tgz"'].join(": "),
  ])("a host would be found: %s", (text) => {
    expect(registryHosts(planted(text))).toEqual(["x:2"])
  })

  it("of the lock says from where a package was fetched", () => {
    const { packages } = JSON.parse(read("package-lock.json").text) as {
      readonly packages: Record<string, { readonly resolved?: string }>
    }
    const fetched = Object.entries(packages).filter(([, { resolved }]) => /^https?:/.test(resolved ?? ""))
    expect(fetched.map(([name]) => name)).toEqual([])
  })
})
