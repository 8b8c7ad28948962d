// Hearing from a gateway, by its webhooks, what became of an attempt. Such messages come late, twice, and in any order:
// each says what must have gone before it, so that nothing is counted twice and nothing is missed. GAP-148
import type * as Effect from "effect/Effect"
import { recordAnswer } from "../../core/billing/collection/Payments.ts"
import { type Reversal, reverse } from "../../core/billing/collection/Reversals.ts"
import type { VoidRejection } from "../../core/billing/invoicing/Voids.ts"
import type { GatewayAnswer } from "../../core/payment/PaymentAttempt.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import { changeInvoice, type InvoiceRef } from "../execution/changeInvoice.ts"
import type { Loaded } from "../execution/decideAndCommit.ts"
import { about, useCase } from "../execution/useCase.ts"
import { readTold, reportOtherAmount } from "../ports/askGateway.ts"
import type { InvoiceView } from "./invoiceViews.ts"

/** News of an attempt from its gateway: its outcome, money that went back, or a step of a dispute. */
export type GatewayNews = InvoiceRef & { readonly attemptId: string } & (
    | { readonly _tag: "Answered"; readonly answer: Exclude<GatewayAnswer, { readonly _tag: "Unknown" }> }
    | Reversal
  )

/** Why news is not recorded. */
export type HearRejection = Loaded<VoidRejection> | ApplyDueRejection

/**
 * Records news of a gateway, and gives the invoice as it is then. Whoever reads a webhook has checked that the gateway
 * sent it.
 *
 * The same news again changes nothing. Money that went back, or is disputed, had come: an attempt whose outcome was not
 * known is approved first. The end of a dispute opens it where that was not heard. News of money that paid nothing of
 * the invoice is refused, and changes nothing. GAP-148
 */
export const hearGateway = useCase("hearGateway")(function* (
  news: GatewayNews,
): Effect.fn.Return<InvoiceView, HearRejection, BillingPorts> {
  const { organizationId, invoiceId, attemptId } = news
  if (news._tag === "Answered") {
    const answer = yield* readTold(news)
    return yield* changeInvoice({ organizationId, invoiceId }, (account, now, rules) =>
      recordAnswer(account, { invoiceId, attemptId, answer, now }, rules),
    )
  }
  const invoice = yield* changeInvoice({ organizationId, invoiceId }, (account, now, rules) =>
    reverse(account, { invoiceId, attemptId, reversal: news, now }, rules),
  )
  if (news._tag === "Refunded") {
    const recorded = invoice.refunds.find(({ refundId }) => refundId === news.refundId)
    if (recorded !== undefined && recorded.amount !== news.amount) yield* reportOtherAmount(news)
  }
  return invoice
}, about)
