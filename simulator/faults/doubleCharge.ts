// The hazard that the specification warns of: a repeated pay charges twice. The library never does, so the fault does it
// in its place: it has the gateway charge a PAID invoice again, past all records, and answers as a service without
// protection would. GAP-43, GAP-106
import { randomUUID } from "node:crypto"
import * as Effect from "effect/Effect"
import { type ApiError, apiError, presentInvoice } from "../../src/api/index.ts"
import {
  type RequestValue,
  type ResponseValue,
  type Route,
  type RouteRequest,
  respondError,
  respondJson,
} from "../../src/http/index.ts"
import {
  type Account,
  askCharge,
  BillingStore,
  type Invoice,
  type PaymentGateway,
  type PaymentMethod,
} from "../../src/index.ts"
import type { Around } from "./callFaults.ts"
import type { FaultTarget } from "./Fault.ts"
import type { FaultBook } from "./FaultBook.ts"

/** The one call that a `double_charge` strikes. */
export const PAY = {
  method: "POST",
  path: "/studio/organizations/{organizationId}/invoices/{invoiceId}/pay",
} as const

/**
 * Pays of a PAID invoice charge it again while a `double_charge` strikes: those that would be refused because of that, or
 * that their key would have answered again. What is refused for another reason is refused as ever.
 */
export const aroundPays =
  <R>(options: PayingTwice): Around<R | BillingStore | PaymentGateway> =>
  (route, target) =>
  (request) =>
    route.path === PAY.path && options.book.expects("double_charge", target)
      ? payTwice(options, route, target, request)
      : route.handle(request)

interface PayingTwice {
  readonly book: FaultBook
  readonly now: () => number
}

const payTwice = Effect.fnUntraced(function* <R>(
  { book, now }: PayingTwice,
  route: Route<R>,
  target: FaultTarget,
  request: RouteRequest,
): Effect.fn.Return<ResponseValue, ApiError, R | BillingStore | PaymentGateway> {
  const { organizationId = "", invoiceId = "" } = request.params
  const before = yield* (yield* BillingStore).invoice(organizationId, invoiceId)
  const read = rereadable(request)
  const answer = yield* route.handle(read.request)
  if (before?.status !== "PAID" || before.payableAmount === 0 || !isRepeat(answer)) return answer
  const account = (yield* (yield* BillingStore).account(organizationId))?.value
  const paymentMethod = account && methodOf(account, read.body())
  if (paymentMethod === undefined || book.strike(["double_charge"], target) === null) return answer
  return yield* chargeAgain(before, paymentMethod, now())
})

const isRepeat = ({ status, headers, body }: ResponseValue): boolean =>
  headers["idempotent-replayed"] !== undefined ||
  (status === 409 && JSON.parse(String(body)).code === "invoice.not_payable")

/** A request whose body can be read by its handler, and then be looked at. */
const rereadable = (request: RouteRequest) => {
  const { body } = request
  let bytes = new Uint8Array()
  const keep: RequestValue["body"] =
    body === null
      ? null
      : (bytesMax) =>
          Effect.tap(body(bytesMax), (read) =>
            Effect.sync(() => {
              bytes = Uint8Array.from(read)
            }),
          )
  return {
    request: { ...request, body: keep },
    body: (): { readonly paymentMethodId?: string } =>
      bytes.byteLength === 0 ? {} : JSON.parse(Buffer.from(bytes).toString()),
  }
}

/** The method that the body names, or else the default. */
const methodOf = (
  { paymentMethods }: Account.Account,
  { paymentMethodId }: { readonly paymentMethodId?: string },
): PaymentMethod.PaymentMethod | undefined =>
  paymentMethods.find((method) =>
    paymentMethodId === undefined ? method.isDefault : method.paymentMethodId === paymentMethodId,
  )

const chargeAgain = Effect.fnUntraced(function* (
  invoice: Invoice.Invoice,
  paymentMethod: PaymentMethod.PaymentMethod,
  at: number,
): Effect.fn.Return<ResponseValue, never, PaymentGateway> {
  const { organizationId, invoiceId, payableAmount: amount, currency } = invoice
  const charge = { organizationId, invoiceId, attemptId: randomUUID(), amount, currency, paymentMethod, at }
  const answer = yield* askCharge(charge)
  if (answer._tag === "Declined") {
    const { declineCode, retryable } = answer
    return respondError(apiError("payment.declined", { declineCode, retryable }))
  }
  // The invoice is PAID, whatever becomes of the second charge: 202 is for one that is not yet.
  return respondJson(200, presentInvoice(invoice))
})
