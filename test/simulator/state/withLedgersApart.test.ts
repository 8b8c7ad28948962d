// Documents of version 1, with ledgers inside of vouchers. The world in `version1.json.gz` was written by the code of that
// version: a year of several organizations, with vouchers that paid and expired, credits of fees that were paid early, a
// void, a refund, slips, and disputes.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { afterAll, describe, expect, it } from "vitest"
import { withBillingWords } from "../../../simulator/world/state/versions/withBillingWords.ts"
import { withLedgersApart } from "../../../simulator/world/state/versions/withLedgersApart.ts"
import { makeSigningKeys } from "../../../src/http/tokens/SigningKeys.ts"
import type { Put } from "../../../src/index.ts"
import { inProcess } from "../../support/simulator.ts"

const folder = mkdtempSync(join(tmpdir(), "version-1-"))
afterAll(() => rmSync(folder, { recursive: true }))

const file = new URL("./version1.json.gz", import.meta.url)
const document = JSON.parse(gunzipSync(readFileSync(file)).toString("utf8"))
const latest = withBillingWords(withLedgersApart(document) as typeof document) as typeof document
const puts: ReadonlyArray<Put> = latest.store.records

const recordsOf = <K extends Put["kind"]>(kind: K) =>
  puts.flatMap((put) =>
    put.kind === kind ? [put.record as Extract<Put, { readonly kind: K }>["record"]] : [],
  )

const sum = (amounts: ReadonlyArray<number>): number => amounts.reduce((total, amount) => total + amount, 0)

describe("a world of version 1", () => {
  it("is read, goes on for a month, and has no findings before or after", async () => {
    const signingKey = await makeSigningKeys().exportPrivate()
    const worlds = [{ name: "default", hashKey: Buffer.alloc(32).toString("base64url"), state: document }]
    const state = join(folder, "version1.json")
    writeFileSync(state, JSON.stringify({ fileVersion: 1, signingKey, worlds }))
    const { call } = await inProcess({ state, now: undefined })
    const audit = async () => (await call("GET", "/_simulator/audit")).json
    expect(await audit()).toMatchObject({ ok: true, findings: [] })
    const { json } = await call("POST", "/_simulator/clock", { body: { advanceBy: "P1M" } })
    expect(json.failures).toBeUndefined()
    expect(json.timeline.length).toBeGreaterThan(5)
    expect(await audit()).toMatchObject({ ok: true, findings: [] })
  })

  it("has each ledger as records, in its order, with what it comes to on the voucher", () => {
    const vouchers = recordsOf("Voucher")
    const entries = recordsOf("VoucherEntry")
    expect(vouchers.length).toBeGreaterThan(5)
    for (const { voucherId, version, balance, amountRedeemed } of vouchers) {
      const ledger = entries.filter((entry) => entry.voucherId === voucherId)
      expect(ledger.map(({ sequence }) => sequence)).toEqual(ledger.map((_, index) => index))
      expect(ledger).toHaveLength(version)
      const amountOf = (...kinds: ReadonlyArray<string>) =>
        sum(ledger.flatMap(({ kind, amount }) => (kinds.includes(kind) ? amount : [])))
      expect(amountOf("GRANT", "RELEASE") - amountOf("CONSUME", "EXPIRE", "REVOKE")).toBe(balance)
      expect(amountOf("CONSUME") - amountOf("RELEASE")).toBe(amountRedeemed)
    }
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(
      new Set(["GRANT", "CONSUME", "RELEASE", "EXPIRE", "REVOKE"]),
    )
    expect(JSON.stringify(vouchers)).not.toContain('"entries"')
  })

  it("has credits on the invoice whose money went back, and on the vouchers that it became", () => {
    const invoices = recordsOf("Invoice")
    const credited = invoices.filter(({ amountCredited }) => amountCredited > 0)
    expect(credited.map(({ status }) => status).sort()).toEqual(["CHARGEBACK", "DISPUTED", "PAID", "PAID"])
    for (const { invoiceId, amountCredited, credits, status } of credited) {
      expect(sum(credits.map(({ moneyAmount }) => moneyAmount))).toBe(amountCredited)
      const vouchers = recordsOf("Voucher").filter(({ creditOf }) => creditOf === invoiceId)
      expect(vouchers.map(({ voucherId }) => voucherId)).toEqual(credits.map(({ creditId }) => creditId))
      for (const { frozen, revokedAt, balance } of vouchers) {
        expect([frozen, revokedAt !== null]).toEqual([status === "DISPUTED", status === "CHARGEBACK"])
        if (revokedAt !== null) expect(balance).toBe(0)
      }
    }
    expect(invoices.filter(({ credits }) => credits.length > 0)).toHaveLength(credited.length)
    expect(recordsOf("BillingPeriod").flatMap(({ credits }) => credits)).toHaveLength(credited.length)
  })

  it("tells a coupon's share of what went back from the rest", () => {
    const credits = recordsOf("BillingPeriod").flatMap(({ credits }) => credits)
    expect(
      credits.map(({ parts, couponAmount }) => [sum(parts.map(({ amount }) => amount)), couponAmount]),
    ).toContainEqual([6660, 3330])
    const uses = recordsOf("CouponUse").map(({ code, amountRedeemed }) => [code, amountRedeemed])
    // Half of 9990 and of the 3330 that were billed again, less half of the 6660 that went back.
    expect(uses).toContainEqual(["HALF3", 4995 + 1665 - 3330])
  })

  it("names the voucher of each receipt that one paid, and bills usage as of when it occurred", () => {
    const receipts = recordsOf("Invoice").flatMap((invoice) => invoice.receipts)
    const entries = recordsOf("VoucherEntry")
    expect(receipts.filter(({ kind }) => kind === "VOUCHER").length).toBeGreaterThan(1)
    for (const { kind, receiptId, voucherId } of receipts) {
      const entry = entries.find((one) => one.kind === "CONSUME" && one.cause === receiptId)
      expect([kind === "VOUCHER", voucherId]).toEqual([entry !== undefined, entry?.voucherId ?? null])
    }
    for (const { billedAt, occurredAt } of recordsOf("UsageEvent")) expect(billedAt).toBe(occurredAt)
  })
})

