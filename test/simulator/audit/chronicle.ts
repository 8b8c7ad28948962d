// What a played history of the rules leaves in a store, kept as the changes come, so that the audit can be given it. The
// rules alone are played: no store, no calls, no time that passes by itself.
import type { AuditInput } from "../../../simulator/audit/books/Books.ts"
import { Due, defaultPolicy, type Put } from "../../../src/index.ts"
import type { Seen, Setup } from "../../core/billing/laws/world.ts"
import { organizationId } from "../../support/billing.ts"

const keyOf = ({ kind, record }: Put): string => {
  switch (kind) {
    case "Subscription":
      return record.subscriptionId
    case "BillingPeriod":
      return JSON.stringify([record.subscriptionId, record.cycle])
    case "Invoice":
      return record.invoiceId
    case "Voucher":
      return record.voucherId
    case "VoucherEntry":
      return JSON.stringify([record.voucherId, record.sequence])
    case "PaymentMethod":
      return record.paymentMethodId
    case "CouponUse":
      return record.couponId
    case "UsageEvent":
      return record.eventId
    default:
      return ""
  }
}

/** A chronicle of a history: `watch` is shown every change, `input` is the world so far, as it is at an instant. */
export const makeChronicle = ({ coupon, policy }: Setup) => {
  const records = new Map<string, Put>()
  let counts = { redemptions: 0, amount: 0 }
  let due: number | null = null
  const put = (one: Put): void => void records.set(`${one.kind} ${keyOf(one)}`, one)

  const watch = ({ change, rules }: Pick<Seen, "change" | "rules">): void => {
    const { account } = change
    put({ kind: "Organization", record: account.organization })
    for (const record of account.paymentMethods) put({ kind: "PaymentMethod", record })
    records.delete("BillingThreshold ")
    if (account.threshold !== null) {
      put({ kind: "BillingThreshold", record: { ...account.threshold, organizationId } })
    }
    for (const record of account.formerSubscriptions) put({ kind: "Subscription", record })
    if (account.subscription !== null) put({ kind: "Subscription", record: account.subscription })
    for (const period of account.periods)
      put({ kind: "BillingPeriod", record: { ...period, organizationId } })
    for (const record of account.invoices) put({ kind: "Invoice", record })
    for (const record of account.vouchers) put({ kind: "Voucher", record })
    for (const entry of change.voucherEntries) {
      put({ kind: "VoucherEntry", record: { ...entry, organizationId } })
    }
    for (const use of account.couponUses) put({ kind: "CouponUse", record: { ...use, organizationId } })
    for (const event of change.usageEvents) put({ kind: "UsageEvent", record: { ...event, organizationId } })
    for (const { redemptions, amount } of change.couponCounts) {
      counts = { redemptions: counts.redemptions + redemptions, amount: counts.amount + amount }
    }
    due = Due.nextDue(account, rules)?.at ?? null
  }

  return {
    watch,
    input: (now: number): AuditInput => ({
      snapshot: {
        versions: [],
        records: [
          ...records.values(),
          ...(coupon === null
            ? []
            : [
                {
                  kind: "Coupon" as const,
                  record: { ...coupon, timesRedeemed: counts.redemptions, amountRedeemed: counts.amount },
                },
              ]),
        ],
        outbox: [],
        due: [{ organizationId, at: due }],
      },
      charges: null,
      now,
      policy: { ...defaultPolicy, ...policy },
      couponsBefore: [],
    }),
  }
}
