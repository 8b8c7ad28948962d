// Accounts that owe something, for timelines of dunning, slips and look-ups, and what was billed as text. A cycle runs from 31 January to 28 February.
import { expect } from "vitest"
import { type Account, type PaymentAttempt, Threshold } from "../../../src/index.ts"
import { card, dayOf, declined, makeAccount } from "../../support/account.ts"

export type Billing = ReturnType<typeof makeAccount>
type Options = Omit<Parameters<typeof makeAccount>[0], "at">

export const HOUR = 3_600_000
export const DAY = 24 * HOUR
export const on = (month: number, day: number): number => Date.UTC(2026, month - 1, day)
export const jan31 = on(1, 31)
export const feb28 = on(2, 28)

/** A second card. */
export const other = { ...card, paymentMethodId: "pm_2", isDefault: false }

/** What the gateway says by the attempt, "0/CYCLE/1/2" being the third of the second CYCLE document of the first cycle. */
export const says =
  (table: Readonly<Record<string, PaymentAttempt.GatewayAnswer>>, otherwise = declined) =>
  ({ attemptId }: Account.Charge): PaymentAttempt.GatewayAnswer =>
    table[attemptId.replace("attempt/invoice/sub/", "")] ?? otherwise

export const statuses = (billing: Billing): ReadonlyArray<string> =>
  billing.now().invoices.map(({ invoiceId, status }) => `${invoiceId.replace("invoice/sub/", "")} ${status}`)

export const idOf = (billing: Billing, index: number): string =>
  billing.now().invoices[index]?.invoiceId ?? ""

/** Each document: the day, its kind and status, its lines, what its coupon and vouchers took, and what was to be paid. */
export const documents = (billing: Billing): ReadonlyArray<string> =>
  billing.now().invoices.map((one) => {
    const lines = one.lines.map(({ name, amount }) => `${name.replace(/, 20.*/, "")} ${amount}`)
    const discounts = one.discounts.map(({ type, amount }) => `${type} −${amount}`)
    const kind = `${dayOf(one.issuedAt)} ${one.kind} ${one.status}`
    return [kind, ...lines, ...discounts, `= ${one.payableAmount}`].join("; ")
  })

/** The first cycle's document is refused at its boundary, 28 February: the days are 1, 3, 7 and 14 March. */
export const refused = (options: Options = {}): Billing => {
  const billing = makeAccount({ at: jan31, ...options })
  billing.answerWith(declined)
  billing.runUntil(feb28)
  return billing
}

/**
 * Three documents that are owed from 2 March on: the first, paid early, was refused on 26 February, the second joined
 * at the boundary, the third by a cut. The days of the schedule are 27 February, 1, 5 and 12 March.
 */
export const threeOwed = (options: Options = {}): Billing => {
  const [feb26, mar2] = [on(2, 26), on(3, 2)]
  const billing = makeAccount({ at: jan31, ...options })
  billing.answerWith(declined)
  billing.payEarly(feb26)
  billing.use("messages", 1, feb26)
  billing.runUntil(mar2)
  const threshold = { value: 5, currency: "BRL", now: mar2 }
  billing.apply(Threshold.setThreshold(billing.now(), threshold, billing.rules))
  billing.use("messages", 2, mar2)
  expect(statuses(billing)).toEqual(["0/CYCLE/0 PAYMENT_FAILED", "0/CYCLE/1 OPEN", "1/CUT/0 OPEN"])
  expect(billing.asks()).toEqual([
    "02-26 charge 0/CYCLE/0/0",
    "02-27 charge 0/CYCLE/0/1",
    "03-01 charge 0/CYCLE/0/2",
  ])
  return billing
}
