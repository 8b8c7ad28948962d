// The named copies of a world. They are kept beside it: going back to one, or to the seed, leaves them as they are.
import type { WorldSnapshot } from "./WorldSnapshot.ts"

/** The most snapshots of a world. */
export const SNAPSHOTS_MAX = 100

/** A copy of a world under its name. */
export interface Snapshot {
  readonly name: string
  readonly moment: WorldSnapshot
}

/** The snapshots of a world. */
export interface Snapshots {
  readonly get: (name: string) => Snapshot | undefined
  /** Puts one in the place of the one of its name; false when there are too many of other names. */
  readonly put: (snapshot: Snapshot) => boolean
  /** False when there is none of this name. */
  readonly remove: (name: string) => boolean
  /** Latest put first. */
  readonly list: () => ReadonlyArray<Snapshot>
}

/** No snapshots yet. `changed` is told of each that is put or removed. */
export const makeSnapshots = (changed: () => void = () => undefined): Snapshots => {
  const byName = new Map<string, Snapshot>()
  return {
    get: (name) => byName.get(name),
    put: (snapshot) => {
      const isKnown = byName.delete(snapshot.name)
      if (!isKnown && byName.size >= SNAPSHOTS_MAX) return false
      byName.set(snapshot.name, snapshot)
      changed()
      return true
    },
    remove: (name) => {
      const isKnown = byName.delete(name)
      if (isKnown) changed()
      return isKnown
    },
    list: () => Array.from(byName.values()).reverse(),
  }
}
