// Makes the files of the console of its sources. The package has them built already: in its place is a module that only says
// that they are missing, so that whoever bundles the package needs neither the sources nor what they are made with.
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"

/** A file of the console: the page, its code or its style. */
export type ConsoleFile = "index.html" | "app.js" | "app.css"

/** What is in the files. */
export type ConsoleContents = { readonly [K in ConsoleFile]: Uint8Array }

const sources = new URL("../console/", import.meta.url)

/** The files of the console, made of the sources in a folder. */
export const bundleConsole = async (folder = sources): Promise<ConsoleContents> => {
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
