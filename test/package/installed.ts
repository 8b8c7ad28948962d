// `npm run test:installed`: the packed package in empty projects, as each package manager installs it from a registry. All
// of them, or those that are named: `npm run test:installed -- npm pnpm`. Nothing here is linked to this checkout.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fencesOf, saidBy } from "../docs/fences.ts"
import { entries } from "../support/entries.ts"
import { read } from "../tidy/source.ts"
import { pack, run } from "./packed.ts"

const { devDependencies } = JSON.parse(read("package.json").text) as {
  readonly devDependencies: Readonly<Record<string, string>>
}
const at = (...names: ReadonlyArray<string>) => names.map((name) => `${name}@${devDependencies[name]}`)

/** Runs a tool by npm, whether or not it is installed. */
const npx = (tool: string, ...args: ReadonlyArray<string>) => ["npx", "--yes", tool, ...args]

interface Manager {
  /** The command that adds packages to an empty project. */
  readonly add: (packages: ReadonlyArray<string>) => ReadonlyArray<string>
  /** The command that runs one of the commands that are installed. */
  readonly exec: (command: string, ...args: ReadonlyArray<string>) => ReadonlyArray<string>
  /** Files that it wants in the project. */
  readonly files?: Readonly<Record<string, string>>
}

const installed: Manager["exec"] = (command, ...args) =>
  command === "node" ? [process.execPath, ...args] : [`./node_modules/.bin/${command}`, ...args]

const berry = "@yarnpkg/cli-dist@4.18.1"

const managers: Readonly<Record<string, Manager>> = {
  npm: { add: (packages) => ["npm", "install", "--no-audit", "--no-fund", ...packages], exec: installed },
  pnpm: { add: (packages) => npx("pnpm@12.21.0", "add", ...packages), exec: installed },
  "yarn-classic": {
    // Its shared cache knows a tarball by name and version, and gives the one of an earlier run.
    add: (packages) =>
      npx("yarn@1.22.22", "add", "--non-interactive", "--cache-folder", ".yarn-cache", ...packages),
    exec: installed,
  },
  yarn: {
    add: (packages) => npx(berry, "add", ...packages),
    exec: installed,
    files: { ".yarnrc.yml": "nodeLinker: node-modules\nenableTelemetry: false\n", "yarn.lock": "" },
  },
  "yarn-pnp": {
    add: (packages) => npx(berry, "add", ...packages),
    exec: (command, ...args) => npx(berry, command, ...args),
    files: { ".yarnrc.yml": "nodeLinker: pnp\nenableTelemetry: false\n", "yarn.lock": "" },
  },
  bun: {
    add: (packages) => npx("bun@1.4.5", "add", ...packages),
    // What is not a command of its own runs on Bun itself.
    exec: (command, ...args) =>
      command === "node" ? npx("bun@1.4.5", ...args) : installed(command, ...args),
  },
}

/** What runs without the peers that are optional. */
const needsPeer = /\/(?:testing|vitest)$/
const importAll = (names: ReadonlyArray<string>) =>
  `${names.map((name, index) => `import * as entry${index} from "${name}"`).join("\n")}
console.log([${names.map((_, index) => `entry${index}`)}].filter((entry) => Object.keys(entry).length > 0).length)
`
const all = [...entries.keys()]
const withoutPeers = all.filter((name) => !needsPeer.test(name))

const invoice = fencesOf(read("docs/embedding.md").text).find(({ info }) => info === "ts run")?.text ?? ""
const readme = fencesOf(read("README.md").text).findLast(({ info }) => info === "ts test")?.text ?? ""

const plain = { module: "NodeNext", strict: true, noEmit: true, skipLibCheck: false, types: ["node"] }
/** In a browser: what a client and the rules need of the platform, and nothing of Node. */
const browser = {
  ...plain,
  module: "ESNext",
  moduleResolution: "bundler",
  lib: ["ESNext", "DOM"],
  types: [],
}
const configOf = (compilerOptions: object, ...files: ReadonlyArray<string>) =>
  JSON.stringify({ compilerOptions, files })

const files: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "empty", "private": true, "type": "module" }',
  "all.ts": importAll(all),
  "some.ts": importAll(withoutPeers),
  "page.ts": importAll([
    "studio-billing",
    "studio-billing/api",
    "studio-billing/client",
    "studio-billing/http",
    "studio-billing/promises",
  ]),
  "invoice.ts": invoice,
  "readme.test.ts": readme,
  "tsconfig.json": configOf(plain, "all.ts", "invoice.ts", "readme.test.ts"),
  "tsconfig.some.json": configOf(plain, "some.ts", "invoice.ts"),
  "tsconfig.page.json": configOf(browser, "page.ts"),
}

/** A step of a project, and what is wrong with it, if anything. */
type Step = readonly [what: string, command: ReadonlyArray<string>, printed?: string]

const stepsOf = ({ add, exec }: Manager, tarball: string): ReadonlyArray<Step> => [
  ["installs with nothing but Effect", add([tarball, ...at("effect", "typescript", "@types/node")])],
  ["has types without the optional peers, under strict alone", exec("tsc", "-p", "tsconfig.some.json")],
  ["has types for a browser", exec("tsc", "-p", "tsconfig.page.json")],
  ["loads every entry that needs no optional peer", exec("node", "some.ts"), `${withoutPeers.length}\n`],
  ["computes the invoice of the documents", exec("node", "invoice.ts"), saidBy(invoice)],
  ["has its command", exec("studio-simulator", "--version"), "0.1.0\n"],
  // Yarn leaves out `vite`, which the types of vitest ask for.
  ["installs with its optional peers", add(at("vitest", "vite", "fast-check"))],
  ["has all its types, under strict alone", exec("tsc", "-p", "tsconfig.json")],
  ["runs the test of the README", exec("vitest", "run", "readme.test.ts")],
]

const tryOut = async (name: string, manager: Manager, packed: string, base: string): Promise<boolean> => {
  const folder = join(base, name)
  mkdirSync(folder)
  for (const [path, text] of Object.entries({ ...files, ...manager.files }))
    writeFileSync(join(folder, path), text)
  copyFileSync(packed, join(folder, basename(packed)))
  for (const [what, [command = "", ...args], printed] of stepsOf(manager, `./${basename(packed)}`)) {
    const { status, stdout, stderr } = await run(command, args, folder)
    if (status !== 0 || (printed !== undefined && !stdout.endsWith(printed))) {
      process.stdout.write(`${name}: not so: ${what}\n${stdout}${stderr}`)
      return false
    }
    process.stdout.write(`${name}: ${what}\n`)
  }
  return true
}

const base = mkdtempSync(join(tmpdir(), "installed-"))
const { tarball } = await pack(base)
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(managers)
for (const name of wanted) {
  const manager = managers[name]
  if (manager === undefined) throw new Error(`${name} is none of ${Object.keys(managers).join(", ")}`)
  if (!(await tryOut(name, manager, tarball, base))) process.exitCode = 1
}
rmSync(base, { recursive: true, force: true })
