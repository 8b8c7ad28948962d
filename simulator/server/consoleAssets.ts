// The files of the console. Where the package was built they lie beside its code; in a source checkout they are made of
// their sources when they are first asked for. Nothing is read before that, so that no start waits for it.
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"

/** The page, its code and its style. */
export const CONSOLE_FILES = ["index.html", "app.js", "app.css"] as const

/** A file of the console. */
export type ConsoleFile = (typeof CONSOLE_FILES)[number]

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

/** Writes the files of the console, made of the sources in a folder, into another one. */
export const buildConsole = async (from: URL, folder: string): Promise<void> => {
  const files = await bundle(from)
  await mkdir(folder, { recursive: true })
  for (const name of CONSOLE_FILES) await writeFile(`${folder}/${name}`, files[name])
}

type Contents = { readonly [K in ConsoleFile]: Uint8Array }

const load = async (): Promise<ConsoleAssets> => {
  const built = new URL("./console/", import.meta.url)
  const files = existsSync(built) ? await read(built) : await bundle(new URL("../console/", import.meta.url))
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

const read = async (folder: URL): Promise<Contents> => {
  const file = (name: ConsoleFile): Promise<Buffer> => readFile(new URL(name, folder))
  const [page, code, style] = await Promise.all([file("index.html"), file("app.js"), file("app.css")])
  return { "index.html": page, "app.js": code, "app.css": style }
}

const bundle = async (folder: URL): Promise<Contents> => {
  // No dependency of the package, which has its files built already.
  const { build } = await import("esbuild")
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(folder),
    entryPoints: [
      { in: "./main.tsx", out: "app" },
      { in: "./console.css", out: "app" },
    ],
    outdir: "built",
    write: false,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    // A third less of what elements take than by the runtime that the compiler checks them with.
    jsx: "transform",
    jsxFactory: "h",
    jsxFragment: "Fragment",
    inject: ["./jsx.ts"],
    tsconfigRaw: {},
    charset: "utf8",
    define: { "process.env.NODE_ENV": '"production"' },
    legalComments: "none",
    logLevel: "silent",
  })
  const output = (name: ConsoleFile): Uint8Array => {
    const found = outputFiles.find(({ path }) => path.endsWith(name))
    if (found === undefined) throw new Error(`The console has no ${name}`)
    return found.contents
  }
  return {
    "index.html": await readFile(new URL("index.html", folder)),
    "app.js": output("app.js"),
    "app.css": output("app.css"),
  }
}