describe("a message that waits", () => {
  const announced = (announcement: object) => ({ kind: "EVENT", messageId: "1", announcement })
  const migrated = (announcement: object) =>
    (
      withLedgersApart({
        ...document,
        store: { ...document.store, outbox: [announced(announcement)] },
      }) as typeof document
    ).store.outbox[0].announcement

  it("tells of a voucher without its ledger, and not of a dispute that came later", () => {
    const invoice = recordsOf("Invoice").find(({ status }) => status === "DISPUTED")
    const [credit] = invoice?.credits ?? []
    const { voucherId } = { voucherId: credit?.creditId }
    const entries = [{ kind: "GRANT", cause: voucherId, invoiceId: null, amount: 19_845, at: 1 }]
    const voucher = { voucherId, amount: 19_845, balance: 19_845, entries }
    expect(migrated({ type: "voucher.granted", voucher }).voucher).toEqual({
      voucherId,
      amount: 19_845,
      balance: 19_845,
      amountRedeemed: 0,
      version: 1,
      creditOf: invoice?.invoiceId,
      frozen: false,
      revokedAt: null,
    })
  })

  it("tells of an invoice with the credits that it had by then", () => {
    const invoice = recordsOf("Invoice").find(({ credits }) => credits.length > 0)
    const { credits, ...old } = invoice ?? { credits: [] }
    const told = (amountCredited: number) =>
      migrated({ type: "invoice.issued", invoice: { ...old, amountCredited } })
    expect(told(0).invoice.credits).toEqual([])
    expect(told(invoice?.amountCredited ?? 0).invoice.credits).toEqual(credits)
  })
})

describe("a document that is none", () => {
  const records = (...puts: ReadonlyArray<unknown>) => ({ store: { records: puts } })
  it.each([
    [{}],
    [{ store: null }],
    [{ store: { records: 1 } }],
    [records(null, 1, "x", {}, { kind: "Voucher" }, { kind: "Voucher", record: "x" })],
    [
      records(
        { kind: "Voucher", record: { entries: [null, 1] } },
        { kind: "Invoice", record: { receipts: 1 } },
      ),
    ],
    [records({ kind: "BillingPeriod", record: { credits: [null, {}] } }, { kind: "Coupon", record: {} })],
    [{ now: "never", store: { records: [], outbox: [null, {}, { announcement: {} }] } }],
  ])("is left to the schema: %j", (state) => {
    expect(() => withLedgersApart(state)).not.toThrow()
  })
})
