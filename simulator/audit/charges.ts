// The charges of the gateway against the records: nobody is charged twice, and no money is lost.
import type { PaymentAttempt } from "../../src/index.ts"
import type { GatewayCharge } from "../adapters/gateway/ScriptedGateway.ts"
import type { Books, Fault } from "./books/Books.ts"
import { isOpen } from "./payments.ts"

type Attempts = ReadonlyMap<string, PaymentAttempt.PaymentAttempt>

const attemptsOf = ({ invoices }: Books): Attempts =>
  new Map(invoices.flatMap(({ attempts }) => attempts.map((attempt) => [attempt.attemptId, attempt])))

/** Approved at the gateway, and neither approved in the records nor still open there: money that nobody knows of. */
const isLost = (charge: GatewayCharge, attempts: Attempts): boolean => {
  const attempt = attempts.get(charge.attemptId)
  return (
    charge.status === "APPROVED" &&
    (attempt === undefined || !(attempt.status === "APPROVED" || isOpen(attempt)))
  )
}

const requestsOf = (charges: ReadonlyArray<GatewayCharge>): ReadonlyArray<string> =>
  charges.flatMap(({ requestId }) => requestId ?? [])

/** Lost charges by invoice, with every approved charge of that invoice, oldest first. */
const lostOf = (books: Books) => {
  const attempts = attemptsOf(books)
  const approved = (books.charges?.items ?? []).filter(({ status }) => status === "APPROVED")
  return Array.from(Map.groupBy(approved, ({ invoiceId }) => invoiceId))
    .map(([invoiceId, charges]) => ({
      invoiceId,
      // The gateway lists its charges newest first.
      charges: charges.toReversed(),
      lost: charges.filter((charge) => isLost(charge, attempts)),
    }))
    .filter(({ lost }) => lost.length > 0)
}

/** An invoice was charged more than once, and what it was charged too much is not there as a voucher. */
export function* doubleCharge(books: Books): Iterable<Fault> {
  for (const { invoiceId, charges, lost } of lostOf(books)) {
    if (charges.length === 1) continue
    yield {
      message: `The invoice was charged ${charges.length} times, and ${lost.length} of these charges are not recorded`,
      objectIds: [invoiceId, ...charges.map(({ attemptId }) => attemptId)],
      requestIds: requestsOf(charges),
    }
  }
}

/** Every approved charge is recorded, or its attempt is still in flight. */
export function* withoutReceipt(books: Books): Iterable<Fault> {
  for (const { invoiceId, charges } of lostOf(books)) {
    if (charges.length > 1) continue
    yield* charges.map((charge) => strayFault(charge, invoiceId))
  }
}

/** The fault of an approved charge that the records do not know. */
export const strayFault = (charge: GatewayCharge, invoiceId: string = charge.invoiceId): Fault => ({
  message: `The gateway took ${charge.amount} ${charge.currency} that is not recorded`,
  objectIds: [invoiceId, charge.attemptId],
  requestIds: requestsOf([charge]),
})

/** Money that a charge brought was charged, as far as the gateway remembers. */
export function* withoutCharge({ invoices, charges }: Books): Iterable<Fault> {
  if (charges === null) return
  const known = new Map(charges.items.map((charge) => [charge.attemptId, charge]))
  for (const { invoiceId, receipts } of invoices) {
    for (const { kind, attemptId } of receipts) {
      if (kind !== "CHARGE" || attemptId === null) continue
      const charge = known.get(attemptId)
      if (charge === undefined ? !charges.complete : charge.status === "APPROVED") continue
      yield {
        message: `The records have money that the gateway ${charge === undefined ? "never charged" : `has as ${charge.status}`}`,
        objectIds: [invoiceId, attemptId],
        requestIds: charge === undefined ? [] : requestsOf([charge]),
      }
    }
  }
}

/** The gateway charged what the attempt is for, and for its invoice. */
export function* differentCharge(books: Books): Iterable<Fault> {
  const byAttempt = new Map(
    books.invoices.flatMap((invoice) =>
      invoice.attempts.map((attempt) => [attempt.attemptId, { invoice, attempt }]),
    ),
  )
  for (const charge of books.charges?.items ?? []) {
    const known = byAttempt.get(charge.attemptId)
    if (known === undefined) continue
    const { invoice, attempt } = known
    if (
      charge.amount !== attempt.amount ||
      charge.currency !== invoice.currency ||
      charge.invoiceId !== invoice.invoiceId
    ) {
      yield {
        message: `The gateway charged ${charge.amount} ${charge.currency} for an attempt of ${attempt.amount} ${invoice.currency}`,
        objectIds: [invoice.invoiceId, attempt.attemptId],
        requestIds: requestsOf([charge]),
      }
    }
  }
}
