// The golden record: tapes, which are fixed requests with their whole answers, and seeded histories, of whose answers it
// keeps hashes. Both are played in worlds of one simulator, and compared with what was recorded.
import { createHash } from "node:crypto"
import { createSimulator } from "studio-billing/simulator"
import { withRepeatableChance } from "./chance.ts"
import { playHistory } from "./history.ts"
import { lookAtAll, makePlayer, type Player, type Step, startReceiver } from "./player.ts"

const LENGTH = 60

/** What was answered before: the steps of each tape, and of each seed the hashes of its answers. */
export interface GoldenRecord {
  readonly tapes: Readonly<Record<string, ReadonlyArray<Step>>>
  readonly histories: Readonly<Record<string, string>>
}

/** Something to play; the name of its world is its own. */
export interface Play {
  readonly name: string
  readonly act: (player: Player) => Promise<void>
}

/** The history of a seed. */
export const historyOf = (seed: number): Play => ({
  name: `seed-${seed}`,
  act: async (player) => {
    await playHistory(player, seed, LENGTH)
    await lookAtAll(player)
  },
})

/** A tape, played again. */
export const tapeOf = (name: string, steps: ReadonlyArray<Step>): Play => ({
  name,
  act: async ({ send }) => {
    for (const { asked } of steps) if (asked.method !== "RECEIVED") await send(asked)
  },
})

/** Plays one after the other, and tells the steps of each. */
export const playAll = (
  plays: ReadonlyArray<Play>,
  told: (name: string, steps: ReadonlyArray<Step>) => void,
) =>
  withRepeatableChance(async (draw) => {
    const receiver = await startReceiver()
    const simulator = await createSimulator({
      listen: false,
      clock: "manual",
      now: "2026-01-31T00:00:00.000Z",
      rateLimit: 1_000_000,
    })
    for (const { name, act } of plays) {
      draw(name)
      const world = simulator.world(name)
      const player = makePlayer({ name, fetch: world.fetch, draw, port: receiver.port })
      await act(player)
      await world.close()
      const answer = receiver.received(name)
      if (answer !== "")
        player.steps.push({ asked: { method: "RECEIVED", path: "", headers: {}, body: null }, answer })
      told(name, player.steps)
    }
    await simulator.close()
    receiver.close()
  })

const MESSAGE = /"message":"(?:[^"\\]|\\.)*"/g
const DRAWN = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b\d{44,47}\b|[\w-]{20,}\.[\w-]{20,}\.[\w-]{20,}/g

/** In how far two answers are one: in every byte, but for messages, or but for messages and ids. */
const levels: ReadonlyArray<readonly [difference: string, size: number, same: (answer: string) => string]> = [
  ["more than messages and ids", 3, (answer) => answer.replace(MESSAGE, "").replace(DRAWN, "")],
  ["ids", 3, (answer) => answer.replace(MESSAGE, "")],
  ["messages only", 4, (answer) => answer],
]
const SIZE = levels.reduce((sum, [, size]) => sum + size, 0)

const hashOf = (answer: string): string =>
  levels
    .map(([, size, same]) => createHash("sha256").update(same(answer)).digest("base64").slice(0, size))
    .join("")

/** The hashes of the answers of steps. */
export const hashesOf = (steps: ReadonlyArray<Step>): string =>
  steps.map(({ answer }) => hashOf(answer)).join("")

/** A step that differs. `before` is known of a tape. */
export interface Difference {
  readonly place: string
  readonly kind: string
  readonly asked: Step["asked"] | undefined
  readonly before: string | undefined
  readonly now: string | undefined
}

/** Where steps differ from what was recorded of them; `spelt` puts new spellings back in answers. */
export const differencesOf = (options: {
  readonly name: string
  readonly record: GoldenRecord
  readonly steps: ReadonlyArray<Step>
  readonly spelt?: (answer: string) => string
}): ReadonlyArray<Difference> => {
  const { name, record, steps, spelt = (answer) => answer } = options
  const tape = record.tapes[name]
  const hashes = tape === undefined ? (record.histories[name] ?? "") : hashesOf(tape)
  const count = Math.max(steps.length, hashes.length / SIZE)
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const step = steps[index]
    const now = step && spelt(step.answer)
    const [before, after] = [
      hashes.slice(index * SIZE, (index + 1) * SIZE),
      now === undefined ? "" : hashOf(now),
    ]
    let end = 0
    const kind = levels.find(([, size]) => {
      end += size
      return before.slice(0, end) !== after.slice(0, end)
    })?.[0]
    if (kind === undefined) return []
    return {
      place: `${name} step ${index}`,
      kind,
      asked: step?.asked ?? tape?.[index]?.asked,
      before: tape?.[index]?.answer,
      now,
    }
  })
}

/** The plays of a record. */
export const playsOf = ({ tapes, histories }: GoldenRecord): ReadonlyArray<Play> => [
  ...Object.entries(tapes).map(([name, steps]) => tapeOf(name, steps)),
  ...Object.keys(histories).map((name) => historyOf(Number(name.slice("seed-".length)))),
]
