// The package as `npm pack` makes it, in an empty folder with what it depends on: built and packed now, since `dist` may be
// missing, old or just being written. Nothing is fetched: dependencies are those that are installed here.
import { execFile } from "node:child_process"
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const root = fileURLToPath(new URL("../..", import.meta.url))
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

/** A stranger knows nothing of the vitest that this runs in. */
const environment = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/TEST/.test(key)))

/** Runs a command to its end, whatever its status. */
export const run = async (command: string, args: ReadonlyArray<string>, cwd: string) => {
  try {
    return { status: 0, ...(await promisify(execFile)(command, args, { cwd, env: environment })) }
  } catch (fault) {
    const { code, stdout, stderr } = fault as { code: number; stdout: string; stderr: string }
    return { status: code, stdout, stderr }
  }
}

const done = async (command: string, args: ReadonlyArray<string>, cwd: string): Promise<string> => {
  const { status, stdout, stderr } = await run(command, args, cwd)
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stdout}${stderr}`)
  return stdout
}

/** What is in a package, and how large it is, in bytes. */
export interface Contents {
  readonly size: number
  readonly unpackedSize: number
  readonly files: ReadonlyArray<{ readonly path: string; readonly size: number }>
}

/** Somebody's empty project with the package in it. */
export interface Stranger {
  readonly folder: string
  readonly contents: Contents
  /** Where npm would put its command. */
  readonly bin: string
  readonly write: (files: Readonly<Record<string, string>>) => void
  readonly remove: () => void
}

/** Builds and packs the package within a folder. */
export const pack = async (
  base: string,
): Promise<{ readonly tarball: string; readonly contents: Contents }> => {
  const project = join(base, "project")
  for (const kept of ["package.json", "README.md", "LICENSE", "docs", "vectors"]) {
    cpSync(join(root, kept), join(project, kept), { recursive: true })
  }
  await done(process.execPath, [join(root, "tools/build.ts"), "--out", join(project, "dist")], root)
  const [contents] = JSON.parse(await done("npm", ["pack", "--ignore-scripts", "--json"], project))
  return { tarball: join(project, contents.filename), contents }
}

/** Packs the package and puts it into an empty project. */
export const makeStranger = async (): Promise<Stranger> => {
  const base = mkdtempSync(join(tmpdir(), "stranger-"))
  const folder = join(base, "stranger")
  const { tarball, contents } = await pack(base)
  const place = join(folder, "node_modules", manifest.name)
  mkdirSync(place, { recursive: true })
  await done("tar", ["-xzf", tarball, "--strip-components=1", "-C", place], base)
  const installed = { ...manifest.dependencies, ...manifest.peerDependencies, "@types/node": "" }
  for (const dependency of Object.keys(installed)) {
    const link = join(folder, "node_modules", dependency)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, "node_modules", dependency), link)
  }
  const bin = join(place, manifest.bin["studio-simulator"])
  // npm makes a command executable when it installs it.
  chmodSync(bin, 0o755)
  const write: Stranger["write"] = (files) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
  }
  write({ "package.json": '{ "name": "stranger", "private": true, "type": "module" }' })
  cpSync(join(place, "docs/examples"), join(folder, "examples"), { recursive: true })
  return { folder, contents, bin, write, remove: () => rmSync(base, { recursive: true }) }
}

/** The Nodes on this machine's path, each version once, with its version. */
export const nodesAtHand = async (): Promise<ReadonlyArray<readonly [version: string, path: string]>> => {
  const found = new Map<string, string>()
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const path = join(folder, "node")
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) continue
    const { stdout } = await run(path, ["-p", "process.versions.node"], root)
    if (stdout !== "") found.set(stdout.trim(), path)
  }
  return [...found]
}
