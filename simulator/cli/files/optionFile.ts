// A file that an option of the command names: JSON that somebody wrote by hand. Whatever is wrong with it is one sentence
// that names the file, the line and the member.
import { open } from "node:fs/promises"
import * as Result from "effect/Result"
import type { FieldError } from "../../../src/api/index.ts"
import { lineOf, readCommentedJson } from "./commentedJson.ts"

/** The most bytes of such a file. */
export const OPTION_FILE_BYTES_MAX = 16 * 1024 * 1024

/** An invalid file, in one sentence. */
export class OptionFileUnusable extends Error {
  override readonly name = "OptionFileUnusable"
}

/** The content of a file, and the error for faults in it. */
export interface OptionFile {
  readonly value: unknown
  /** The error for these faults: it names the first one with its line, and the number of the others. */
  readonly unusable: (faults: ReadonlyArray<FieldError>) => OptionFileUnusable
}

/**
 * Reads the file of an option, of which `what` is the name for people ("seed file"). Rejects with `OptionFileUnusable`;
 * `missing` says what may be done where there is no such file.
 */
export const readOptionFile = async (
  file: string,
  { what, missing }: { readonly what: string; readonly missing: string },
): Promise<OptionFile> => {
  const name = `the ${what} ${file}`
  const bytes = await read(file).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === "ENOENT") throw new OptionFileUnusable(`there is no ${what} ${file}; ${missing}`)
    if (fault.code === "EISDIR") throw new OptionFileUnusable(`${name} is a folder; name a file in it`)
    throw new OptionFileUnusable(`${name} cannot be read (${fault.code}); look at who may read it`)
  })
  if (bytes.byteLength > OPTION_FILE_BYTES_MAX) {
    throw new OptionFileUnusable(
      `${name} is larger than ${OPTION_FILE_BYTES_MAX} bytes; leave some of it out`,
    )
  }
  const text = textOf(bytes)
  if (text === null) throw new OptionFileUnusable(`${name} is no text in UTF-8; save it as one`)
  const json = readCommentedJson(text)
  if (Result.isFailure(json)) {
    const { line, message } = json.failure
    throw new OptionFileUnusable(`${name} is no JSON, line ${line}: ${message}`)
  }
  return {
    value: json.success,
    unusable: ([fault, ...others]) => {
      const { path = "", message = "" } = fault ?? {}
      const more = others.length === 0 ? "" : ` (and ${others.length} more)`
      const where = path === "" ? "" : `${path}: `
      return new OptionFileUnusable(`${name}, line ${lineOf(text, path)}: ${where}${message}${more}`)
    },
  }
}

/** A file, of which no more is read than it takes to see that it is too large. */
const read = async (file: string): Promise<Buffer> => {
  const handle = await open(file)
  try {
    const chunks: Array<Buffer> = []
    for await (const chunk of handle.createReadStream({ end: OPTION_FILE_BYTES_MAX, autoClose: false })) {
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    await handle.close()
  }
}

/** Without the mark that some editors begin a file with. */
const textOf = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
