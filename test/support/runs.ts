/** How often a property runs: `normal` times, or `FC_RUNS` times when that is set. */
export const runs = (normal: number): number => Number(process.env.FC_RUNS ?? normal)
