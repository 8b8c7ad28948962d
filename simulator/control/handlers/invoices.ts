// What a gateway or an operator would do to an issued invoice. It is named without its organization, which the world
// finds.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import {
  Amount,
  type ApiError,
  apiError,
  DeclineCode,
  presentInvoice,
  type Rejection,
  refusalOf,
  Text,
  Uuid,
} from "../../../src/api/index.ts"
import {
  applyVoucher,
  type BillingPorts,
  failPayment,
  type Invoice,
  type InvoiceRef,
  loseDispute,
  openDispute,
  refundInvoice,
  runDue,
  settleInvoice,
  voidInvoice,
  winDispute,
  writeOffInvoice,
} from "../../../src/index.ts"
import { type RouteRequest, respondJson } from "../../../src/http/index.ts"
import type { ControlledWorld, ControlRoute } from "../ControlledWorld.ts"
import { bodyOf, pathOf, readNothing } from "../input.ts"

const amount = Schema.optionalKey(Amount)

const readSettlement = bodyOf(Schema.Struct({ amount, receiptId: Schema.optionalKey(Text) }))
const readFailure = bodyOf(
  Schema.Struct({ attemptId: Schema.optionalKey(Text), declineCode: Schema.optionalKey(DeclineCode) }),
)
const readRefund = bodyOf(Schema.Struct({ amount, refundId: Schema.optionalKey(Text) }))
const readVoucher = bodyOf(Schema.Struct({ voucherId: Uuid, amount }))
const readVoid = bodyOf(Schema.Struct({ rebill: Schema.optionalKey(Schema.Boolean) }))
const readPath = pathOf(Schema.Struct({ invoiceId: Uuid }))

type Done = Effect.Effect<Invoice.Invoice, Rejection, BillingPorts>

/** `POST /_simulator/invoices/{invoiceId}/...`: 200 with the invoice as it is then. */
export const invoiceRoutes = (world: ControlledWorld): ReadonlyArray<ControlRoute> => {
  const { charged } = world
  const route = <A>(
    name: string,
    read: (request: RouteRequest) => Effect.Effect<A, ApiError>,
    act: (ref: InvoiceRef, input: A) => Done,
  ): ControlRoute => ({
    method: "POST",
    path: `/_simulator/invoices/{invoiceId}/${name}`,
    handle: Effect.fnUntraced(function* (request) {
      const input = yield* read(request)
      const { invoiceId } = yield* readPath(request)
      const organizationId = yield* organizationOf(world, invoiceId)
      const done = yield* Effect.mapError(act({ organizationId, invoiceId }, input), refusalOf)
      return respondJson(200, presentInvoice(done))
    }),
  })

  const settled = ({ attempts }: Invoice.Invoice): void => {
    for (const { attemptId, status } of attempts) if (status === "APPROVED") charged.settle(attemptId)
  }

  return [
    route("settle", readSettlement, (ref, { amount = null, receiptId = null }) =>
      Effect.tap(settleInvoice({ ...ref, amount, receiptId }), (invoice) =>
        Effect.sync(() => settled(invoice)),
      ),
    ),
    route("fail", readFailure, (ref, { attemptId = null, declineCode = "card_declined" }) =>
      Effect.tap(failPayment({ ...ref, attemptId, declineCode }), ({ attempts }) =>
        Effect.sync(() => {
          const failed = attemptId ?? attempts.findLast(({ status }) => status === "DECLINED")?.attemptId
          if (failed !== undefined) charged.fail(failed, declineCode)
        }),
      ),
    ),
    route("refund", readRefund, (ref, { amount = null, refundId = null }) =>
      refundInvoice({ ...ref, amount, refundId }),
    ),
    route("apply-voucher", readVoucher, (ref, { voucherId, amount = null }) =>
      applyVoucher({ ...ref, voucherId, amount }),
    ),
    route("dispute", readNothing, openDispute),
    route("dispute/won", readNothing, winDispute),
    route("dispute/lost", readNothing, loseDispute),
    route("void", readVoid, (ref, { rebill = false }) => voidInvoice({ ...ref, rebill })),
    route("uncollectible", readNothing, writeOffInvoice),
  ]
}

/** Whose an invoice is. One that is due and not issued yet, as nobody has called since, is issued by this. */
const organizationOf = Effect.fnUntraced(function* (
  { clock, state }: ControlledWorld,
  invoiceId: string,
): Effect.fn.Return<string, ApiError, BillingPorts> {
  const known = state.organizationOfInvoice(invoiceId)
  if (known === null) yield* runDue(clock.now())
  return (
    known ?? state.organizationOfInvoice(invoiceId) ?? (yield* Effect.fail(apiError("invoice.not_found")))
  )
})
