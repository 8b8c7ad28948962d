// How often the laws notice that a calculator is wrong.
import { type ComputeInvoice, invoiceLaws } from "../../../src/testing/index.ts"

/** Whether a law is broken when each of them is tried a hundred times. */
export const isCaught = async (wrong: ComputeInvoice, seed: number): Promise<boolean> => {
  for (const { check } of invoiceLaws(wrong)) {
    const kept = await check({ seed, numRuns: 100, endOnFailure: true }).then(
      () => true,
      () => false,
    )
    if (!kept) return true
  }
  return false
}

/** How many of some seeds catch it. */
export const catches = async (wrong: ComputeInvoice, seeds: number): Promise<number> => {
  let caught = 0
  // Seeds that are far from each other.
  for (let index = 1; index <= seeds; index++) {
    if (await isCaught(wrong, Math.imul(index, 0x9e37_79b1))) caught += 1
  }
  return caught
}
