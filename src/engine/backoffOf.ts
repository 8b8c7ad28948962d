// The waits between tries.

/** The wait after so many failures in a row. */
export const backoffOf = (
  failures: number,
  { backoffMillis, backoffMillisMax }: { readonly backoffMillis: number; readonly backoffMillisMax: number },
): number => Math.min(backoffMillisMax, backoffMillis * 2 ** Math.min(failures - 1, 40))
