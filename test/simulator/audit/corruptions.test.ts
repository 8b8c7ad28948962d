// Each rule of the audit finds the corruption that breaks it, and no other rule finds that.
import { beforeAll, describe, expect, it } from "vitest"
import type { GatewayCharge } from "../../../simulator/adapters/gateway/ScriptedGateway.ts"
import { type AuditRule, audit, auditRules, FINDINGS_MAX } from "../../../simulator/audit/audit.ts"
import type { AuditInput } from "../../../simulator/audit/books/Books.ts"
import type {
  BillingPeriod,
  Invoice,
  PaymentAttempt,
  Put,
  Subscription,
  Voucher,
} from "../../../src/index.ts"
import { organizationId } from "../../support/billing.ts"
import {
  cancel,
  creditOf,
  edit as editStory,
  isCredit,
  paidInPart,
  pause,
  payEarly,
  type RecordOf,
  releasedFirst,
  slip,
  without,
  withRecords,
  worldAfter,
} from "./stories.ts"
import { eventfulWorld } from "./world.ts"

let world: AuditInput
beforeAll(async () => {
  world = await eventfulWorld()
})

const withPuts = (change: (puts: ReadonlyArray<Put>) => ReadonlyArray<Put>): AuditInput =>
  withRecords(world, change(world.snapshot.records))

/** Changes the first record of a kind that is meant. */
const edit = <K extends Put["kind"]>(
  kind: K,
  isMeant: (record: RecordOf<K>) => boolean,
  change: (record: RecordOf<K>) => object,
): AuditInput => editStory(kind, change, isMeant)(world)

const recordsOf = <K extends Put["kind"]>(kind: K): ReadonlyArray<RecordOf<K>> =>
  world.snapshot.records.flatMap((put) => (put.kind === kind ? [put.record as RecordOf<K>] : []))

const withCharges = (
  change: (items: ReadonlyArray<GatewayCharge>) => ReadonlyArray<GatewayCharge>,
): AuditInput => ({ ...world, charges: { items: change(world.charges?.items ?? []), complete: true } })

const any = () => true
const isPaidCycle = ({ kind, status }: Invoice.Invoice) => kind === "CYCLE" && status === "PAID"
const isFailed = ({ status }: Invoice.Invoice) => status === "PAYMENT_FAILED"
const isCut = ({ kind }: Invoice.Invoice) => kind === "CUT"

const invoiceOf = (isMeant: (invoice: Invoice.Invoice) => boolean): Invoice.Invoice => {
  const invoice = recordsOf("Invoice").find(isMeant)
  if (invoice === undefined) throw new Error("The world has no such invoice")
  return invoice
}

const first = <A>(list: ReadonlyArray<A>, change: (value: A) => object): ReadonlyArray<A> =>
  list.map((value, index) => (index === 0 ? { ...value, ...change(value) } : value))

const editSubscription = (change: (subscription: Subscription.Subscription) => object) =>
  edit("Subscription", any, change)

/** Changes the first segment of the first cycle. */
const editSegment = (change: (segment: BillingPeriod.Segment) => object) =>
  edit(
    "BillingPeriod",
    ({ cycle }) => cycle === 0,
    ({ segments }) => ({ segments: first(segments, change) }),
  )

const isSpent = ({ balance }: Voucher.Voucher) => balance === 0
const hasBalance = ({ balance }: Voucher.Voucher) => balance > 0

const charge = (of: Invoice.Invoice, status: GatewayCharge["status"]): GatewayCharge => {
  const { invoiceId, payableAmount: amount, currency } = of
  return {
    attemptId: "unheard-of",
    invoiceId,
    organizationId,
    amount,
    currency,
    status,
    at: world.now,
    requestId: "request-2",
  }
}

/** A second subscription that began with the running cycle. */
const anotherLive = (puts: ReadonlyArray<Put>): ReadonlyArray<Put> => {
  const [subscription] = recordsOf("Subscription")
  const period = recordsOf("BillingPeriod").at(-1)
  if (subscription === undefined || period === undefined) return puts
  const { startAt, endAt } = period
  const own = { subscriptionId: "another", cycle: 0 }
  const anchor = { ...subscription.anchor, anchorAt: startAt, firstCycle: 0 }
  const times = {
    status: "ACTIVE",
    pastDueAt: null,
    pastDueReason: null,
    coupon: null,
    dunning: null,
  } as const
  const segments = period.segments.map((segment) => ({ ...segment, usage: [] }))
  return [
    ...puts,
    {
      kind: "Subscription",
      record: { ...subscription, ...own, ...times, anchor, cycle: { cycle: 0, startAt, endAt } },
    },
    { kind: "BillingPeriod", record: { ...period, ...own, segments } },
  ]
}

