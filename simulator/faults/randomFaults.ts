// Faults that nobody scripted: every call and every charge meets one with a chance, by a seed, so that the same calls in
// the same order meet the same faults again. None of them charges anybody twice.
import type { FaultEffect, FaultEffectOf } from "./Fault.ts"

/** The rate of faults by chance, and their seed. */
export interface RandomFaultsOptions {
  /** An integer from 0 to 4294967295: the same one draws the same faults. */
  readonly seed: number
  /** The share of calls, and of charges, that meets a fault: 0 to 1. */
  readonly rate: number
}

/** The effects that change the answer to a call. */
export type CallEffect = FaultEffectOf<"respond" | "delay" | "drop_before" | "drop_after">

/** Draws a fault for each call and each charge; null for none. */
export interface RandomFaults {
  readonly onCall: () => CallEffect | null
  readonly onCharge: () => FaultEffectOf<"gateway"> | null
}

const calls: ReadonlyArray<CallEffect> = [
  { kind: "respond", status: 500, code: null },
  { kind: "respond", status: 503, code: null },
  { kind: "delay", delayMs: 50 },
  { kind: "drop_before" },
  { kind: "drop_after" },
]

const charges: ReadonlyArray<FaultEffectOf<"gateway">> = (
  ["declined", "unknown_approved", "unknown_declined"] as const
).map((outcome) => ({ kind: "gateway", outcome, delayMs: 0 }))

/** Faults by chance; none without options. */
export const makeRandomFaults = (options: RandomFaultsOptions | undefined): RandomFaults => {
  if (options === undefined) return { onCall: () => null, onCharge: () => null }
  const { seed, rate } = options
  const drawing = <H extends FaultEffect>(effects: ReadonlyArray<H>, stream: number) => {
    const draw = makeDraws(seed + stream)
    return (): H | null => {
      const [strikes, which] = [draw() < rate, draw()]
      return strikes ? (effects[Math.floor(which * effects.length)] ?? null) : null
    }
  }
  return { onCall: drawing(calls, 0), onCharge: drawing(charges, 1) }
}

/** Numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
export const makeDraws = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
