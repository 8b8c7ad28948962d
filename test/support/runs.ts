import { thorough } from "./thorough.ts"

/** How often a property runs: `normal` times in a thorough run, a sixth of it in another one, or `FC_RUNS` times. */
export const runs = (normal: number): number =>
  Number(process.env.FC_RUNS ?? (thorough ? normal : Math.ceil(normal / 6)))

/**
 * The same for a property that plays whole life cycles: it ends within half a minute, unless `FC_RUNS` asks for a number
 * of runs.
 */
export const slowRuns = (normal: number) => ({
  numRuns: runs(normal),
  ...(process.env.FC_RUNS === undefined && { interruptAfterTimeLimit: 30_000 }),
})