/** One corruption a rule. */
const corruptions: Readonly<Record<AuditRule, () => AuditInput>> = {
  invoice_line: () =>
    edit("Invoice", isPaidCycle, ({ lines }) => ({
      lines: first(lines, ({ unitPrice }) => ({ unitPrice: unitPrice + 1 })),
    })),
  invoice_totals: () => edit("Invoice", isPaidCycle, ({ totalAmount }) => ({ totalAmount: totalAmount + 1 })),
  invoice_discounts: () =>
    edit("Invoice", isPaidCycle, ({ discounts: [coupon, ...rest] }) => ({
      discounts: [{ ...coupon, amount: (coupon?.amount ?? 0) - 1 }, { ...coupon, amount: 1 }, ...rest],
    })),
  invoice_paid: () => edit("Invoice", isPaidCycle, ({ amountPaid }) => ({ amountPaid: amountPaid - 1 })),
  invoice_status: () => edit("Invoice", isPaidCycle, () => ({ paidAt: null })),
  invoice_document: () => edit("Invoice", isPaidCycle, () => ({ sequence: 7 })),
  invoice_instants: () => edit("Invoice", isFailed, ({ issuedAt }) => ({ writtenOffAt: issuedAt })),
  attempt_in_flight: () =>
    edit("Invoice", isPaidCycle, ({ attempts }) => ({
      attempts: [
        ...attempts,
        ...["a", "b"].map((attemptId) => ({ ...attempts[0], attemptId, status: "UNKNOWN", lookups: 99 })),
      ],
    })),
  attempt_amount: () => {
    const more = ({ amount }: PaymentAttempt.PaymentAttempt) => ({ amount: amount + 1 })
    const { attempts } = invoiceOf(isFailed)
    const edited = edit("Invoice", isFailed, () => ({ attempts: first(attempts, more) }))
    const items = (world.charges?.items ?? []).map((one) =>
      one.attemptId === attempts[0]?.attemptId ? { ...one, amount: one.amount + 1 } : one,
    )
    return { ...edited, charges: { items, complete: true } }
  },
  attempt_receipts: () =>
    edit("Invoice", isPaidCycle, ({ receipts }) => ({
      receipts: first(receipts, () => ({ attemptId: null })),
    })),
  money_returned: () =>
    edit("Invoice", isCut, ({ amountRefunded }) => ({ amountRefunded: amountRefunded + 1 })),
  money_unapplied: () => {
    const { voucherId } = recordsOf("Voucher").find(({ amount }) => amount === 50) ?? {}
    return without(
      ({ kind, record }) => (kind === "Voucher" || kind === "VoucherEntry") && record.voucherId === voucherId,
    )(world)
  },
  double_charge: () => withCharges((items) => [charge(invoiceOf(isPaidCycle), "APPROVED"), ...items]),
  charge_without_receipt: () => withCharges((items) => [charge(invoiceOf(isFailed), "APPROVED"), ...items]),
  receipt_without_charge: () =>
    withCharges((items) => items.filter(({ invoiceId }) => invoiceId !== invoiceOf(isPaidCycle).invoiceId)),
  charge_amount: () => withCharges((items) => first(items, ({ amount }) => ({ amount: amount + 1 }))),
  one_live_subscription: () => withPuts(anotherLive),
  dunning: () => editSubscription(() => ({ dunning: null })),
  past_due: () => editSubscription(() => ({ status: "ACTIVE", pastDueAt: null, pastDueReason: null })),
  cycles: () => editSubscription(({ anchor }) => ({ anchor: { ...anchor, anchorDay: 28 } })),
  trial: () => editSubscription(() => ({ trialPlanIds: ["twice", "twice"] })),
  quantity: () => editSubscription(() => ({ quantity: 2 })),
  activity: () => editSegment(({ startAt }) => ({ startAt: startAt + 1 })),
  fee_billed: () => editSegment(({ terms }) => ({ terms: { ...terms, amount: terms.amount + 1 } })),
  fee_in_advance: () => editSegment(({ terms }) => ({ terms: { ...terms, feeTiming: "ADVANCE" } })),
  fee_credited: () =>
    edit(
      "BillingPeriod",
      ({ credits }) => credits.length > 0,
      ({ credits }) => ({ credits: credits.map((credit) => ({ ...credit, at: 0 })) }),
    ),
  credit_returned: () => creditOf(4994, 0)(worldAfter([payEarly, pause])),
  credit_source: () => releasedFirst(100)(paidInPart()),
  group_settled: () =>
    editStory("BillingPeriod", () => ({ settled: true }))(worldAfter([slip, payEarly, cancel])),
  usage_counted: () =>
    editSegment(({ usage }) => ({ usage: first(usage, ({ quantity }) => ({ quantity: quantity + 1 })) })),
  usage_billed: () =>
    editSegment(({ terms }) => ({
      terms: {
        ...terms,
        prices: terms.prices.map((price) =>
          price.model === "STANDARD" ? { ...price, unitPrice: 2 } : price,
        ),
      },
    })),
  item_billed: () =>
    edit("BillingPeriod", any, () => ({
      settled: true,
      items: [{ itemId: "setup", name: "Set-up", unitPrice: 1, quantity: 1, createdAt: 0 }],
    })),
  threshold: () => edit("BillingThreshold", any, () => ({ value: 89 })),
  coupon_budget: () =>
    editSubscription(({ coupon }) => ({
      coupon: { ...coupon, discount: { type: "PERCENTAGE", basisPoints: 999 } },
    })),
  coupon_duration: () => editSubscription(({ coupon }) => ({ coupon: { ...coupon, discounted: [] } })),
  voucher_ledger: () => edit("Voucher", isSpent, () => ({ balance: 1 })),
  voucher_uses: () =>
    edit(
      "VoucherEntry",
      ({ kind }) => kind === "CONSUME",
      () => ({ cause: "nothing" }),
    ),
  voucher_taken: () => edit("Voucher", isSpent, () => ({ effectiveAt: world.now })),
  voucher_disputed: () => edit("Voucher", isCredit, () => ({ frozen: true })),
  voucher_payouts: () =>
    edit("Voucher", hasBalance, () => ({ payouts: [{ payoutId: "payout-1", amount: 1, at: world.now }] })),
  voucher_expiry: () => edit("Voucher", hasBalance, () => ({ expiresAt: world.now })),
  payment_method_limits: () =>
    withPuts((puts) => [
      ...puts,
      ...["a", "b"].flatMap((paymentMethodId): ReadonlyArray<Put> => {
        const method = recordsOf("PaymentMethod").find(({ isDefault }) => !isDefault)
        return method === undefined ? [] : [{ kind: "PaymentMethod", record: { ...method, paymentMethodId } }]
      }),
    ]),
  default_payment_method: () =>
    edit(
      "PaymentMethod",
      ({ isDefault }) => isDefault,
      () => ({ isDefault: false }),
    ),
  currency: () => edit("BillingThreshold", any, () => ({ currency: "USD" })),
  due_entry: () => ({ ...world, snapshot: { ...world.snapshot, due: [] } }),
  coupon_counts: () =>
    edit(
      "Coupon",
      ({ timesRedeemed }) => timesRedeemed > 0,
      ({ timesRedeemed }) => ({ timesRedeemed: timesRedeemed + 1 }),
    ),
  idempotency_key: () => edit("IdempotencyKey", any, () => ({ answer: null })),
}

