// `npm run scale:engine [-- --organizations 2000] [--kills 30] [--seed 1]`: engines over PostgreSQL, how fast by the number of
// processes, and what is left where they are killed. `--kills 0` only measures, `--organizations 0` only kills.
import { parseArgs } from "node:util"
import { killEngines } from "./kills.ts"
import { takeOver } from "./takeover.ts"
import { measureEngines } from "./throughput.ts"

const { values } = parseArgs({
  options: {
    organizations: { type: "string", default: "2000" },
    kills: { type: "string", default: "30" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
})
const [organizations, kills, seed] = [values.organizations, values.kills, values.seed].map(Number) as [
  number,
  number,
  number,
]
const say = (line: string): void => void process.stdout.write(`${line}\n`)
if (organizations > 0) {
  // Eight at once wait for a slow gateway most of the time, so that processes add up until the machine is busy.
  for (const [gatewayMillis, concurrency] of [
    [0, 32],
    [200, 8],
    [200, 32],
  ] as const) {
    for (const processes of [1, 2, 4]) {
      say(JSON.stringify(await measureEngines({ organizations, processes, gatewayMillis, concurrency })))
    }
  }
}
if (organizations > 0) {
  const { findings, ...taken } = await takeOver(organizations)
  say(JSON.stringify({ ...taken, findings: findings.length }))
}
if (kills > 0) {
  say(`seed ${seed}`)
  const { findings, ...counted } = await killEngines({ organizations: 500, kills, seed })
  say(JSON.stringify({ ...counted, findings: findings.length }))
  for (const finding of findings.slice(0, 20)) say(finding)
  process.exitCode = counted.unrecorded + counted.chargedTwice + findings.length === 0 ? 0 : 1
}
