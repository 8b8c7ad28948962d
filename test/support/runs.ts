/** How often a property runs: `normal` times, or `FC_RUNS` times when that is set. */
export const runs = (normal: number): number => Number(process.env.FC_RUNS ?? normal)

/** The same for a property that plays whole life cycles: it ends within half a minute, however often it was to run. */
export const slowRuns = (normal: number) => ({ numRuns: runs(normal), interruptAfterTimeLimit: 30_000 })
