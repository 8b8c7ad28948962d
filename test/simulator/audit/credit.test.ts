// The audit of money that goes back: silent on what is right, and each mistake that was made once is found.
import { describe, expect, it } from "vitest"
import { audit } from "../../../simulator/audit/audit.ts"
import type { AuditInput } from "../../../simulator/audit/Books.ts"
import type { Put, Voucher } from "../../../src/index.ts"
import type { Step } from "../../core/billing/laws/world.ts"
import { DAY, edit, fixed, type RecordOf, startAt, without, withRecords, worldAfter } from "./stories.ts"

const rulesOf = (world: AuditInput) => Array.from(new Set(audit(world).findings.map(({ rule }) => rule)))

const payEarly: Step = { do: "payEarly", after: 1 }
const pause: Step = { do: "pause", after: 14 * DAY - 1 }
const resume: Step = { do: "resume", after: 1 }
const cancel: Step = { do: "cancelNow", after: 14 * DAY - 1 }
const dispute: Step = { do: "OpenDispute", pick: 0, after: 1 }
const lose: Step = { do: "LoseDispute", pick: 0, after: 1 }
const win: Step = { do: "WinDispute", pick: 0, after: 1 }
const refuse: Step = { do: "answers", answer: "declined", after: 1 }
const forgive: Step = { do: "void", rebill: false, pick: 0, after: 1 }
const slip: Step = { do: "answers", answer: "slip", after: 1 }
const expiring = [{ amount: 9990, after: DAY }]
const suspended = { policy: { onExhausted: "PAUSE", dunningDays: [1] } } as const
const lostUsage: ReadonlyArray<Step> = [
  refuse,
  payEarly,
  { do: "cancelLater", after: 1 },
  { do: "use", events: [{ meter: "messages", quantity: 1000, age: 1.5 * DAY }], after: 2 * DAY },
  { do: "answers", answer: "approved", after: 1 },
]
const isCredit = ({ creditOf }: Voucher.Voucher) => creditOf !== null

describe("nothing is found", () => {
  const stories: Readonly<Record<string, AuditInput>> = {
    "in a dispute before a cancellation": worldAfter([payEarly, dispute, cancel]),
    "in one after it": worldAfter([payEarly, cancel, dispute]),
    "in one that was lost before it": worldAfter([payEarly, dispute, lose, cancel]),
    "in one that was lost after it": worldAfter([payEarly, cancel, dispute, lose]),
    "in one that was won": worldAfter([payEarly, dispute, cancel, win]),
    "in a fixed coupon, paid ahead and interrupted": worldAfter(
      [payEarly, pause, resume],
      { coupon: fixed },
      60,
    ),
    "in a voucher that expires around a credit": worldAfter([payEarly, pause, resume], { expiring }, 60),
    "in what was forgiven and resumed": worldAfter([refuse, payEarly, forgive, pause, resume], {}, 60),
    "in what was refunded and resumed": worldAfter(
      [payEarly, { do: "refund", part: 50, pick: 0, after: 1 }, pause, resume],
      {},
      60,
    ),
    "in usage over the threshold in a pause of no time": worldAfter(
      [
        { do: "threshold", value: 100, after: 1 },
        { do: "pause", after: DAY },
        { do: "use", events: [{ meter: "messages", quantity: 50, age: DAY / 2 }], after: 0 },
        { do: "resume", after: 0 },
      ],
      {},
    ),
    "in usage from before a pause, when a scheduled end comes": worldAfter(lostUsage, suspended, 40),
    "in a slip that is open when its cycle is over": worldAfter([slip, payEarly, cancel]),
  }
  it.each(Object.entries(stories))("%s", (_, world) => {
    expect(audit(world).findings).toEqual([])
  })
})

type Edit = (world: AuditInput) => AuditInput

const recordsOf = <K extends Put["kind"]>(world: AuditInput, kind: K): ReadonlyArray<RecordOf<K>> =>
  world.snapshot.records.flatMap((put) => (put.kind === kind ? [put.record as RecordOf<K>] : []))

const sinceRevoked: Edit = (world) => {
  const { records } = world.snapshot
  const revoked = records.flatMap((put) =>
    put.kind === "VoucherEntry" && put.record.kind === "REVOKE" ? [put.record] : [],
  )
  const [{ voucherId, amount }] = revoked as [Voucher.VoucherEntry]
  const left = withRecords(
    world,
    records.filter((put) => !(put.kind === "VoucherEntry" && put.record.kind === "REVOKE")),
  )
  return edit(
    "Voucher",
    ({ version }) => ({ balance: amount, version: version - 1, revokedAt: null }),
    (voucher) => voucher.voucherId === voucherId,
  ).in(left)
}

