// News of a gateway: late, twice, and in any order. What they say counts once.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  CurrentPortReporter,
  type GatewayNews,
  hearGateway,
  type InvoiceRef,
  PaymentAttempt,
} from "../../src/index.ts"
import { organizationId } from "../support/billing.ts"
import { paying, tagOf } from "./operators/support.ts"

const approved = { _tag: "Answered", answer: { _tag: "Approved" } } as const
const refused = { _tag: "Answered", answer: PaymentAttempt.refusedWith("card_declined") } as const
const refunded = { _tag: "Refunded", refundId: "re_1", amount: 90 } as const
const slip = { barcode: "9", digitableLine: "9", expiresAt: Date.UTC(2027, 0, 1) }
const rest = { _tag: "Refunded", refundId: "re_2", amount: 9900 } as const
const opened = { _tag: "DisputeOpened" } as const
const won = { _tag: "DisputeWon" } as const
const lost = { _tag: "DisputeLost" } as const

type Said = GatewayNews extends infer News ? (News extends unknown ? Omit<News, keyof Names> : never) : never
type Names = InvoiceRef & { readonly attemptId: string }

/** The invoice after the payment of 9990 as its card behaves, and after each of these news. */
const hearing = async (cardToken: string, said: ReadonlyArray<Said>) => {
  const { billing, ref } = await paying(cardToken)
  const invoice = () => billing.state.ofOrganization(organizationId)?.invoices[0]
  const attemptId = invoice()?.attempts[0]?.attemptId ?? ""
  const statuses: Array<string | undefined> = [invoice()?.status]
  for (const one of said) {
    const heard = await billing.run(Effect.result(hearGateway({ ...ref, attemptId, ...one } as GatewayNews)))
    statuses.push(Result.isSuccess(heard) ? heard.success.status : tagOf(heard))
  }
  return { statuses, invoice: invoice(), vouchers: billing.state.ofOrganization(organizationId)?.vouchers }
}

/** An answer that got lost on its way: the attempt is UNKNOWN. */
const lostAnswer = "tok_timeout_approved"

