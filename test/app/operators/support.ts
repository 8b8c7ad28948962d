// An organization whose upcoming invoice of 9990 was paid, as its card behaves.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type BillingStore, grantVoucher, payInvoice } from "../../../src/index.ts"
import { makeBilling, organizationId, startAt, subscribed } from "../../support/billing.ts"

export const DAY = 86_400_000

export const tagOf = <A, E extends { readonly _tag: string }>(result: Result.Result<A, E>): string =>
  Result.isSuccess(result) ? "ok" : result.failure._tag

/** Pays by a card; `tok_visa` approves. */
export const paying = async (
  cardToken = "tok_visa",
  wrapStore: (store: BillingStore["Service"]) => BillingStore["Service"] = (store) => store,
) => {
  const billing = makeBilling({ wrapStore })
  await billing.seeded()
  const { upcoming } = await billing.run(subscribed({ cardToken }))
  const ref = { organizationId, invoiceId: upcoming.invoiceId }
  const payment = { ...ref, paymentMethodId: null, expectedPayableAmount: null }
  await billing.run(Effect.result(payInvoice(payment)))
  return { billing, ref }
}

/** A voucher that is valid at once. */
export const granted = (voucherId: string, amount: number, expiresAt: number | null = null) =>
  grantVoucher({
    organizationId,
    voucherId,
    name: "Goodwill",
    currency: "BRL",
    amount,
    effectiveAt: null,
    expiresAt,
  })

export const later = (days: number): number => startAt + days * DAY
