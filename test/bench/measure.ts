// What every measurement shares: rounds in turn, medians, and rows of the table.

/** How many rounds are measured; the median counts. */
export const ROUNDS = 5

/** A row: what was measured, as a ratio of two figures of one run. */
export interface Row {
  readonly name: string
  /** In units of `unit`. */
  readonly ours: number
  readonly theirs: number
  readonly unit: string
  readonly ratio: number
  /** The least and the greatest ratio of the rounds. */
  readonly spread: readonly [number, number]
  /** `≥ 0.75`, or null where there is none. */
  readonly target: string | null
  readonly met: boolean | null
}

/** The middle of some figures. */
export const median = (figures: ReadonlyArray<number>): number => {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** A row of two series that were measured in turn; the ratio is the median of those of the rounds. */
export const rowOf = (row: {
  readonly name: string
  readonly ours: ReadonlyArray<number>
  readonly theirs: ReadonlyArray<number>
  readonly unit: string
  readonly target?: { readonly atLeast: number } | { readonly atMost: number }
}): Row => {
  const { name, ours, theirs, unit, target } = row
  const ratios = ours.map((figure, index) => figure / (theirs[index] ?? Number.NaN))
  const ratio = median(ratios)
  const spread = [Math.min(...ratios), Math.max(...ratios)] as const
  const shared = { name, ours: median(ours), theirs: median(theirs), unit, ratio, spread }
  if (target === undefined) return { ...shared, target: null, met: null }
  return "atLeast" in target
    ? { ...shared, target: `≥ ${target.atLeast}`, met: ratio >= target.atLeast }
    : { ...shared, target: `≤ ${target.atMost}`, met: ratio <= target.atMost }
}

/** Measures several things in turn, so many rounds, after one round that does not count. */
export const inTurn = async <K extends string>(
  things: Readonly<Record<K, () => Promise<number> | number>>,
  rounds = ROUNDS,
): Promise<Readonly<Record<K, ReadonlyArray<number>>>> => {
  const figures = Object.fromEntries(Object.keys(things).map((name) => [name, []])) as unknown as Record<
    K,
    Array<number>
  >
  for (let round = 0; round <= rounds; round++) {
    for (const [name, measure] of Object.entries(things) as unknown as ReadonlyArray<
      readonly [K, () => Promise<number> | number]
    >) {
      const figure = await measure()
      if (round > 0) figures[name].push(figure)
    }
  }
  return figures
}

/** Nanoseconds a call, over about `millis` of calls. */
export const nanosOf = (run: () => unknown, millis = 100): number => {
  const batch = 1000
  let [calls, kept] = [0, 0]
  const start = performance.now()
  let elapsed = 0
  while (elapsed < millis) {
    // What is made is looked at, so that making it cannot be left out.
    for (let index = 0; index < batch; index++) if (run() !== undefined) kept += 1
    calls += batch
    elapsed = performance.now() - start
  }
  if (kept !== calls) throw new Error("Expected a result of every call")
  return (elapsed * 1e6) / calls
}
