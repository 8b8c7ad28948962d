// The fenced blocks of a page, and running one of them as an embedding service would.
import { execFile } from "node:child_process"
import { promisify } from "node:util"

/** A fenced block: `lang` is the first word behind the fence, `info` all of them. */
export interface Fence {
  readonly lang: string
  readonly info: string
  readonly text: string
}

/** The blocks of a page, in their order. */
export const fencesOf = (page: string): ReadonlyArray<Fence> =>
  Array.from(page.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm), ([, info = "", text = ""]) => ({
    lang: info.split(" ", 1)[0] ?? "",
    info,
    text,
  }))

const root = new URL("../..", import.meta.url)
const ownName = new URL("test/support/ownName.ts", root).href

/** What a block prints that imports the package by its name; files beside the page by their relative paths. */
export const printedBy = async (text: string): Promise<string> => {
  const args = ["--import", ownName, "--input-type=module-typescript", "-e", text]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: new URL("docs", root) })
  return stdout
}

/** What a block says that it prints: its comments that begin a line. */
export const saidBy = (text: string): string =>
  Array.from(text.matchAll(/^\/\/ (.*\n)/gm), ([, line]) => line).join("")