describe("a world by the rules", () => {
  it("is in order", () => {
    expect(audit(world)).toEqual({ ok: true, findings: [], shortfalls: [] })
  })

  it("has something of everything that is corrupted here", () => {
    expect(recordsOf("Invoice").map(({ kind, status }) => [kind, status])).toEqual([
      ["CUT", "PARTIALLY_REFUNDED"],
      ["CYCLE", "PAID"],
      ["CYCLE", "PAID"],
      ["CYCLE", "PAID"],
      ["CYCLE", "PAYMENT_FAILED"],
    ])
    expect(recordsOf("BillingPeriod").flatMap(({ credits }) => credits)).toHaveLength(1)
    expect(recordsOf("Subscription").map(({ status, cycle }) => [status, cycle.cycle])).toEqual([
      ["PAST_DUE", 2],
    ])
  })
})

describe("a corruption", () => {
  it.each(auditRules)("of %s is found by that rule alone", (rule) => {
    const { ok, findings } = audit(corruptions[rule]())
    expect({ ok, rules: Array.from(new Set(findings.map((finding) => finding.rule))) }).toEqual({
      ok: false,
      rules: [rule],
    })
    for (const { objectIds, message } of findings) {
      expect(objectIds.length).toBeGreaterThan(0)
      expect(message).toMatch(/^\S.*[^.]$/)
    }
  })
})

