// The faults of a world, as they were asked for, and which of them strikes next.
import { randomUUID } from "node:crypto"
import {
  type Fault,
  type FaultEffect,
  type FaultEffectOf,
  type FaultKind,
  type FaultMatcher,
  type FaultTarget,
  isOver,
  isSpent,
  matches,
} from "./Fault.ts"

/** The most faults that a book holds. A new one takes the place of the oldest that is over. */
export const FAULTS_MAX = 100

/** The faults of a world. */
export interface FaultBook {
  /** Adds a fault; null where there are too many that are not over. */
  readonly add: (fault: FaultMatcher & { readonly effect: FaultEffect }) => Fault | null
  /** Oldest first. */
  readonly all: () => ReadonlyArray<Fault>
  readonly get: (faultId: string) => Fault | undefined
  /** Removes a fault; false where there is none of this id. */
  readonly remove: (faultId: string) => boolean
  readonly clear: () => void
  /**
   * Counts a target for every fault of these kinds that is meant for it, and gives the one that strikes: of several
   * the oldest, and the others wait for the next target.
   */
  readonly strike: <K extends FaultKind>(
    kinds: ReadonlyArray<K>,
    target: FaultTarget,
  ) => Fault<FaultEffectOf<K>> | null
  /** Tells whether a fault of a kind can still strike such a target. */
  readonly expects: (kind: FaultKind, target: FaultTarget) => boolean
}

/**
 * An empty book. `removed` is told when faults are taken away, for whatever waits because of them, and `changed` of every
 * change, also when a fault counted a target.
 */
export const makeFaultBook = (
  removed: () => void = () => undefined,
  changed: () => void = () => undefined,
): FaultBook => {
  const faults = new Map<string, Fault>()
  return {
    add: (wish) => {
      if (faults.size >= FAULTS_MAX) {
        const over = Array.from(faults.values()).find(isOver)
        if (over === undefined) return null
        faults.delete(over.faultId)
      }
      const fault = { ...wish, faultId: randomUUID(), matched: 0, struck: 0 }
      faults.set(fault.faultId, fault)
      changed()
      return fault
    },
    all: () => Array.from(faults.values()),
    get: (faultId) => faults.get(faultId),
    remove: (faultId) => {
      const found = faults.delete(faultId)
      if (found) {
        removed()
        changed()
      }
      return found
    },
    clear: () => {
      faults.clear()
      removed()
      changed()
    },
    strike: <K extends FaultKind>(kinds: ReadonlyArray<K>, target: FaultTarget) => {
      let striking: Fault | null = null
      for (const fault of faults.values()) {
        if (!kinds.some((kind) => kind === fault.effect.kind) || !matches(fault, target)) continue
        const matched = fault.matched + 1
        const strikes: boolean = striking === null && matched >= fault.nth && !isSpent(fault)
        const counted: Fault = { ...fault, matched, struck: fault.struck + (strikes ? 1 : 0) }
        faults.set(fault.faultId, counted)
        changed()
        if (strikes) striking = counted
      }
      return striking as Fault<FaultEffectOf<K>> | null
    },
    expects: (kind, target) =>
      Array.from(faults.values()).some(
        (fault) => fault.effect.kind === kind && !isSpent(fault) && matches(fault, target),
      ),
  }
}
