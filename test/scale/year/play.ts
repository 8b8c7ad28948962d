// Playing the year on a stage, day by day.
import * as Effect from "effect/Effect"
import { makeMemoryIdSource } from "../../../simulator/adapters/memory/MemoryIdSource.ts"
import { IdSource } from "../../../src/index.ts"
import { catalogue, commandsOn, DAY, START } from "./scenario.ts"
import type { Stage } from "./stages.ts"

/** Plays so many days. Everybody has had twelve cycles after 28 days and twelve months. */
export const playYear = async (
  stage: Stage,
  { organizations, days }: { readonly organizations: number; readonly days: number },
  onDay: (day: number) => void | Promise<void> = () => undefined,
): Promise<number> => {
  await stage.run(START, [Effect.orDie(Effect.provideService(catalogue, IdSource, makeMemoryIdSource()))])
  let at = START
  for (let day = 0; day <= days; day += 1) {
    at = START + day * DAY
    await stage.advance(at)
    await onDay(day)
    await stage.run(at, commandsOn(day, organizations))
  }
  return at
}
