// The first invoice of an account: what time alone will issue next, if nothing else happens.
import * as Result from "effect/Result"
import type { Invoice } from "../invoice/Invoice.ts"
import type { Account, Rules } from "./Account.ts"
import { nextDue, takeStep } from "./Schedule.ts"

/** How many steps are looked at for the subscription, and for each voucher and each invoice. */
const STEPS_EACH = 200

/**
 * The next invoice that the account gets if nothing is used, changed or paid, as it will be issued; `null` where none
 * comes of the running period or the next one. Where all of the running period is paid, it is that of the next one.
 */
export const firstInvoice = (account: Account, rules: Rules): Invoice | null => {
  const { subscription, vouchers, receivables, invoices } = account
  const last = (subscription?.cycle.cycle ?? 0) + 1
  const stepsMax = STEPS_EACH * (1 + vouchers.length + receivables.length + invoices.length)
  let current = account
  for (let step = 0; step < stepsMax; step++) {
    const due = nextDue(current, rules)
    if (due === null || (current.subscription?.cycle.cycle ?? 0) > last) break
    const taken = takeStep(current, due, rules)
    if (Result.isFailure(taken)) break
    const issued = taken.success.billingEvents.find((event) => event.type === "invoice.issued")
    if (issued !== undefined && "invoice" in issued) return issued.invoice
    current = taken.success.account
  }
  return null
}
