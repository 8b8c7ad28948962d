// The tutorials as a reader follows them: their files are written and their commands run, one after another, in an empty
// folder. A block says what it is behind its fence: `ts file PATH`, `diff file PATH` for lines that are replaced, `sh install`,
// `sh run`, `sh fails` for a command that has to fail, and `text prints` for lines that the command before it has to print.
import { execFile } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { promisify, stripVTControlCharacters } from "node:util"
import { fencesOf } from "../docs/fences.ts"

/** What a reader does at a block. */
export type Step =
  | { readonly does: "write"; readonly path: string; readonly text: string }
  | { readonly does: "edit"; readonly path: string; readonly before: string; readonly after: string }
  | { readonly does: "install"; readonly packages: ReadonlyArray<string> }
  | {
      readonly does: "run"
      readonly command: string
      readonly fails: boolean
      readonly prints: ReadonlyArray<string>
    }

/** A command that installs packages, as the pages write it. */
const INSTALL = /^npm install (?:--save-dev )?(.+)$/

const linesOf = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

/** One side of a diff without unchanged lines. */
const sideOf = (diff: string, sign: "-" | "+"): string =>
  diff
    .split("\n")
    .filter((line) => line.startsWith(sign))
    .map((line) => `${line.slice(1)}\n`)
    .join("")

/** The steps of a page, in their order. */
export const stepsOf = (page: string): ReadonlyArray<Step> => {
  const fences = fencesOf(page)
  return fences.flatMap(({ info, text }, index): ReadonlyArray<Step> => {
    const [, path] = /^\w+ file (\S+)$/.exec(info) ?? []
    if (path !== undefined && info.startsWith("diff ")) {
      return [{ does: "edit", path, before: sideOf(text, "-"), after: sideOf(text, "+") }]
    }
    if (path !== undefined) return [{ does: "write", path, text }]
    if (info === "sh install") {
      return linesOf(text).map((line) => ({
        does: "install",
        packages: INSTALL.exec(line)?.[1]?.split(" ") ?? [],
      }))
    }
    if (info !== "sh run" && info !== "sh fails") return []
    const others = fences.findIndex((fence, at) => at > index && fence.info !== "text prints")
    const shown = fences.slice(index + 1, others === -1 ? undefined : others)
    const prints = shown.flatMap((fence) => linesOf(fence.text))
    return [{ does: "run", command: text, fails: info === "sh fails", prints }]
  })
}

const folder = new URL("../../docs/tutorials/", import.meta.url)

/** The tutorials, by name. */
export const tutorials: ReadonlyMap<string, string> = new Map(
  readdirSync(folder).map((file) => [file.replace(/\.md$/, ""), readFileSync(new URL(file, folder), "utf8")]),
)

/** Runs a command in a shell: whether it failed, and all that it printed. */
const shell = async (command: string, cwd: string, env: NodeJS.ProcessEnv) => {
  try {
    const { stdout, stderr } = await promisify(execFile)("bash", ["-ec", command], {
      cwd,
      env,
      maxBuffer: 1e8,
    })
    return { failed: false, printed: stdout + stderr }
  } catch (fault) {
    const { stdout = "", stderr = "" } = fault as { stdout?: string; stderr?: string }
    return { failed: true, printed: stdout + stderr }
  }
}

/** Where a tutorial is played. */
export interface Place {
  /** An empty folder, or one with the package in it. */
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  /** What is done where the reader installs packages. */
  readonly install: (packages: ReadonlyArray<string>) => Promise<void>
}

/** Takes the steps, and rejects at the first one that does not do what the page says. */
export const play = async (steps: ReadonlyArray<Step>, place: Place): Promise<void> => {
  for (const step of steps) {
    if (step.does === "install") await place.install(step.packages)
    else if (step.does === "write") {
      const path = join(place.folder, step.path)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, step.text)
    } else if (step.does === "edit") {
      const path = join(place.folder, step.path)
      const [before = "", after, ...more] = readFileSync(path, "utf8").split(step.before)
      if (after === undefined || more.length > 0)
        throw new Error(`${step.path} has not these lines once:\n${step.before}`)
      writeFileSync(path, `${before}${step.after}${after}`)
    } else {
      const { failed, printed } = await shell(step.command, place.folder, place.env)
      const plain = linesOf(stripVTControlCharacters(printed)).map((line) => line.replaceAll(/\s+/g, " "))
      const missing = step.prints.filter((line) => !plain.some((one) => one.includes(line)))
      if (failed === step.fails && missing.length === 0) continue
      const what =
        failed === step.fails ? `did not print ${missing.join(", ")}` : failed ? "failed" : "did not fail"
      throw new Error(`${step.command.trim()} ${what}:\n${plain.join("\n")}`)
    }
  }
}
