// The references of the contract and of the control plane, as a simulator serves them, as files beside each other.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createSimulator } from "../../simulator/index.ts"

/** Where `npm start` listens: what the references show works when it is pasted. */
const STARTED = "http://127.0.0.1:4010"

const files: ReadonlyArray<readonly [path: string, name: string]> = [
  ["/docs", "contract.html"],
  ["/docs/control", "control.html"],
  ["/docs/reference.css", "reference.css"],
  ["/openapi.json", "openapi.json"],
  ["/openapi-control.json", "openapi-control.json"],
]

const links: Readonly<Record<string, string>> = {
  "docs/reference.css": "reference.css",
  "docs/control": "control.html",
  "../docs": "contract.html",
  "../openapi-control.json": "openapi-control.json",
}

/** The links to the console, which is not there, as one to the site. */
const toSite = (page: string): string =>
  page.replace(/<a href="(?:\.\/|\.\.\/)">Console<\/a>/, '<a href="../index.html">All documents</a>')

/** A page of the simulator with links to the files, and the address of a simulator that was started. */
export const asFile = (page: string, url: string): string =>
  toSite(page)
    .replaceAll(url, STARTED)
    .replaceAll(
      /(href|src)="([^"]+)"/g,
      (_, name: string, target: string) => `${name}="${links[target] ?? target}"`,
    )

/** Writes the references into a folder. */
export const writeReferences = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const simulator = await createSimulator({ listen: false })
  for (const [path, name] of files) {
    const response = await simulator.fetch(path)
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`)
    writeFileSync(join(folder, name), asFile(await response.text(), simulator.url))
  }
  await simulator.close()
}
