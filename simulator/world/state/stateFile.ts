// The file that keeps a simulator from one run to the next: every world with its secrets, and the key that signs tokens.
// It is written whole or not at all, and readable by its owner alone.
import { constants as access } from "node:fs"
import * as fs from "node:fs/promises"
import { dirname } from "node:path"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { JWK } from "jose"
import { type FieldError, fieldErrors } from "../../../src/api/index.ts"
import { makeSigningKeys } from "../../../src/http/index.ts"
import { HASH_KEY_BYTES } from "../../../src/http/node/index.ts"
import { DEFAULT_WORLD, isName } from "../names.ts"
import { WORLDS_MAX } from "../Worlds.ts"
import { LockTaken, takeLock } from "./fileLock.ts"
import { jsonPieces } from "./jsonPieces.ts"
import { readJson } from "./readJson.ts"
import { replaceFile, sweepLeftovers } from "./replaceFile.ts"
import { documentOf, readDocument } from "./stateDocument.ts"
import type { WorldSnapshot } from "./WorldSnapshot.ts"

/** A world as a file keeps it. */
export interface KeptWorld {
  readonly hashKey: Uint8Array
  readonly moment: WorldSnapshot
}

/** A simulator as a file keeps it. */
export interface KeptSimulator {
  readonly signingKey: JWK
  readonly worlds: ReadonlyMap<string, KeptWorld>
}

/** A file that cannot be read or written, or whose content is none: in one sentence, which tells nothing of what is in it. */
export class StateFileUnusable extends Error {
  override readonly name = "StateFileUnusable"
}

/** The version of the file; that of a world in it is the document's own. */
const FILE_VERSION = 1

const File = Schema.Struct({
  fileVersion: Schema.Literal(FILE_VERSION),
  signingKey: Schema.Record(Schema.String, Schema.Unknown),
  worlds: Schema.Array(
    Schema.Struct({
      name: Schema.String.check(Schema.makeFilter(isName, { expected: "the name of a world" })),
      hashKey: Schema.String.check(
        Schema.makeFilter((text: string) => bytesOf(text).byteLength === HASH_KEY_BYTES, {
          expected: `${HASH_KEY_BYTES} bytes in base64url`,
        }),
      ),
      state: Schema.Unknown,
    }),
  ).check(
    Schema.isMaxLength(WORLDS_MAX),
    Schema.makeFilter((worlds) => new Set(worlds.map(({ name }) => name)).size === worlds.length, {
      expected: "each world once",
    }),
    Schema.makeFilter((worlds) => worlds.some(({ name }) => name === DEFAULT_WORLD), {
      expected: `a world of the name ${DEFAULT_WORLD}`,
    }),
  ),
})

const bytesOf = (text: string): Buffer => Buffer.from(text, "base64url")

const decode = Schema.decodeUnknownResult(File, { errors: "all", onExcessProperty: "error" })

/** Reads what was saved; null where there is no such file, but could be one. */
const loadState = async (file: string): Promise<KeptSimulator | null> => {
  const document = await readJson(file).catch(async (fault) => {
    if (fault instanceof SyntaxError) throw unusable(file, `is no whole JSON document: ${ANOTHER}`)
    if (codeOf(fault) !== "ENOENT") throw unusable(file, `cannot be read ${because(fault)}`)
    const folder = dirname(file)
    await fs.access(folder, access.W_OK).catch((fault) => {
      throw unusable(file, `cannot be written ${because(fault)}`)
    })
    return null
  })
  if (document === null) return null
  const kept = decode(document)
  if (Result.isFailure(kept)) throw foreign(file, document, fieldErrors(kept.failure.issue))
  const { worlds } = kept.success
  const signingKey = kept.success.signingKey as JWK
  await makeSigningKeys(signingKey)
    .key()
    .catch(() => {
      throw foreign(file, document, [{ path: "signingKey", message: "Expected a private RSA key" }])
    })
  const read = worlds.map(({ name, hashKey, state }, index) => {
    const moment = readDocument(state)
    if (Result.isSuccess(moment))
      return [name, { hashKey: bytesOf(hashKey), moment: moment.success }] as const
    const errors = moment.failure.map(({ path, message }) => ({
      path: `worlds.${index}.state.${path}`,
      message,
    }))
    throw foreign(file, document, errors)
  })
  return { signingKey, worlds: new Map(read) }
}

