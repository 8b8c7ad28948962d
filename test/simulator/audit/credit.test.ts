// The audit of money that goes back: silent on what is right, and each mistake that was made once is found.
import { describe, expect, it } from "vitest"
import { audit } from "../../../simulator/audit/audit.ts"
import type { AuditInput, Books } from "../../../simulator/audit/books/Books.ts"
import { sources } from "../../../simulator/audit/credits.ts"
import type { Put, Voucher } from "../../../src/index.ts"
import { organizationId } from "../../support/billing.ts"
import { playOn, worldOf } from "./histories.ts"
import {
  cancel,
  chain,
  creditOf,
  DAY,
  dispute,
  type Edit,
  edit,
  fixed,
  forgive,
  isCredit,
  laterStories,
  lose,
  lostUsage,
  paidInPart,
  pause,
  payEarly,
  type RecordOf,
  refuse,
  releasedFirst,
  resume,
  rulesOf,
  setupOf,
  slip,
  startAt,
  stories,
  suspended,
  without,
  withRecords,
  worldAfter,
} from "./stories.ts"

describe("nothing is found", () => {
  it.each(Object.entries(stories))("%s", (_, { steps, setup, days }) => {
    expect(audit(worldAfter(steps, setup, days)).findings).toEqual([])
  })

  it.each(Object.entries({ ...stories, ...laterStories }))(
    "%s, over HTTP",
    async (_, { steps, setup, days = 0 }) => {
      const whole = setupOf(setup)
      const world = worldOf(whole)
      const failures = await playOn(world, whole, steps, 40 + days, async () => {
        const { json } = await world.call("GET", "/_simulator/audit")
        expect(json.findings).toEqual([])
      })
      expect(failures).toEqual([])
    },
  )
})

const recordsOf = <K extends Put["kind"]>(world: AuditInput, kind: K): ReadonlyArray<RecordOf<K>> =>
  world.snapshot.records.flatMap((put) => (put.kind === kind ? [put.record as RecordOf<K>] : []))

const sinceRevoked: Edit = (world) => {
  const { records } = world.snapshot
  const revoked = records.flatMap((put) =>
    put.kind === "VoucherEntry" && put.record.kind === "REVOKE" ? [put.record] : [],
  )
  const [entry] = revoked
  if (entry === undefined) throw new Error("Nothing was taken back")
  const { voucherId, amount } = entry
  const left = withRecords(
    world,
    records.filter((put) => !(put.kind === "VoucherEntry" && put.record.kind === "REVOKE")),
  )
  return edit(
    "Voucher",
    ({ version }) => ({ balance: amount, version: version - 1, revokedAt: null }),
    (voucher) => voucher.voucherId === voucherId,
  )(left)
}

