// The worlds of a simulator, apart from one another: each begins at its first use. GAP-109
import * as Result from "effect/Result"
import { type ControlError, controlError } from "../control/contract/errors.ts"
import { DEFAULT_WORLD } from "./names.ts"
import type { World } from "./World.ts"
import type { WorldDirectory } from "./WorldDirectory.ts"

/** How many worlds there may be unless an option says otherwise, the default one among them. */
export const WORLDS_DEFAULT = 100

/** How many worlds an option may allow. */
export const WORLDS_MAX = 10_000

/** The worlds of a simulator. */
export interface Worlds extends WorldDirectory {
  /** Those that have begun, by name. */
  readonly all: () => ReadonlyMap<string, World>
  /** The world of a name, which begins if it has not yet. */
  readonly worldOf: (name: string) => Result.Result<World, ControlError>
  /** A name that no world has. */
  readonly newName: () => string
}

const limitReached = (max: number): ControlError =>
  controlError("world.limit_reached", {
    message: `There are ${max} worlds already: close one (DELETE /_simulator/worlds/{name}) or all (DELETE /_simulator/worlds), or start with a larger --worlds (worlds).`,
  })

/**
 * Worlds that begin with those that were `kept`, and the default one. `make` makes one when it is first meant, from what
 * was kept of it at the start, and from nothing later.
 */
export const makeWorlds = <Kept>(options: {
  readonly make: (name: string, kept: Kept | undefined) => World
  readonly kept?: ReadonlyMap<string, Kept> | undefined
  /** How many there may be. */
  readonly max?: number | undefined
}): Worlds => {
  const { make, kept = new Map<string, Kept>(), max = WORLDS_DEFAULT } = options
  const worlds = new Map<string, World>()
  let named = 0
  for (const name of new Set([DEFAULT_WORLD, ...kept.keys()])) worlds.set(name, make(name, kept.get(name)))
  const worldOf = (name: string): Result.Result<World, ControlError> => {
    const known = worlds.get(name)
    if (known !== undefined) return Result.succeed(known)
    if (worlds.size >= max) return Result.fail(limitReached(max))
    const world = make(name, undefined)
    worlds.set(name, world)
    return Result.succeed(world)
  }
  return {
    all: () => worlds,
    list: () => Array.from(worlds, ([name, { clock }]) => ({ name, now: clock.now() })),
    worldOf,
    newName: () => {
      do named++
      while (worlds.has(`world-${named}`))
      return `world-${named}`
    },
    end: async (name) => {
      const world = worlds.get(name)
      worlds.delete(name)
      await world?.stop()
    },
  }
}
