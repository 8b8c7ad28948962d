// The files of the console. Where the package was built they lie beside its code; in a source checkout they are made of
// their sources when they are first asked for. Nothing is read before that, so that no start waits for it.
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundleConsole, type ConsoleContents, type ConsoleFile } from "./bundleConsole.ts"

/** A file with the tag that changes whenever it does. */
export interface ConsoleAsset {
  readonly bytes: Uint8Array
  readonly etag: string
}

/** Every file of the console. */
export type ConsoleAssets = { readonly [K in ConsoleFile]: ConsoleAsset }

let loaded: Promise<ConsoleAssets> | undefined

/** The files of the console, read once. Rejects where neither they nor what makes them is there; the next call tries again. */
export const consoleAssets = (): Promise<ConsoleAssets> => {
  loaded ??= load().catch((fault) => {
    loaded = undefined
    throw fault
  })
  return loaded
}

const load = async (): Promise<ConsoleAssets> => {
  // By its path: a bundler would take a URL of this module for a file that it has to bring along.
  const built = join(dirname(fileURLToPath(import.meta.url)), "console")
  const files = existsSync(built) ? await read(built) : await bundleConsole()
  return {
    "index.html": assetOf(files["index.html"]),
    "app.js": assetOf(files["app.js"]),
    "app.css": assetOf(files["app.css"]),
  }
}

const assetOf = (bytes: Uint8Array): ConsoleAsset => ({
  bytes,
  etag: `"${createHash("sha256").update(bytes).digest("base64url")}"`,
})

const read = async (folder: string): Promise<ConsoleContents> => {
  const file = (name: ConsoleFile): Promise<Buffer> => readFile(join(folder, name))
  const [page, code, style] = await Promise.all([file("index.html"), file("app.js"), file("app.css")])
  return { "index.html": page, "app.js": code, "app.css": style }
}
