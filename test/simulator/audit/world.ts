// A world in which something of everything has happened, as the audit is given it.
import * as Effect from "effect/Effect"
import type { AuditInput } from "../../../simulator/audit/books/Books.ts"
import {
  defaultPolicy,
  grantVoucher,
  listInvoices,
  pauseSubscription,
  payInvoice,
  previewUpcomingInvoice,
  recordUsage,
  refundInvoice,
  resumeSubscription,
  runDue,
  setThreshold,
  settleInvoice,
} from "../../../src/index.ts"
import { addCard, coupon, makeBilling, organizationId, startAt, subscribed } from "../../support/billing.ts"

const DAY = 86_400_000

/**
 * An organization in its third cycle, PAST_DUE: a threshold cut its first one, a coupon and a voucher discounted that; the
 * second was paid ahead and paused, which gave a credit; money was refunded, and money came that nothing was due for.
 */
export const eventfulWorld = async (): Promise<AuditInput> => {
  const { run, seeded, setNow, now, state, charges, commit } = makeBilling()
  await seeded()
  const goTo = (to: number) => run(runDue(to, { catchUp: true, onInstant: setNow })).then(() => setNow(to))
  const use = (eventId: string, quantity: number) =>
    run(recordUsage({ organizationId, events: [{ eventId, meter: "messages", quantity, occurredAt: null }] }))
  const pay = (invoiceId: string, paymentMethodId: string | null = null) =>
    payInvoice({ organizationId, invoiceId, paymentMethodId, expectedPayableAmount: null })
  const payAhead = Effect.flatMap(previewUpcomingInvoice(organizationId), ({ invoiceId }) => pay(invoiceId))

  await run(subscribed({ couponCode: coupon.code }))
  await run(setThreshold({ organizationId, value: 500, currency: "BRL" }))
  await use("cut", 200)
  await use("later", 50)
  const voucher = { voucherId: null, name: "Goodwill", currency: "BRL", effectiveAt: null, expiresAt: null }
  await run(grantVoucher({ organizationId, ...voucher, amount: 1000 }))
  await goTo(startAt + 28 * DAY)
  await run(payAhead)
  await goTo(now() + 10 * DAY)
  await run(pauseSubscription(organizationId))
  await goTo(now() + DAY)
  await run(resumeSubscription(organizationId))
  const { items } = await run(listInvoices({ organizationId, page: 1, limit: 100, status: null }))
  const invoiceId = items.find(({ kind }) => kind === "CUT")?.invoiceId ?? ""
  await run(refundInvoice({ organizationId, invoiceId, amount: 100, refundId: null }))
  await goTo(startAt + 60 * DAY)
  await use("declined", 100)
  const { paymentMethodId } = await run(addCard("tok_charge_declined"))
  await run(
    Effect.flatMap(previewUpcomingInvoice(organizationId), (upcoming) =>
      Effect.ignore(pay(upcoming.invoiceId, paymentMethodId)),
    ),
  )
  await run(settleInvoice({ organizationId, invoiceId, amount: 50, receiptId: "twice" }))
  await use("unbilled", 30)
  const answered = {
    keyId: "key",
    status: "ANSWERED",
    callId: "call",
    fingerprint: "",
    answer: "{}",
  } as const
  await commit({
    puts: [{ kind: "IdempotencyKey", record: { ...answered, takenAt: now(), expiresAt: now() + DAY } }],
  })
  return {
    snapshot: state.snapshot(),
    charges: { items: charges(), complete: true },
    now: now(),
    policy: defaultPolicy,
    couponsBefore: [],
  }
}