describe("credit that was spent before its payment was charged back", () => {
  it("is counted, and breaks no rule", () => {
    const spent = [payEarly, pause, { ...resume, after: 7 * DAY }, payEarly, dispute, lose]
    expect(audit(worldAfter(spent))).toEqual({
      ok: true,
      findings: [],
      shortfalls: [{ organizationId, invoiceId: expect.any(String), amount: 2498, currency: "BRL" }],
    })
  })
})

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
      const thawed = edit("Voucher", () => ({ frozen: false }), isCredit)(worldAfter(steps))
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
      ),
      edit("Voucher", ({ balance, amountRedeemed, version }) => ({
        balance: balance - amount,
        amountRedeemed: amountRedeemed + amount,
        version: version - 1,
      })),
      edit("Invoice", ({ credits }) => ({
        credits: credits.map((credit) => ({ ...credit, moneyAmount: amount, releases: [] })),
      })),
    )
    expect(audit(world).findings).toEqual([])
    expect(rulesOf(turned(grown))).toEqual(["money_returned"])
  })

  it("vouchers that are given back before the money", () => {
    expect(audit(paidInPart()).findings).toEqual([])
    expect(rulesOf(releasedFirst(100)(paidInPart()))).toEqual(["credit_source"])
  })

  it("an earlier voucher that is given back before a later one, and not one that came after that", () => {
    const taken = (receiptId: string, at: number) => ({
      receiptId,
      kind: "VOUCHER",
      voucherId: "v",
      appliedAmount: 100,
      at,
    })
    const given = (cause: string, at: number) => ({
      creditId: `${cause} at ${at}`,
      moneyAmount: 0,
      releases: [{ voucherId: "v", cause, amount: 60 }],
      at,
    })
    const faultsOf = (credits: ReadonlyArray<object>) => {
      const receipts = [taken("first", 1), taken("second", 3)]
      const invoice = { invoiceId: "i", status: "OPEN", discounts: [], refunds: [], receipts, credits }
      return [...sources({ invoices: [invoice] } as unknown as Books)].length
    }
    expect(faultsOf([given("first", 2), given("second", 4)])).toBe(0)
    expect(faultsOf([given("first", 4)])).toBe(1)
  })

  it("usage from before a suspension that nothing billed when the subscription ended", () => {
    const world = worldAfter(lostUsage, suspended, 40)
    expect(recordsOf(world, "Subscription").map(({ status }) => status)).toEqual(["CANCELLED"])
    const lost = without((put) => put.kind === "Invoice" && put.record.kind === "FINAL")(world)
    expect(rulesOf(lost)).toEqual(["usage_billed"])
  })

  it("a cycle that is settled while its payment is in flight", () => {
    const world = worldAfter([slip, payEarly, cancel])
    expect(rulesOf(edit("BillingPeriod", () => ({ settled: true }))(world))).toEqual(["group_settled"])
  })

  it("a fee that was forgiven and leaves its cycle all the same, to be billed again", () => {
    const world = worldAfter([refuse, payEarly, forgive, pause])
    const [invoice] = recordsOf(world, "Invoice")
    const part = { segment: 0, invoiceId: invoice?.invoiceId ?? "", amount: 4995 }
    const credits = [{ parts: [part], couponAmount: 0, at: startAt + 14 * DAY }]
    expect(rulesOf(edit("BillingPeriod", () => ({ credits }))(world))).toEqual(["fee_credited"])
  })

  it("a fee that was refunded and leaves its cycle as if it had not been", () => {
    const refunded = { do: "refund", part: 50, pick: 0, after: 1 } as const
    const world = worldAfter([payEarly, refunded, pause])
    const whole = edit("BillingPeriod", ({ credits }) => ({
      credits: credits.map((credit) => ({
        ...credit,
        parts: credit.parts.map((part) => ({ ...part, amount: 4995 })),
      })),
    }))
    expect(audit(world).findings).toEqual([])
    expect(rulesOf(whole(world))).toContain("fee_credited")
  })

  it("usage that was announced ahead and is billed as of then", () => {
    const world = worldAfter([
      { do: "use", events: [{ meter: "messages", quantity: 1, age: 0 }], after: DAY },
    ])
    const later = edit("UsageEvent", ({ occurredAt }) => ({ billedAt: occurredAt + 1 }))(world)
    expect(rulesOf(later)).toEqual(["usage_counted"])
    const ahead = edit("UsageEvent", ({ occurredAt }) => ({ occurredAt: occurredAt + 300_001 }))(world)
    expect(rulesOf(ahead)).toEqual(["usage_counted"])
    const right = edit("UsageEvent", ({ occurredAt }) => ({ occurredAt: occurredAt + 300_000 }))(world)
    expect(rulesOf(right)).toEqual([])
  })
})

describe("a ledger", () => {
  const world = () => worldAfter([payEarly, pause], { vouchers: [4000] })
  const entry = (change: (entry: Voucher.VoucherEntry) => object, kind: Voucher.VoucherEntryKind) =>
    edit("VoucherEntry", change, (one) => one.kind === kind)
  const voucherOf = (change: (voucher: Voucher.Voucher) => object) => edit("Voucher", change)
  const broken: Readonly<Record<string, Edit>> = {
    "has a hole": entry(() => ({ sequence: 7 }), "CONSUME"),
    "has an entry less than it says": voucherOf(({ version }) => ({ version: version + 1 })),
    "counts what was redeemed wrong": voucherOf(({ amountRedeemed }) => ({
      amountRedeemed: amountRedeemed + 1,
    })),
    "begins with something else": entry(({ amount }) => ({ amount: amount + 1 }), "GRANT"),
    "is of no voucher": without((put) => put.kind === "Voucher"),
  }
  it.each(Object.entries(broken))("that %s is found", (_, change) => {
    expect(audit(world()).findings).toEqual([])
    expect(rulesOf(change(world()))).not.toEqual([])
  })
})
