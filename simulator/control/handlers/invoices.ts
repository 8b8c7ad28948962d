// Answers the actions on an invoice. The world finds its organization.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { presentInvoice, type Rejection, refusalOf, Uuid } from "../../../src/api/index.ts"
import {
  applyVoucher,
  type BillingPorts,
  failPayment,
  type Invoice,
  type InvoiceRef,
  type InvoiceView,
  loseDispute,
  openDispute,
  type PaymentAttempt,
  refundInvoice,
  runDue,
  settleInvoice,
  viewInvoice,
  voidInvoice,
  winDispute,
  writeOffInvoice,
} from "../../../src/index.ts"
import type { ControlHandlers, ControlledWorld } from "../ControlledWorld.ts"
import { type ControlError, controlError, invalidAt } from "../contract/errors.ts"
import { presentOperatorInvoice } from "../presentOperatorInvoice.ts"

type Done = Effect.Effect<InvoiceView, Rejection, BillingPorts>

/** The calls under `/invoices/{invoiceId}/...`: they answer the invoice as it is then. */
export const invoiceHandlers = (world: ControlledWorld): ControlHandlers["invoices"] => {
  const { charged } = world
  const on = Effect.fnUntraced(function* (
    { invoiceId }: { readonly invoiceId: string },
    act: (ref: InvoiceRef) => Done,
  ) {
    const organizationId = yield* organizationOf(world, invoiceId)
    return presentInvoice(yield* Effect.mapError(act({ organizationId, invoiceId }), refusalOf))
  })

  const settled = ({ attempts }: Invoice.Invoice): void => {
    for (const { attemptId, status } of attempts) if (status === "APPROVED") charged.settle(attemptId)
  }

  return {
    view: ({ params: { invoiceId } }) => viewIssued(world, invoiceId),
    settle: ({ params, payload: { amount = null, receiptId = null } }) =>
      on(params, (ref) =>
        Effect.tap(settleInvoice({ ...ref, amount, receiptId }), (invoice) =>
          Effect.sync(() => settled(invoice)),
        ),
      ),
    fail: ({ params, payload }) => on(params, (ref) => fail(charged, ref, payload)),
    refund: ({ params, payload: { amount = null, refundId = null } }) =>
      on(params, (ref) => refundInvoice({ ...ref, amount, refundId })),
    applyVoucher: ({ params, payload: { voucherId, amount = null } }) =>
      on(params, (ref) => applyVoucher({ ...ref, voucherId, amount })),
    dispute: ({ params }) => on(params, openDispute),
    winDispute: ({ params }) => on(params, winDispute),
    loseDispute: ({ params }) => on(params, loseDispute),
    void: ({ params, payload: { rebill = false } }) => on(params, (ref) => voidInvoice({ ...ref, rebill })),
    writeOff: ({ params }) => on(params, writeOffInvoice),
  }
}

/** Ends an attempt as refused. The gateway refuses first: the use case asks it where the outcome is unknown. */
const fail = Effect.fnUntraced(function* (
  charged: ControlledWorld["charged"],
  ref: InvoiceRef,
  { attemptId = null, declineCode = "card_declined" }: Failing,
): Effect.fn.Return<InvoiceView, Rejection, BillingPorts> {
  const found = yield* viewInvoice(ref)
  const unknown = "attempts" in found ? found.attempts.findLast(isUnknown)?.attemptId : undefined
  if (unknown !== undefined && (attemptId ?? unknown) === unknown) charged.fail(unknown, declineCode)
  const invoice = yield* failPayment({ ...ref, attemptId, declineCode })
  const failed = attemptId ?? invoice.attempts.findLast(({ status }) => status === "DECLINED")?.attemptId
  if (failed !== undefined) charged.fail(failed, declineCode)
  return invoice
})

interface Failing {
  readonly attemptId?: string | null | undefined
  readonly declineCode?: PaymentAttempt.DeclineCode | undefined
}

const isUnknown = ({ status }: PaymentAttempt.PaymentAttempt) => status === "UNKNOWN"

/** An issued invoice. A read lets nothing happen: one that is due and not issued yet is not found. */
const viewIssued = Effect.fnUntraced(function* ({ state }: ControlledWorld, invoiceId: string) {
  const organizationId = state.organizationOfInvoice(invoiceId)
  const notFound = Effect.fail(controlError("invoice.not_found"))
  if (organizationId === null) return yield* notFound
  const found = yield* Effect.mapError(viewInvoice({ organizationId, invoiceId }), refusalOf)
  return "status" in found ? presentOperatorInvoice(found) : yield* notFound
})

const isUuid = Schema.is(Uuid)

/** The organization of an invoice. An unknown one may be due and not issued yet: the engine runs first. */
const organizationOf = Effect.fnUntraced(function* (
  { clock, state }: ControlledWorld,
  invoiceId: string,
): Effect.fn.Return<string, ControlError, BillingPorts> {
  if (!isUuid(invoiceId)) return yield* Effect.fail(invalidAt("invoiceId", "Expected a UUID"))
  const known = state.organizationOfInvoice(invoiceId)
  if (known === null) yield* runDue(clock.now(), { concurrency: 1 })
  return (
    known ?? state.organizationOfInvoice(invoiceId) ?? (yield* Effect.fail(controlError("invoice.not_found")))
  )
})
