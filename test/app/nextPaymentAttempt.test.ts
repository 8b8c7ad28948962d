// When an invoice is tried next: each answer about it says what the last event about it told. GAP-192
import { describe, expect, it } from "vitest"
import {
  changeSubscriptionPaymentMethod,
  listInvoices,
  payInvoice,
  runDue,
  settleInvoice,
  viewAccount,
  viewInvoice,
} from "../../src/index.ts"
import { addCard, makeBilling, organizationId, subscribed } from "../support/billing.ts"

const DAY = 24 * 60 * 60_000
const feb28 = Date.UTC(2026, 1, 28, 12)

const dayOf = (at: number): string => new Date(at).toISOString().slice(5, 10)

const next = (of: { readonly nextPaymentAttemptAt?: number }): string =>
  of.nextPaymentAttemptAt === undefined ? "never" : dayOf(of.nextPaymentAttemptAt)

const list = { organizationId, status: null, page: 1, limit: 20 } as const

/** Its card is refused from the first boundary on. Dunning tries a day later, 95 days after it, and 130. */
const refusedFrom = async (cardToken: string) => {
  const billing = makeBilling({ policy: { dunningDays: [1, 95, 130] } })
  await billing.seeded()
  await billing.run(subscribed({ cardToken }))
  /** What is told of invoices until then. */
  const goTo = async (at: number): Promise<ReadonlyArray<string>> => {
    billing.setNow(at)
    const { billingEvents, failures } = await billing.run(runDue(at, { catchUp: true }))
    expect(failures).toEqual([])
    return billingEvents.flatMap(({ billingEvent: told }) =>
      "invoice" in told ? `${dayOf(told.at)} ${told.type}: ${next(told)}` : [],
    )
  }
  /** Of each invoice, the oldest first. */
  const shown = async () => (await billing.run(listInvoices(list))).items.toReversed()
  return { billing, goTo, shown }
}

describe("when an invoice is tried next", () => {
  it("is told by the event of the refusal, and by each answer about the invoice", async () => {
    const { billing, goTo, shown } = await refusedFrom("tok_charge_declined")
    expect(await goTo(feb28)).toEqual([
      "02-28 invoice.issued: never",
      "02-28 payment.failed: 03-01",
      "02-28 invoice.status_changed: 03-01",
    ])
    const [listed] = await shown()
    const ref = { organizationId, invoiceId: listed?.invoiceId ?? "" }
    expect(listed).toMatchObject({ status: "PAYMENT_FAILED", nextPaymentAttemptAt: feb28 + DAY })
    expect(await billing.run(viewInvoice(ref))).toEqual(listed)
    const settled = await billing.run(settleInvoice({ ...ref, amount: 1, receiptId: null }))
    expect(settled).toMatchObject({ amountPaid: 1, nextPaymentAttemptAt: feb28 + DAY })
  })

  it("moves with a round that does not come to it, also where the invoice is not loaded for that", async () => {
    const { billing, goTo, shown } = await refusedFrom("tok_charge_declined")
    await goTo(feb28 + 94 * DAY)
    expect((await shown()).map(next)).toEqual(["06-03", "06-03", "06-03", "06-03"])
    const { receivables } = await billing.run(viewAccount(organizationId))
    expect(receivables.length).toBeGreaterThan(1)
    expect(await goTo(feb28 + 95 * DAY)).toEqual([
      "06-03 invoice.updated: 07-08",
      "06-03 invoice.updated: 07-08",
      "06-03 invoice.updated: 07-08",
      "06-03 payment.failed: 07-08",
    ])
    expect((await shown()).map(next)).toEqual(["07-08", "07-08", "07-08", "07-08"])
    expect(await goTo(feb28 + 130 * DAY)).toContain("07-08 payment.failed: never")
    expect(new Set((await shown()).map(next))).toEqual(new Set(["never"]))
  })

  it("is never with a card that was refused for good, until there is another one", async () => {
    const { billing, goTo, shown } = await refusedFrom("tok_stolen_card")
    await goTo(feb28 + DAY / 2)
    expect((await shown()).map(next)).toEqual(["never"])
    const { paymentMethodId } = await billing.run(addCard("tok_charge_declined"))
    await billing.run(changeSubscriptionPaymentMethod({ organizationId, paymentMethodId }))
    expect((await shown()).map(next)).toEqual(["03-01"])
  })

  it("is never once it is paid", async () => {
    const { billing, goTo, shown } = await refusedFrom("tok_charge_declined")
    await goTo(feb28)
    const { paymentMethodId } = await billing.run(addCard("tok_visa"))
    const [owed] = await shown()
    const paid = await billing.run(
      payInvoice({
        organizationId,
        invoiceId: owed?.invoiceId ?? "",
        paymentMethodId,
        expectedPayableAmount: null,
      }),
    )
    expect([paid.status, next(paid)]).toEqual(["PAID", "never"])
  })
})
