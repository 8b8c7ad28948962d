// A file that is replaced whole or not at all: the new content is written beside it first.
import { randomUUID } from "node:crypto"
import * as fs from "node:fs/promises"
import { basename, dirname, join } from "node:path"

const temporaryOf = (target: string): string => `.${basename(target)}.${randomUUID()}.tmp`

/** Removes what replacements of a file left beside it when they were killed. Nobody may replace it meanwhile. */
export const sweepLeftovers = async (target: string): Promise<void> => {
  const folder = dirname(target)
  const sample = temporaryOf(target)
  const [start, end] = [`.${basename(target)}.`, ".tmp"]
  for (const name of await fs.readdir(folder)) {
    const isLeft = name.startsWith(start) && name.endsWith(end) && name.length === sample.length
    if (isLeft) await fs.rm(join(folder, name), { force: true })
  }
}

/** Replaces a file, or makes it, readable by its owner alone. The new content is on the disk before the name is its own. */
export const replaceFile = async (target: string, pieces: Iterable<string>): Promise<void> => {
  const temporary = join(dirname(target), temporaryOf(target))
  try {
    await withHandle(await fs.open(temporary, "wx", 0o600), async (handle) => {
      await handle.writeFile(pieces)
      await handle.sync()
    })
    await fs.rename(temporary, target)
  } catch (fault) {
    await fs.rm(temporary, { force: true })
    throw fault
  }
  await withHandle(await fs.open(dirname(target), "r"), (folder) => folder.sync())
}

const withHandle = async (
  handle: fs.FileHandle,
  use: (handle: fs.FileHandle) => Promise<void>,
): Promise<void> => {
  try {
    await use(handle)
  } finally {
    await handle.close()
  }
}