describe("findings", () => {
  it("of a double charge name the invoice, both attempts, and the requests that are known", () => {
    const { invoiceId, attempts } = invoiceOf(isPaidCycle)
    expect(audit(corruptions.double_charge()).findings).toEqual([
      {
        rule: "double_charge",
        organizationId,
        objectIds: [invoiceId, attempts[0]?.attemptId, "unheard-of"],
        requestIds: ["request-2"],
        message: "The invoice was charged 2 times, and 1 of these charges are not recorded",
      },
    ])
  })

  it("of an organization that the world does not have are its charges", () => {
    const stray = { ...charge(invoiceOf(isPaidCycle), "APPROVED"), organizationId: "nobody" }
    expect(audit(withCharges((items) => [stray, ...items])).findings).toMatchObject([
      {
        rule: "charge_without_receipt",
        organizationId: "nobody",
        objectIds: [stray.invoiceId, "unheard-of"],
      },
    ])
  })

  it("of attempts that overlap name the second", () => {
    const [refused] = invoiceOf(isFailed).attempts
    const early = { ...refused, attemptId: "early", startedAt: (refused?.at ?? 0) - 1 }
    const edited = edit("Invoice", isFailed, ({ attempts }) => ({
      attempts: [...attempts.slice(0, 1), early],
    }))
    const { findings } = audit(edited)
    expect(findings.filter(({ rule }) => rule === "attempt_in_flight")).toMatchObject([
      {
        message: expect.stringMatching(/^Attempt early started at \d+, and the one before it was refused at/),
      },
    ])
  })

  it("are as many as they may be, and no more", () => {
    const stray = { ...charge(invoiceOf(isPaidCycle), "APPROVED"), organizationId: "nobody" }
    const { ok, findings } = audit(withCharges(() => Array.from({ length: FINDINGS_MAX + 1 }, () => stray)))
    expect([ok, findings.length]).toEqual([false, FINDINGS_MAX])
  })
})

describe("nothing is found", () => {
  it("in charges of which nothing is known, or which the gateway forgot", () => {
    expect(audit({ ...world, charges: null }).findings).toEqual([])
    expect(audit({ ...world, charges: { items: [], complete: false } }).findings).toEqual([])
    const forgotten = audit({ ...world, charges: { items: [], complete: true } }).findings
    expect(new Set(forgotten.map(({ rule }) => rule))).toEqual(new Set(["receipt_without_charge"]))
  })

  it("in a charge whose attempt is still in flight", () => {
    const { attempts } = invoiceOf(isFailed)
    const unknown = edit("Invoice", isFailed, () => ({
      status: "OPEN",
      attempts: first(attempts, () => ({ status: "UNKNOWN", lookups: 99 })),
    }))
    const approved = (world.charges?.items ?? []).map((one) =>
      one.attemptId === attempts[0]?.attemptId ? { ...one, status: "APPROVED" as const } : one,
    )
    const { findings } = audit({ ...unknown, charges: { items: approved, complete: true } })
    expect(findings.map(({ rule }) => rule)).toEqual(["past_due", "dunning"])
  })

  it("in what falls due while nobody looks", () => {
    const [due] = world.snapshot.due
    expect(due?.at).toBeGreaterThan(world.now)
    expect(audit({ ...world, now: Number(due?.at) + 400 * 86_400_000 }).findings).toEqual([])
    expect(audit({ ...world, now: Number(due?.at) + 1, snapshot: { ...world.snapshot, due: [] } }).ok).toBe(
      false,
    )
  })
})