describe("news of a gateway", () => {
  it.each<[string, string, ReadonlyArray<Said>, string]>([
    ["an answer that was lost", lostAnswer, [approved], "OPEN PAID"],
    ["a refusal whose answer was lost", lostAnswer, [refused], "OPEN PAYMENT_FAILED"],
    ["an answer twice", lostAnswer, [approved, approved], "OPEN PAID PAID"],
    ["an answer that is known", "tok_visa", [approved], "PAID PAID"],
    ["a refusal after the approval", "tok_visa", [refused], "PAID PAID"],
    ["a refund", "tok_visa", [refunded], "PAID PARTIALLY_REFUNDED"],
    ["a refund twice", "tok_visa", [refunded, refunded], "PAID PARTIALLY_REFUNDED PARTIALLY_REFUNDED"],
    ["two refunds", "tok_visa", [refunded, rest], "PAID PARTIALLY_REFUNDED REFUNDED"],
    [
      "a refund before its payment",
      lostAnswer,
      [refunded, approved],
      "OPEN PARTIALLY_REFUNDED PARTIALLY_REFUNDED",
    ],
    ["a dispute", "tok_visa", [opened, won], "PAID DISPUTED CHARGEBACK_RESOLVED"],
    ["a dispute before its payment", lostAnswer, [opened, approved], "OPEN DISPUTED DISPUTED"],
    ["the end of a dispute alone", "tok_visa", [lost], "PAID CHARGEBACK"],
    ["the end of a dispute first", "tok_visa", [lost, opened], "PAID CHARGEBACK CHARGEBACK"],
    [
      "the end of a dispute twice",
      "tok_visa",
      [won, won, opened],
      "PAID CHARGEBACK_RESOLVED CHARGEBACK_RESOLVED CHARGEBACK_RESOLVED",
    ],
  ])("may be %s", async (_, cardToken, said, statuses) => {
    const heard = await hearing(cardToken, said)
    expect(heard.statuses.join(" ")).toBe(statuses)
    const received = statuses.endsWith("PAYMENT_FAILED") ? [] : [9990]
    expect(heard.invoice?.receipts.map(({ amount }) => amount)).toEqual(received)
    const refunds = new Set(said.flatMap((one) => (one._tag === "Refunded" ? [one.refundId] : [])))
    expect(heard.invoice?.refunds.map(({ refundId }) => refundId)).toEqual([...refunds])
    expect(heard.vouchers).toEqual([])
  })

  it.each([
    ["of more money back than came", { ...refunded, amount: 9991 }, "PAID RefundExceedsPaid"],
    ["of an attempt that is not there", { ...approved, attemptId: "another" }, "PAID AttemptNotFound"],
  ])("%s are refused", async (_, said, statuses) => {
    expect((await hearing("tok_visa", [said])).statuses.join(" ")).toBe(statuses)
  })

  it.each<[string, unknown]>([
    ["a boleto without a barcode", { _tag: "Pending", slip: { ...slip, barcode: "" } }],
    ["a boleto without digits", { _tag: "Pending", slip: { ...slip, digitableLine: "" } }],
    ["a boleto until an instant in microseconds", { _tag: "Pending", slip: { ...slip, expiresAt: 1.8e15 } }],
    ["a boleto until an instant before all time", { _tag: "Pending", slip: { ...slip, expiresAt: -1 } }],
    ["a boleto without a slip", { _tag: "Pending" }],
    ["an outcome that nobody knows", { _tag: "Unknown" }],
    ["an attempt that the gateway does not know", { _tag: "NotFound" }],
    ["nothing", null],
  ])("%s cannot be read, and is not stored", async (_, answer) => {
    const { billing, ref } = await paying(lostAnswer)
    const stored = billing.state.ofOrganization(organizationId)
    const attemptId = stored?.invoices[0]?.attempts[0]?.attemptId ?? ""
    const news = { _tag: "Answered", ...ref, attemptId, answer } as GatewayNews
    await expect(billing.run(hearGateway(news))).rejects.toThrow(/^hearGateway: answer cannot be read: /)
    expect(billing.state.ofOrganization(organizationId)).toEqual(stored)
  })

  it("takes a refusal with a code that the rules do not know as any answer", async () => {
    const answer = { _tag: "Declined", declineCode: "moon_phase", retryable: true }
    const { billing, ref } = await paying(lostAnswer)
    const invoice = () => billing.state.ofOrganization(organizationId)?.invoices[0]
    const attemptId = invoice()?.attempts[0]?.attemptId ?? ""
    const faults: Array<unknown> = []
    const told = hearGateway({ _tag: "Answered", ...ref, attemptId, answer } as GatewayNews)
    await billing.run(
      Effect.provideService(told, CurrentPortReporter, (fault) => Effect.sync(() => faults.push(fault))),
    )
    expect(invoice()?.attempts).toMatchObject([{ status: "DECLINED", declineCode: "processing_error" }])
    expect(faults).toMatchObject([{ kind: "UNKNOWN_DECLINE_CODE", key: attemptId }])
  })

  it("reports a refund that is known with another amount, as of the sum of what went back", async () => {
    const { billing, ref } = await paying("tok_visa")
    const invoice = () => billing.state.ofOrganization(organizationId)?.invoices[0]
    const attemptId = invoice()?.attempts[0]?.attemptId ?? ""
    const faults: Array<unknown> = []
    const told = (amount: number) =>
      billing.run(
        Effect.provideService(
          hearGateway({ ...ref, attemptId, ...refunded, amount }),
          CurrentPortReporter,
          (fault) => Effect.sync(() => faults.push(fault)),
        ),
      )
    await told(90)
    await told(90)
    expect(faults).toEqual([])
    await told(190)
    expect(invoice()?.refunds).toMatchObject([{ amount: 90 }])
    expect(faults).toMatchObject([{ operation: "hearGateway", kind: "UNREADABLE", key: attemptId }])
    expect(faults).toMatchObject([{ detail: expect.stringContaining("by its own id") }])
  })
})
