// What the parts of the audit of a storm share.
import type { Invoice } from "../../../src/index.ts"

/** Takes a sentence that says what does not hold. */
export type Findings = (finding: string) => void

/** What a list adds up to. */
export const sum = <A>(list: Iterable<A>, amount: (item: A) => number): number => {
  let total = 0
  for (const item of list) total += amount(item)
  return total
}

/** The attempts of an invoice of which nobody knows the outcome. */
export const inFlight = ({ attempts }: Invoice.Invoice) =>
  attempts.filter(({ status }) => status === "STARTED" || status === "UNKNOWN" || status === "PENDING")
