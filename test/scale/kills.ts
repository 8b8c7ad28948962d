// A simulator that is killed again and again while it saves: what it said it had saved is there at the next start.
import { mkdir, readdir } from "node:fs/promises"
import { basename, dirname } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { type Running, startCommand } from "./command.ts"

/** What came of some kills. Each number but the first has to be 0. */
export interface Kills {
  readonly kills: number
  /** Starts that were refused. */
  readonly corrupt: number
  /** Organizations that had been saved and were gone. */
  readonly lost: number
  /** Files beside that of the state, once the next start was up, but for its lock. */
  readonly leftovers: number
  /** Kills that hit a save, which left its file: they show that the others were tried. */
  readonly midSave: number
}

/** Kills a simulator so many times, each a little later after a save began than the last one. */
export const killMany = async (file: string, kills: number): Promise<Kills> => {
  await mkdir(dirname(file), { recursive: true })
  const strays = async (): Promise<number> =>
    (await readdir(dirname(file))).filter((name) => name !== basename(file) && !name.endsWith(".lock")).length
  const count = { corrupt: 0, lost: 0, leftovers: 0, midSave: 0 }
  let saved = 0
  for (let kill = 0; kill < kills; kill += 1) {
    const running = await startCommand(file).catch(() => null)
    if (running === null) {
      count.corrupt += 1
      break
    }
    count.leftovers += await strays()
    const present = await organizationsOf(running)
    if (present < saved) count.lost += saved - present
    await running.call("POST", "/_simulator/organizations", { name: `Nova ${kill}`, currency: "BRL" })
    const made = present + 1
    const saving = running.call("POST", "/_simulator/state/save").then(
      () => {
        saved = made
      },
      () => undefined,
    )
    await wait(kill % 20)
    await running.end("SIGKILL")
    await saving
    count.midSave += Math.min(1, await strays())
  }
  return { kills, ...count }
}

const organizationsOf = async ({ call }: Running): Promise<number> => {
  const answer = await call("GET", "/_simulator/organizations?limit=1")
  return ((await answer.json()) as { readonly meta: { readonly totalItems: number } }).meta.totalItems
}