/** A file of which this process alone has the use. */
export interface StateFile {
  /**
   * Writes a simulator in place of what it has. The new content is on the disk before the name is its own, so that
   * whatever happens there is the old file or the new one. Rejects with `StateFileUnusable`.
   */
  readonly save: (simulator: KeptSimulator) => Promise<void>
  /** Leaves it to others. */
  readonly close: () => Promise<void>
}

/**
 * Opens the file of a simulator, with its lock, and removes what a save that was killed left beside it. `kept` is what it
 * has, or null. Rejects with `StateFileUnusable`, also where another simulator has the file. GAP-144
 */
export const openState = async (
  file: string,
): Promise<{ readonly file: StateFile; readonly kept: KeptSimulator | null }> => {
  // A link stays a link.
  const target = await fs.realpath(file).catch(() => file)
  const lock = await takeLock(target).catch((fault) => {
    throw fault instanceof LockTaken
      ? unusable(file, inUse(fault))
      : unusable(file, `cannot be written ${because(fault)}`)
  })
  try {
    await sweepLeftovers(target)
    const kept = await loadState(file)
    const save = async (simulator: KeptSimulator): Promise<void> => {
      if (!(await lock.isHeld())) throw unusable(file, LOST)
      await saveState(file, simulator)
    }
    return { file: { save, close: lock.release }, kept }
  } catch (fault) {
    await lock.release()
    throw fault
  }
}

const inUse = ({ path, owner }: LockTaken): string => {
  const by = owner === null ? "" : ` by process ${owner.pid} of ${owner.host}`
  return `is in use${by}: end that simulator, or remove ${path} if it has ended`
}

const saveState = async (file: string, { signingKey, worlds }: KeptSimulator): Promise<void> => {
  const document = {
    fileVersion: FILE_VERSION,
    signingKey,
    worlds: Array.from(worlds, ([name, { hashKey, moment }]) => ({
      name,
      hashKey: Buffer.from(hashKey).toString("base64url"),
      state: documentOf(moment, { secrets: true }),
    })),
  }
  try {
    const target = await fs.realpath(file).catch(() => file)
    await replaceFile(target, jsonPieces(document))
  } catch (fault) {
    throw unusable(file, `cannot be written ${because(fault)}`)
  }
}

const ANOTHER = "put a copy back, or name another file to begin anew"
const LOST =
  "cannot be written: its lock was taken away: end the other simulator that has it, or keep a world by GET /_simulator/state"

const ALLOW = "let this user read it, and write in its folder"

/** What to do about a fault of the system. */
const remedies: Readonly<Record<string, string>> = {
  ENOENT: "make its folder first",
  ENOTDIR: "make its folder first",
  EISDIR: "it is a folder, so name a file in it",
  EACCES: ALLOW,
  EPERM: ALLOW,
  ENOSPC: "make room on its disk",
}

const codeOf = (fault: unknown): string => (fault as NodeJS.ErrnoException).code ?? "unknown fault"

const because = (fault: unknown): string =>
  `(${codeOf(fault)}): ${remedies[codeOf(fault)] ?? "name a file that can be read and written"}`

const unusable = (file: string, reason: string): StateFileUnusable =>
  new StateFileUnusable(`the state file ${file} ${reason}`)

/** Of what is wrong the version says most. */
const foreign = (file: string, document: unknown, errors: ReadonlyArray<FieldError>): StateFileUnusable => {
  const error = errors.find(({ path }) => path === "fileVersion") ?? errors[0]
  return unusable(
    file,
    `is no state of a simulator that this one knows: ${error?.path}: ${error?.message}: ${remedyOf(document, error)}`,
  )
}

const remedyOf = (document: unknown, error: FieldError | undefined): string => {
  if (Object.hasOwn(Object(document), "schemaVersion")) {
    return "name another file, and put this export into a world by PUT /_simulator/state"
  }
  const isOther = Object.hasOwn(Object(document), "fileVersion") && /[vV]ersion$/.test(error?.path ?? "")
  return isOther ? "take the simulator that wrote it, or name another file" : ANOTHER
}
