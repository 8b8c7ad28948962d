// What belongs to one machine stays on it: no path of one, no place from which packages were fetched, and no mark of a merge.
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

const marksOfMerges = (files: ReadonlyArray<File>): ReadonlyArray<string> =>
  linesWith(files, /^(?:<{7}|>{7}) /)

const planted = (text: string): ReadonlyArray<File> => [{ path: "x", text: `first\n${text}\n` }]

describe("no file", () => {
  const files = filesUnder(".").filter(({ text }) => !text.includes("\0"))

  it("names a path of a machine", () => {
    expect(machinePaths(files)).toEqual([])
  })

  it.each(["work", "root", "Users", "home/me", "tmp/brief"])("a path under /%s would be found", (folder) => {
    expect(machinePaths(planted(`see "/${folder}/notes.md"`))).toEqual(["x:2"])
  })

  it("has the marks of a merge", () => {
    expect(marksOfMerges(files)).toEqual([])
  })

  it.each(["<", ">"])("a mark of a merge would be found: %s", (sign) => {
    expect(marksOfMerges(planted(`${sign.repeat(7)} HEAD`))).toEqual(["x:2"])
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
})

interface Locked {
  readonly resolved?: string
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
}

const packagesOf = (text: string): Record<string, Locked> =>
  (JSON.parse(text) as { readonly packages: Record<string, Locked> }).packages

const foundFrom = (packages: Record<string, Locked>, from: string, wanted: string): boolean =>
  `${from === "" ? "" : `${from}/`}node_modules/${wanted}` in packages ||
  (from !== "" && foundFrom(packages, from.slice(0, Math.max(from.lastIndexOf("/node_modules/"), 0)), wanted))

/** npm writes a lock without the packages of other platforms where it finds none, and `npm ci` then refuses the lock. */
const missing = (packages: Record<string, Locked>): ReadonlyArray<string> =>
  Object.entries(packages).flatMap(([from, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((wanted) => !foundFrom(packages, from, wanted))
      .map((wanted) => `${wanted} of ${from}`),
  )

describe.each(["package-lock.json", "test/protocol/package-lock.json", "tools/site/package-lock.json"])(
  "%s",
  (path) => {
    const packages = packagesOf(read(path).text)

    it("says of no package from where it was fetched", () => {
      const fetched = Object.entries(packages).filter(([, { resolved }]) => /^https?:/.test(resolved ?? ""))
      expect(fetched.map(([name]) => name)).toEqual([])
    })

    it("has every package that another one asks for, those of other platforms too", () => {
      expect(missing(packages)).toEqual([])
    })
  },
)

it("a package that a lock lacks would be found", () => {
  const packages = {
    "": {},
    "node_modules/a": { optionalDependencies: { "a-linux": "1.0.0", "a-darwin": "1.0.0" } },
  }
  expect(missing({ ...packages, "node_modules/a/node_modules/a-linux": {} })).toEqual([
    "a-darwin of node_modules/a",
  ])
})
