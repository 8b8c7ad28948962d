// What falls due, for people. Pure.
import type { NextDue } from "./data/shapes.ts"

type Kind = NextDue["kind"]

const told: { readonly [K in Kind]: string } = {
  BOUNDARY: "cycle ends",
  TRIAL_ENDING: "trial ends soon",
  TRIAL_END: "trial ends",
  VOUCHER_EXPIRY: "voucher expires",
  SLIP_EXPIRY: "boleto expires",
  STALE_ATTEMPT: "payment without an answer",
  DELINQUENCY: "becomes past due",
  DUNNING: "card is tried again",
  DUNNING_EXHAUSTED: "dunning ends",
  WRITE_OFF: "invoice is written off",
  LOOKUP: "payment is looked up",
}

/** What falls due, in two or three words. */
export const kindInWords = (kind: Kind | undefined): string =>
  kind === undefined ? "something falls due" : told[kind]

/** The same with the name of the organization. */
export const nextInWords = (next: NextDue | null): string =>
  next === null ? kindInWords(undefined) : `${next.organizationName}, ${kindInWords(next.kind)}`
