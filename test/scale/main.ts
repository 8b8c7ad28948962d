// `npm run scale [-- --organizations 10000 --months 24] [--kills 200]`: a large world, and kills with a file of the state.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { killMany } from "./kills.ts"
import { largeWorld } from "./large.ts"

const { values } = parseArgs({
  options: {
    organizations: { type: "string", default: "10000" },
    months: { type: "string", default: "24" },
    kills: { type: "string", default: "200" },
  },
})
const folder = mkdtempSync(join(tmpdir(), "studio-scale-"))
const say = (line: string): void => void process.stdout.write(`${line}\n`)
try {
  say(JSON.stringify(await killMany(join(folder, "kills", "state.json"), Number(values.kills)), null, 2))
  const large = await largeWorld({
    file: join(folder, "large.json"),
    organizations: Number(values.organizations),
    months: Number(values.months),
    say,
  })
  say(JSON.stringify(large, null, 2))
} finally {
  rmSync(folder, { recursive: true })
}
