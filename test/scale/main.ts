// `npm run scale [-- --organizations 10000 --months 24] [--kills 200]`: a large world, and kills with a file of the state.
// `npm run scale -- --advance --organizations 100000 --months 12`: one move of the clock. What needs more than Node gives
// its heap by itself gets it by `NODE_OPTIONS=--max-old-space-size=8000`.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { longMove } from "./advance.ts"
import { killMany } from "./kills.ts"
import { largeWorld } from "./large.ts"

const { values } = parseArgs({
  options: {
    organizations: { type: "string", default: "10000" },
    months: { type: "string", default: "24" },
    kills: { type: "string", default: "200" },
    advance: { type: "boolean", default: false },
  },
})
const folder = mkdtempSync(join(tmpdir(), "studio-scale-"))
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const size = { organizations: Number(values.organizations), months: Number(values.months), say }
try {
  if (values.advance) {
    say(JSON.stringify(await longMove({ ...size, file: join(folder, "advance.json") }), null, 2))
  } else {
    say(JSON.stringify(await killMany(join(folder, "kills", "state.json"), Number(values.kills)), null, 2))
    say(JSON.stringify(await largeWorld({ ...size, file: join(folder, "large.json") }), null, 2))
  }
} finally {
  rmSync(folder, { recursive: true })
}
