// The short form of `npm run scale:year`: two cycles of a few organizations over PostgreSQL are those in memory, also where
// they are played in parts.
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { thorough } from "../../support/thorough.ts"
import { beginning, readProgress, writeProgress } from "./progress.ts"
import { yearOf } from "./year.ts"

const parent = mkdtempSync(join(tmpdir(), "studio-billing-year-"))
// The server does not run as root, and its user has to find its directory.
chmodSync(parent, 0o755)
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const play = { organizations: 112, days: 70 }
const same = { audit: { unrecorded: 0, chargedTwice: 0, findings: 0 }, different: 0 }

describe.skipIf(!thorough)("organizations over PostgreSQL have the records that they have in memory", () => {
  it("played at once", async () => {
    const lines: Array<object> = []
    const year = await yearOf({ ...play, processes: 2, sample: 112 }, (line) => lines.push(line))
    expect(year, JSON.stringify(lines)).toMatchObject(same)
    expect(year?.invoices).toBeGreaterThan(112)
  })

  it("played in parts, each of which ends after a day", async () => {
    const lines: Array<object> = []
    const directory = join(parent, "parts")
    const part = { organizations: 28, days: 40, processes: 1, sample: 28, directory }
    for (const day of [1, 2]) {
      expect(await yearOf({ ...part, isEnough: () => true }, (line) => lines.push(line))).toBeNull()
      expect(readProgress(directory, part)).toMatchObject({ day, isInDay: false, audited: 0 })
    }
    const year = await yearOf(part, (line) => lines.push(line))
    expect(year, JSON.stringify(lines)).toMatchObject(same)
    expect(year?.invoices).toBeGreaterThan(0)
    const again = await yearOf(part, (line) => lines.push(line))
    expect(again, "one that is over is only told again").toEqual(year)
  })
})

describe("how far a year is", () => {
  it("is the beginning where nothing is kept, or nothing is there yet", () => {
    expect(readProgress(null, play)).toEqual(beginning(play))
    expect(readProgress(join(parent, "new"), play)).toEqual(beginning(play))
    writeProgress(null, beginning(play))
    expect(existsSync(join(parent, "new"))).toBe(false)
  })

  it("is what was written", () => {
    const progress = { ...beginning(play), day: 3, audited: 2, millis: 1.5 }
    writeProgress(parent, progress)
    expect(readProgress(parent, play)).toEqual(progress)
  })

  it("of another year is refused, and names its options", () => {
    writeProgress(parent, beginning(play))
    expect(() => readProgress(parent, { ...play, days: 71 })).toThrow(
      /--organizations 112 --days 70: say the/,
    )
    expect(() => readProgress(parent, { ...play, organizations: 1 })).toThrow(/say the same, or name another/)
  })

  it("within a day, whose commands are not made twice, is refused", () => {
    writeProgress(parent, { ...beginning(play), day: 3, isInDay: true })
    expect(() => readProgress(parent, play)).toThrow(/ended within day 3: remove the directory/)
  })

  it("is not looked for in a directory that is something else's", () => {
    const directory = mkdtempSync(join(parent, "other-"))
    writeFileSync(join(directory, "letter.txt"), "Dear reader")
    expect(() => readProgress(directory, play)).toThrow(/name a directory that is not there yet/)
  })
})
