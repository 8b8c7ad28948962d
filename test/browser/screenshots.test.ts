// The pictures of the documents can be taken anew: what they wait for is still there.
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { hasChromium } from "./browser.ts"

it.skipIf(!hasChromium)("every picture of the documents is taken", () => {
  const folder = mkdtempSync(join(tmpdir(), "screenshots-"))
  const script = fileURLToPath(new URL("./screenshots.ts", import.meta.url))
  execFileSync(process.execPath, [script, folder], { stdio: "pipe" })
  for (const part of ["images", "pictures"]) {
    const pictures = (of: string) => readdirSync(join(of, part)).filter((name) => name.endsWith(".png"))
    expect(pictures(folder)).toEqual(pictures("docs"))
  }
  rmSync(folder, { recursive: true })
})
