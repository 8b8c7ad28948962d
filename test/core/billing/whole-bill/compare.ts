// What was played and what the oracle says of it, in the same plain shape.
import type { Invoice } from "../../../../src/index.ts"
import type { Played } from "../laws/world.ts"
import { givenTo } from "./discounts.ts"
import { ITEM, type Line, type Model, periodsOf, sum, type Time } from "./Model.ts"

const meterOf = (meter: string | null): string => meter ?? "fee"

const textOf = ({
  cycle,
  segment,
  meter,
  band,
  unitPrice,
  quantity,
  amount,
  time,
}: Omit<Line, "credited">): string =>
  `${cycle}.${segment} ${segment === ITEM ? "item" : meterOf(meter)} ${band}: ${quantity} × ${unitPrice} = ${amount}${daysOf(time)}`

const daysOf = (time: Time | undefined): string =>
  time === undefined ? "" : `, ${new Date(time.from).toISOString()} to ${new Date(time.to).toISOString()}`

type BilledLine = Invoice.Invoice["lines"][number]

/** The lines, with those of one fee as one. */
const linesOf = (lines: ReadonlyArray<BilledLine>): ReadonlyArray<string> => {
  const merged: Array<Omit<Line, "credited">> = []
  for (const { item, unitPrice, quantity, amount, periodStartAt: from, periodEndAt: to } of lines) {
    const time = from === undefined || to === undefined ? {} : { time: { from, to } }
    if (item.kind === "ITEM") {
      const { cycle } = item
      merged.push({ cycle, segment: ITEM, meter: "item", band: 0, unitPrice, quantity, amount, ...time })
      continue
    }
    const { cycle, segment } = item
    if (item.kind === "USAGE") {
      merged.push({
        cycle,
        segment,
        meter: item.meter,
        band: item.band,
        unitPrice,
        quantity,
        amount,
        ...time,
      })
      continue
    }
    const before = merged.findIndex(
      (line) => line.meter === null && line.cycle === cycle && line.segment === segment,
    )
    const all = (merged[before]?.amount ?? 0) + amount
    const since = merged[before]?.time?.from
    const fee = {
      cycle,
      segment,
      meter: null,
      band: 0,
      unitPrice: all,
      quantity: 1,
      amount: all,
      ...(from !== undefined && to !== undefined && { time: { from: since ?? from, to } }),
    }
    if (before < 0) merged.push(fee)
    else merged[before] = fee
  }
  return merged.map(textOf)
}

const byVoucher = (
  parts: ReadonlyArray<{ readonly voucher: number; readonly amount: number }>,
): ReadonlyArray<string> => parts.map(({ voucher, amount }) => `${voucher}: ${amount}`)

/** The ids of a played history, in the order of its documents and vouchers. */
export const idsOf = ({ account }: Played): Model["ids"] => ({
  documents: account.invoices.map(({ invoiceId }) => invoiceId),
  vouchers: account.vouchers.map(({ voucherId }) => voucherId),
})

/** What the comparison looks at. */
export interface Bill {
  readonly documents: ReadonlyArray<unknown>
  readonly vouchers: ReadonlyArray<unknown>
  /** By instant; those of one instant in any order. */
  readonly charges: ReadonlyArray<string>
  readonly couponGiven: number
  readonly status: string | undefined
  readonly standings: ReadonlyArray<string>
}

const chargeOf = (at: number, document: number, method: number, amount: number): string =>
  `${new Date(at).toISOString()} document ${document} method ${method}: ${amount}`

/** What was played. */
export const billPlayed = ({ account, charges, billingEvents, voucherEntries }: Played): Bill => {
  const voucherIndex = (id: string): number => account.vouchers.findIndex(({ voucherId }) => voucherId === id)
  const subscriptions = [...new Set(account.invoices.map(({ subscriptionId }) => subscriptionId))]
  return {
    documents: account.invoices.map((invoice) => ({
      kind: invoice.kind,
      subscription: subscriptions.indexOf(invoice.subscriptionId),
      cycle: invoice.cycle,
      lines: linesOf(invoice.lines),
      total: invoice.totalAmount,
      coupon: sum(invoice.discounts.map(({ type, amount }) => (type === "COUPON" ? amount : 0))),
      vouchers: byVoucher(
        invoice.discounts.flatMap(({ type, code, amount }) =>
          type === "VOUCHER" ? [{ voucher: voucherIndex(code), amount }] : [],
        ),
      ),
      payable: invoice.payableAmount,
      issuedAt: new Date(invoice.issuedAt).toISOString(),
      dueAt: new Date(invoice.dueAt).toISOString(),
      status: `${invoice.status}${invoice.rebilled ? ", billed again" : ""}`,
      paid: invoice.amountPaid,
      refunded: invoice.amountRefunded,
      credited: invoice.amountCredited,
    })),
    vouchers: account.vouchers.map(({ voucherId, balance, expiresAt }) => ({
      balance,
      expiresAt,
      ledger: voucherEntries
        .filter((entry) => entry.voucherId === voucherId)
        .map(({ kind, amount, at }) => `${new Date(at).toISOString()} ${kind} ${amount}`)
        .toSorted(),
    })),
    charges: charges
      .map((charge) =>
        chargeOf(
          charge.at,
          account.invoices.findIndex(({ invoiceId }) => invoiceId === charge.invoiceId),
          account.paymentMethods.findIndex(
            ({ paymentMethodId }) => paymentMethodId === charge.paymentMethod.paymentMethodId,
          ),
          charge.amount,
        ),
      )
      .toSorted(),
    couponGiven: sum(account.couponUses.map(({ amountRedeemed }) => amountRedeemed)),
    status: account.subscription?.status,
    standings: billingEvents.flatMap((told) =>
      told.type === "subscription.status_changed" || told.type === "subscription.created"
        ? [`${new Date(told.at).toISOString()} ${told.subscription.status}`]
        : [],
    ),
  }
}

/** What the oracle says. */
export const billPredicted = (model: Model): Bill => {
  const subscriptions = [...new Set(model.docs.map(({ period }) => period.sub))]
  return {
    documents: model.docs.map((doc) => ({
      kind: doc.kind,
      subscription: subscriptions.indexOf(doc.period.sub),
      cycle: doc.period.cycle,
      lines: doc.lines.map(textOf),
      total: doc.total,
      coupon: doc.coupon,
      vouchers: byVoucher(
        doc.taken
          .slice(0, doc.byVouchersAtIssue)
          .map(({ voucher, amount }) => ({ voucher: voucher.index, amount })),
      ),
      payable: doc.payable,
      issuedAt: new Date(doc.issuedAt).toISOString(),
      dueAt: new Date(doc.dueAt).toISOString(),
      status: `${doc.status}${doc.rebilled ? ", billed again" : ""}`,
      paid: doc.money + doc.applied,
      refunded: doc.refunded,
      credited: doc.credited,
    })),
    vouchers: model.vouchers.map(({ balance, expiresAt, ledger }) => ({
      balance,
      expiresAt,
      ledger: ledger
        .map(({ kind, amount, at }) => `${new Date(at).toISOString()} ${kind} ${amount}`)
        .toSorted(),
    })),
    charges: model.charges
      .map(({ at, document, method, amount }) => chargeOf(at, document, method, amount))
      .toSorted(),
    couponGiven: sum(model.subs.flatMap((sub) => periodsOf(sub).map((period) => givenTo(model, period)))),
    status: model.subs.at(-1)?.status,
    standings: model.standings.map(({ at, status }) => `${new Date(at).toISOString()} ${status}`),
  }
}
