// Invoices with their attempts and receipts, and what a gateway says of an attempt.
import * as Schema from "effect/Schema"
import { DeclineCode, WireAttempt, WireInvoice, WireLine } from "../../../../src/api/index.ts"
import { type Account, Invoice as Invoices, type PaymentAttempt } from "../../../../src/index.ts"
import { BillingReason } from "../../../control/contract/records.ts"
import { PaymentMethod } from "./account.ts"
import { At, AtOrNull, Natural, owner } from "./scalars.ts"

const Slip: Schema.Codec<PaymentAttempt.Slip> = Schema.Struct({
  barcode: Schema.String,
  digitableLine: Schema.String,
  expiresAt: At,
})

const Attempt: Schema.Codec<PaymentAttempt.PaymentAttempt> = Schema.Struct({
  attemptId: Schema.String,
  paymentMethodId: Schema.String,
  amount: Natural,
  status: WireAttempt.fields.status,
  declineCode: Schema.NullOr(DeclineCode),
  retryable: Schema.Boolean,
  slip: Schema.NullOr(Slip),
  lookups: Natural,
  lookupsLateMillis: Schema.optionalKey(Natural),
  operatorCalledAt: Schema.optionalKey(At),
  startedAt: At,
  chargedAt: Schema.optionalKey(At),
  at: At,
})

const Line: Schema.Codec<Invoices.Invoice["lines"][number]> = Schema.Struct({
  name: Schema.String,
  unitPrice: Natural,
  quantity: Natural,
  planId: Schema.optionalKey(Schema.String),
  item: Schema.Union([
    Schema.Struct({ kind: Schema.Literal("FEE"), cycle: Natural, segment: Natural }),
    Schema.Struct({
      kind: Schema.Literal("USAGE"),
      cycle: Natural,
      segment: Natural,
      meter: Schema.String,
      band: Natural,
    }),
    Schema.Struct({
      kind: Schema.Literal("ITEM"),
      cycle: Natural,
      itemId: Schema.String,
      segment: Schema.optionalKey(Natural),
    }),
  ]),
  periodStartAt: Schema.optionalKey(At),
  periodEndAt: Schema.optionalKey(At),
  proration: Schema.optionalKey(WireLine.fields.proration.schema),
  amount: Natural,
})

/** An issued invoice. */
export const Invoice: Schema.Codec<Invoices.Invoice> = Schema.Struct({
  invoiceId: Schema.String,
  ...owner,
  subscriptionId: Schema.String,
  kind: BillingReason,
  cycle: Natural,
  sequence: Natural,
  currency: Schema.String,
  lines: Schema.Array(Line),
  discounts: WireInvoice.fields.discounts,
  totalAmount: Natural,
  discountAmount: Natural,
  payableAmount: Natural,
  dueAt: At,
  periodStartAt: At,
  periodEndAt: At,
  billingThreshold: Schema.NullOr(
    Schema.Struct({
      value: Natural,
      currency: Schema.String,
      accumulatedAmount: Natural,
      exceeded: Schema.Boolean,
    }),
  ),
  couponParts: Schema.optionalKey(Schema.Array(Schema.Struct({ cycle: Natural, amount: Natural }))),
  createdAt: At,
  status: Schema.Literals(Invoices.ISSUED_STATUSES),
  amountPaid: Natural,
  amountRefunded: Natural,
  amountCredited: Natural,
  receipts: Schema.Array(
    Schema.Struct({
      receiptId: Schema.String,
      kind: Schema.Literals(["CHARGE", "SETTLEMENT", "VOUCHER"]),
      attemptId: Schema.NullOr(Schema.String),
      voucherId: Schema.NullOr(Schema.String),
      reportedAmount: Natural,
      amount: Natural,
      appliedAmount: Natural,
      at: At,
    }),
  ),
  refunds: Schema.Array(Schema.Struct({ refundId: Schema.String, amount: Natural, at: At })),
  credits: Schema.Array(
    Schema.Struct({
      creditId: Schema.String,
      moneyAmount: Natural,
      releases: Schema.Array(
        Schema.Struct({ voucherId: Schema.String, cause: Schema.String, amount: Natural }),
      ),
      cycle: Schema.optionalKey(Natural),
      at: At,
    }),
  ),
  attempts: Schema.Array(Attempt),
  rebilled: Schema.Boolean,
  disputeWon: Schema.optionalKey(Schema.Boolean),
  disputes: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        openedAt: At,
        endedAt: AtOrNull,
        outcome: Schema.NullOr(Schema.Literals(["WON", "LOST"])),
      }),
    ),
  ),
  issuedAt: At,
  paidAt: AtOrNull,
  writtenOffAt: Schema.optionalKey(At),
  voidedAt: Schema.optionalKey(At),
  updatedAt: At,
})

/** A charge that a gateway was asked for. */
export const Charge: Schema.Codec<Account.Charge> = Schema.Struct({
  ...owner,
  invoiceId: Schema.String,
  attemptId: Schema.String,
  amount: Natural,
  currency: Schema.String,
  paymentMethod: PaymentMethod,
  at: At,
})

const Approved = Schema.TaggedStruct("Approved", {})
const Declined = Schema.TaggedStruct("Declined", { declineCode: DeclineCode, retryable: Schema.Boolean })
const Pending = Schema.TaggedStruct("Pending", { slip: Slip })

/** The true outcome of a charge. */
export const Truth = Schema.Union([Approved, Declined, Pending])

/** The answer of a gateway. */
export const Answer = Schema.Union([Approved, Declined, Pending, Schema.TaggedStruct("Unknown", {})])
