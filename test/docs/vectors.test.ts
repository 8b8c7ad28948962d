// The page of the vectors: its table counts them, its example prints what it says, and the example in Python holds every
// case that it tries. Python is not required but where PYTHON_REQUIRED says so.
import { execFile, spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { read } from "../tidy/source.ts"
import { fencesOf, printedBy, saidBy } from "./fences.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const page = read("vectors/README.md").text
const block = (info: string): string => fencesOf(page).find((fence) => fence.info === info)?.text ?? ""

const hasPython = spawnSync("python3", ["--version"]).status === 0 || process.env.PYTHON_REQUIRED === "1"
if (!hasPython)
  console.log("python3 was not found: the example in Python is skipped, see docs/contributing.md")

describe("the page", () => {
  it("counts the cases of each function", () => {
    const rows = Array.from(page.matchAll(/^\| \[([\w-]+\.json)\]\(\1\) \| `(\w+)` \| .* \| (\d+) \|$/gm))
    const files = new Set(rows.map(([, file = ""]) => file))
    const counted = Array.from(files).flatMap((file) => {
      const { cases, functions } = JSON.parse(read(`vectors/${file}`).text) as {
        readonly cases: ReadonlyArray<{ readonly function: string }>
        readonly functions: ReadonlyArray<string>
      }
      return functions.map((name) => [
        file,
        name,
        String(cases.filter((one) => one.function === name).length),
      ])
    })
    expect(files.size).toBe(6)
    expect(rows.map(([, ...cells]) => cells)).toEqual(counted)
  })

  it("shows a case as it is", () => {
    const { cases } = JSON.parse(read("vectors/proration.json").text)
    expect(cases).toContainEqual(JSON.parse(block("json")))
  })

  it("has an example that prints what it says: ts run", async () => {
    expect(await printedBy(block("ts run"))).toBe(saidBy(block("ts run")))
  })
})

describe.skipIf(!hasPython)("the example in Python", () => {
  const check = async (folder: string) => {
    const [command = "", ...args] = block("sh python").trim().split(" ")
    const given = args.map((arg) => (arg === "vectors" ? folder : arg))
    return promisify(execFile)(command, given, { cwd: root }).catch(
      (fault: { readonly code: number; readonly stdout: string }) => fault,
    )
  }

  it("holds every case that it tries, as the page shows: sh python", async () => {
    expect(await check("vectors")).toEqual({ stdout: block("text output"), stderr: "" })
  })

  it("tells a case that does not hold", async () => {
    const folder = mkdtempSync(join(tmpdir(), "vectors-"))
    cpSync(join(root, "vectors"), folder, { recursive: true })
    const path = join(folder, "proration.json")
    const wrong = readFileSync(path, "utf8").replace(
      '"expected":{"result":9657}',
      '"expected":{"result":9656}',
    )
    writeFileSync(path, wrong)
    expect(await check(folder)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /^proration\.json, .*expected \{'result': 9656\}, got \{'result': 9657\}$/m,
      ),
    })
    rmSync(folder, { recursive: true })
  })
})
