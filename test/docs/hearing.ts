// What every example of a gateway does with the webhooks of its gateway: a payment whose answer was lost, a webhook that
// comes first, one that comes twice, and a refund from outside count once.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { type GatewayNews, hearGateway, type PaymentGateway, payInvoice } from "../../src/index.ts"
import { makeBilling, organizationId, startAt, subscribed } from "../support/billing.ts"

const MINUTE = 60_000

/** An example with its fake: what it reads of a webhook, and which webhooks the fake sends. */
export interface Hearing<Request> {
  readonly gateway: PaymentGateway["Service"]
  readonly read: (request: Request) => Effect.Effect<ReadonlyArray<GatewayNews>, unknown>
  /** What happens between a charge and its answer. */
  readonly setHappens: (what: () => Promise<void>) => void
  /** The webhook of the last charge's outcome. */
  readonly outcome: () => Request
  /** The webhook of a refund of the last charge that was made at the gateway. */
  readonly refund: (amount: number) => Request
  /** Cards whose charge is approved: at once, and with an answer that gets lost. */
  readonly cards: { readonly approves: string; readonly lost: string }
}

/** The tests of an example, which is made anew for each, with its clock. */
export const hears = <Request>(make: (now: () => number) => Hearing<Request>): void => {
  const paying = async (
    card: "approves" | "lost",
    onCharge?: (hear: () => Promise<void>) => Promise<void>,
  ) => {
    const example = make(() => billing.now())
    const billing = makeBilling({ gateway: () => example.gateway })
    await billing.seeded()
    const { upcoming } = await billing.run(subscribed({ cardToken: example.cards[card] }))
    const { invoiceId } = upcoming
    const hear = async (request = example.outcome()) => {
      const news = await billing.run(example.read(request))
      for (const one of news) await billing.run(hearGateway(one))
      return news.length
    }
    if (onCharge !== undefined) {
      example.setHappens(() => {
        example.setHappens(() => Promise.resolve())
        return onCharge(async () => void (await hear()))
      })
    }
    const payment = { organizationId, invoiceId, paymentMethodId: null, expectedPayableAmount: 9990 }
    const paid = await billing.run(Effect.result(payInvoice(payment)))
    expect(Result.isSuccess(paid)).toBe(true)
    const invoice = () => billing.state.ofOrganization(organizationId)?.invoices[0]
    return {
      example,
      billing,
      hear,
      told: () => [invoice()?.status, ...(invoice()?.attempts ?? []).map(({ status }) => status)],
      /** The money that came and went, and what became a voucher of it. */
      money: () => [
        invoice()?.receipts.map(({ amount }) => amount),
        invoice()?.refunds.map(({ amount }) => amount),
        billing.state.ofOrganization(organizationId)?.vouchers.map(({ balance }) => balance),
      ],
    }
  }

  it("a payment with a lost answer is paid when it is heard, and its look-up changes nothing", async () => {
    const { billing, hear, told, money } = await paying("lost")
    expect(told()).toEqual(["OPEN", "UNKNOWN"])
    expect(await hear()).toBe(1)
    expect(told()).toEqual(["PAID", "APPROVED"])
    await billing.moveTo(startAt + 6 * MINUTE)
    expect([told(), money()]).toEqual([
      ["PAID", "APPROVED"],
      [[9990], [], []],
    ])
  })

  it("a payment with a lost answer is paid by its look-up, and hearing of it later changes nothing", async () => {
    const { billing, hear, told, money } = await paying("lost")
    await billing.moveTo(startAt + 6 * MINUTE)
    expect(told()).toEqual(["PAID", "APPROVED"])
    await hear()
    expect([told(), money()]).toEqual([
      ["PAID", "APPROVED"],
      [[9990], [], []],
    ])
  })

  it("a webhook that comes before the answer is the same money", async () => {
    const { told, money } = await paying("approves", (hear) => hear())
    expect([told(), money()]).toEqual([
      ["PAID", "APPROVED"],
      [[9990], [], []],
    ])
  })

  it("a webhook that comes twice is the same money", async () => {
    const { hear, told, money } = await paying("approves")
    await hear()
    await hear()
    expect([told(), money()]).toEqual([
      ["PAID", "APPROVED"],
      [[9990], [], []],
    ])
  })

  it("a refund from outside is recorded once, however often it is heard", async () => {
    const { example, hear, told, money } = await paying("approves")
    const refund = example.refund(90)
    expect([await hear(refund), await hear(refund)]).toEqual([1, 1])
    expect([told(), money()]).toEqual([
      ["PARTIALLY_REFUNDED", "APPROVED"],
      [[9990], [90], []],
    ])
  })

  it("a refund that comes before its payment says that the money had come", async () => {
    const { example, hear, told, money } = await paying("lost")
    await hear(example.refund(9990))
    await hear()
    expect([told(), money()]).toEqual([
      ["REFUNDED", "APPROVED"],
      [[9990], [9990], []],
    ])
  })
}
