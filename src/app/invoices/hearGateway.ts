// Hearing from a gateway, by its webhooks, what became of an attempt. Such messages come late, twice, and in any order:
// each says what must have gone before it, so that nothing is counted twice and nothing is missed. GAP-148
import type * as Effect from "effect/Effect"
import type { OperatorRejection } from "../../core/billing/collection/Operators.ts"
import { recordAnswer } from "../../core/billing/collection/Payments.ts"
import type { VoidRejection } from "../../core/billing/invoicing/Voids.ts"
import type { Invoice, InvoiceStatus } from "../../core/invoice/Invoice.ts"
import type { GatewayAnswer } from "../../core/payment/PaymentAttempt.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import { changeInvoice, type InvoiceRef, operateOn } from "../execution/changeInvoice.ts"
import type { Loaded } from "../execution/decideAndCommit.ts"
import { about, useCase } from "../execution/useCase.ts"

/** News of an attempt from its gateway: its outcome, money that went back, or a step of a dispute. */
export type GatewayNews = InvoiceRef & { readonly attemptId: string } & (
    | { readonly _tag: "Answered"; readonly answer: Exclude<GatewayAnswer, { readonly _tag: "Unknown" }> }
    /** The gateway's id of the refund, and its amount. The same id again is the same money. */
    | { readonly _tag: "Refunded"; readonly refundId: string; readonly amount: number }
    | { readonly _tag: "DisputeOpened" | "DisputeWon" | "DisputeLost" }
  )

/** Why news are not recorded. */
export type HearRejection = Loaded<VoidRejection> | Loaded<OperatorRejection> | ApplyDueRejection

const OVER: ReadonlySet<InvoiceStatus> = new Set(["CHARGEBACK_RESOLVED", "CHARGEBACK"])

/**
 * Records news of a gateway, and gives the invoice as it is then. Whoever reads a webhook has checked that the gateway
 * sent it.
 *
 * The same news again change nothing. Money that went back, or is disputed, had come: an attempt whose outcome was not
 * known is approved first. The end of a dispute opens it where that was not heard. GAP-148
 */
export const hearGateway = useCase("hearGateway")(function* (
  news: GatewayNews,
): Effect.fn.Return<Invoice, HearRejection, BillingPorts> {
  const { organizationId, invoiceId, attemptId } = news
  const answer: GatewayAnswer = news._tag === "Answered" ? news.answer : { _tag: "Approved" }
  const ref = { organizationId, invoiceId }
  const invoice = yield* changeInvoice(ref, (account, now, rules) =>
    recordAnswer(account, { invoiceId, attemptId, answer, now }, rules),
  )
  if (news._tag === "Answered") return invoice
  if (news._tag === "Refunded") {
    const { refundId, amount } = news
    return yield* operateOn(ref, (now) => ({ _tag: "Refund", refundId, amount, now }))
  }
  if (OVER.has(invoice.status)) return invoice
  const disputed = yield* operateOn(ref, (now) => ({ _tag: "OpenDispute", now }))
  if (news._tag === "DisputeOpened") return disputed
  const end = news._tag === "DisputeWon" ? "WinDispute" : "LoseDispute"
  return yield* operateOn(ref, (now) => ({ _tag: end, now }))
}, about)
