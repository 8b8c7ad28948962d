/** How often a property runs: `normal` times, or `FC_RUNS` times when that is set. */
export const runs = (normal: number): number => Number(process.env.FC_RUNS ?? normal)

/**
 * The same for a property that plays whole life cycles: it ends within half a minute, unless `FC_RUNS` asks for a number
 * of runs.
 */
export const slowRuns = (normal: number) => ({
  numRuns: runs(normal),
  ...(process.env.FC_RUNS === undefined && { interruptAfterTimeLimit: 30_000 }),
})