const chain =
  (...edits: ReadonlyArray<Edit>): Edit =>
  (world) =>
    edits.reduce((done, next) => next(done), world)

/** The credit as it would be of another amount of money and coupon. */
const creditOf = (moneyAmount: number, couponAmount: number): Edit =>
  chain(
    edit(
      "BillingGroup",
      ({ credits }) => ({ credits: credits.map((credit) => ({ ...credit, couponAmount })) }),
      ({ credits }) => credits.length > 0,
    ).in,
    edit(
      "Invoice",
      ({ credits }) => ({
        amountCredited: moneyAmount,
        credits: credits.map((credit) => ({ ...credit, moneyAmount, releases: [] })),
      }),
      ({ credits }) => credits.length > 0,
    ).in,
    edit("Voucher", () => ({ amount: moneyAmount, balance: moneyAmount }), isCredit).in,
    edit(
      "VoucherEntry",
      () => ({ amount: moneyAmount }),
      ({ kind }) => kind === "GRANT",
    ).in,
  )

describe("what once went wrong is found", () => {
  it("credit of a payment that was charged back and is still there, in either order", () => {
    for (const steps of [
      [payEarly, cancel, dispute, lose],
      [payEarly, dispute, cancel, lose],
    ]) {
      expect(rulesOf(sinceRevoked(worldAfter(steps)))).toEqual(["voucher_disputed"])
    }
  })

  it("credit that can be spent while its payment is disputed", () => {
    for (const steps of [
      [payEarly, cancel, dispute],
      [payEarly, dispute, cancel],
    ]) {
      const thawed = edit("Voucher", () => ({ frozen: false }), isCredit).in(worldAfter(steps))
      expect(rulesOf(thawed)).toEqual(["voucher_disputed"])
    }
  })

  it("a fixed discount that stays with a fee that is not due any more", () => {
    const world = worldAfter([payEarly, pause], { coupon: fixed })
    expect(audit(world).findings).toEqual([])
    // Half of the line went back net of half of the discount, as the first rule had it.
    const rules = rulesOf(creditOf(2495, 2500)(world))
    expect(rules).toContain("fee_credited")
  })

  it("more or less that goes back than left", () => {
    const world = worldAfter([payEarly, pause])
    expect(rulesOf(creditOf(4994, 0)(world))).toEqual(["credit_returned"])
    expect(rulesOf(creditOf(4996, 0)(world))).toEqual(["credit_returned"])
  })

  it("what an expiring voucher paid, as money without end", () => {
    const world = worldAfter([payEarly, pause], { expiring: [{ amount: 9990, after: 20 * DAY }] })
    const [voucher] = recordsOf(world, "Voucher")
    const [invoice] = recordsOf(world, "Invoice")
    const release = recordsOf(world, "VoucherEntry").find(({ kind }) => kind === "RELEASE")
    if (voucher === undefined || invoice === undefined || release === undefined) throw new Error("No release")
    const isRelease = (entry: Voucher.VoucherEntry) => entry.kind === "RELEASE"
    const creditId = release.cause
    const { amount } = release
    const grown = withRecords(world, [
      ...world.snapshot.records,
      {
        kind: "Voucher",
        record: {
          ...voucher,
          voucherId: creditId,
          expiresAt: null,
          creditOf: invoice.invoiceId,
          amount,
          balance: amount,
          amountRedeemed: 0,
          version: 1,
          createdAt: release.at,
        },
      },
    ])
    const turned = chain(
      edit(
        "VoucherEntry",
        () => ({ voucherId: creditId, kind: "GRANT", cause: creditId, sequence: 0, invoiceId: null }),
        isRelease,
      ).in,
      edit("Voucher", ({ balance, amountRedeemed, version }) => ({
        balance: balance - amount,
        amountRedeemed: amountRedeemed + amount,
        version: version - 1,
      })).in,
      edit("Invoice", ({ credits }) => ({
        credits: credits.map((credit) => ({ ...credit, moneyAmount: amount, releases: [] })),
      })).in,
    )
    expect(audit(world).findings).toEqual([])
    expect(rulesOf(turned(grown))).toEqual(["money_returned"])
  })

  it("vouchers that are given back before the money", () => {
    const world = worldAfter([payEarly, { ...cancel, after: 7 * DAY - 1 }], { vouchers: [4000] })
    expect(audit(world).findings).toEqual([])
    const moved = chain(
      edit("Invoice", ({ credits }) => ({
        credits: credits.map(({ moneyAmount, releases, ...credit }) => ({
          ...credit,
          moneyAmount: moneyAmount - 100,
          releases: releases.map((one) => ({ ...one, amount: one.amount + 100 })),
        })),
      })).in,
      edit("Voucher", ({ amount, balance }) => ({ amount: amount - 100, balance: balance - 100 }), isCredit)
        .in,
      edit(
        "VoucherEntry",
        ({ amount }) => ({ amount: amount - 100 }),
        ({ kind, amount }) => kind === "GRANT" && amount !== 4000,
      ).in,
      edit(
        "Voucher",
        ({ balance, amountRedeemed }) => ({ balance: balance + 100, amountRedeemed: amountRedeemed - 100 }),
        ({ creditOf }) => creditOf === null,
      ).in,
      edit(
        "VoucherEntry",
        ({ amount }) => ({ amount: amount + 100 }),
        ({ kind }) => kind === "RELEASE",
      ).in,
    )
    expect(rulesOf(moved(world))).toEqual(["credit_source"])
  })

  it("usage from before a suspension that nothing billed when the subscription ended", () => {
    const world = worldAfter(lostUsage, suspended, 40)
    expect(recordsOf(world, "Subscription").map(({ status }) => status)).toEqual(["CANCELLED"])
    const lost = without((put) => put.kind === "Invoice" && put.record.kind === "FINAL").in(world)
    expect(rulesOf(lost)).toEqual(["usage_billed"])
  })

  it("a cycle that is settled while its payment is in flight", () => {
    const world = worldAfter([slip, payEarly, cancel])
    expect(rulesOf(edit("BillingGroup", () => ({ settled: true })).in(world))).toEqual(["group_settled"])
  })

  it("a fee that was forgiven and leaves its cycle all the same, to be billed again", () => {
    const world = worldAfter([refuse, payEarly, forgive, pause])
    const [invoice] = recordsOf(world, "Invoice")
    const part = { segment: 0, invoiceId: invoice?.invoiceId ?? "", amount: 4995 }
    const credits = [{ parts: [part], couponAmount: 0, at: startAt + 14 * DAY }]
    expect(rulesOf(edit("BillingGroup", () => ({ credits })).in(world))).toEqual(["fee_credited"])
  })

  it("a fee that was refunded and leaves its cycle as if it had not been", () => {
    const refunded = { do: "refund", part: 50, pick: 0, after: 1 } as const
    const world = worldAfter([payEarly, refunded, pause])
    const whole = edit("BillingGroup", ({ credits }) => ({
      credits: credits.map((credit) => ({
        ...credit,
        parts: credit.parts.map((part) => ({ ...part, amount: 4995 })),
      })),
    }))
    expect(audit(world).findings).toEqual([])
    expect(rulesOf(whole.in(world))).toContain("fee_credited")
  })

  it("usage that was announced ahead and is billed as of then", () => {
    const world = worldAfter([
      { do: "use", events: [{ meter: "messages", quantity: 1, age: 0 }], after: DAY },
    ])
    const later = edit("UsageEvent", ({ occurredAt }) => ({ billedAt: occurredAt + 1 })).in(world)
    expect(rulesOf(later)).toEqual(["usage_counted"])
    const ahead = edit("UsageEvent", ({ occurredAt }) => ({ occurredAt: occurredAt + 300_001 })).in(world)
    expect(rulesOf(ahead)).toEqual(["usage_counted"])
    const right = edit("UsageEvent", ({ occurredAt }) => ({ occurredAt: occurredAt + 300_000 })).in(world)
    expect(rulesOf(right)).toEqual([])
  })
})

describe("a ledger", () => {
  const world = () => worldAfter([payEarly, pause], { vouchers: [4000] })
  const entry = (change: (entry: Voucher.VoucherEntry) => object, kind: Voucher.VoucherEntryKind) =>
    edit("VoucherEntry", change, (one) => one.kind === kind).in
  const voucherOf = (change: (voucher: Voucher.Voucher) => object) => edit("Voucher", change).in
  const broken: Readonly<Record<string, Edit>> = {
    "has a hole": entry(() => ({ sequence: 7 }), "CONSUME"),
    "has an entry less than it says": voucherOf(({ version }) => ({ version: version + 1 })),
    "counts what was redeemed wrong": voucherOf(({ amountRedeemed }) => ({
      amountRedeemed: amountRedeemed + 1,
    })),
    "begins with something else": entry(({ amount }) => ({ amount: amount + 1 }), "GRANT"),
    "is of no voucher": without((put) => put.kind === "Voucher").in,
  }
  it.each(Object.entries(broken))("that %s is found", (_, change) => {
    expect(audit(world()).findings).toEqual([])
    expect(rulesOf(change(world()))).not.toEqual([])
  })
})
