// Playing the year on a stage, day by day.
import * as Effect from "effect/Effect"
import { makeMemoryIdSource } from "../../../simulator/adapters/memory/MemoryIdSource.ts"
import { IdSource } from "../../../src/index.ts"
import { catalogue, commandsOn, DAY, START } from "./scenario.ts"
import type { Stage } from "./stages.ts"

/** What is played. Everybody has had twelve cycles after 28 days and twelve months. */
export interface Play {
  readonly organizations: number
  readonly days: number
}

/** The instant of a day. */
export const instantOf = (day: number): number => START + day * DAY

/** Plays the days from one on, until the last or until `onDay`, which is called after each, says that it is enough. */
export const playYear = async (
  stage: Stage,
  { organizations, days }: Play,
  from = 0,
  onDay: (day: number) => Promise<"go on" | "enough"> = async () => "go on",
): Promise<void> => {
  if (from === 0) {
    const made = Effect.provideService(catalogue, IdSource, makeMemoryIdSource())
    await stage.run(START, [Effect.orDie(made)])
  }
  for (let day = from; day <= days; day += 1) {
    await stage.advance(instantOf(day))
    await stage.run(instantOf(day), commandsOn(day, organizations))
    if ((await onDay(day)) === "enough") return
  }
}
