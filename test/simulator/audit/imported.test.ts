// The audit of a customer that moved in: what another system billed needs no threshold, and an import cuts nothing. A
// message is 3.
import { describe, expect, it } from "vitest"
import { audit } from "../../../simulator/audit/audit.ts"
import type { AuditInput } from "../../../simulator/audit/books/Books.ts"
import { type Account, Due, Usage } from "../../../src/index.ts"
import { decided, empty, rulesOf } from "../../support/account.ts"
import { startAt } from "../../support/billing.ts"
import { importing, period } from "../../support/imports.ts"
import { makeChronicle } from "./chronicle.ts"

const rules = rulesOf()
const now = startAt + 86_400_000
const usage = [{ meter: "messages", quantity: 100, paidQuantity: 30 }]

const moved = (threshold: Account.BillingThreshold | null = null) => {
  const chronicle = makeChronicle({
    startAt,
    plans: [] as never,
    coupon: null,
    vouchers: [],
    threshold: null,
  })
  const accept = (change: Account.Change): Account.Account => {
    chronicle.watch({ change, rules })
    return change.account
  }
  const members = { period: { ...period, usage } }
  const account = accept(decided(importing(members, { now }, { ...empty, threshold })))
  return { account, accept, input: chronicle.input }
}
const findings = (input: AuditInput) => audit(input).findings.map(({ rule, message }) => [rule, message])

describe("a customer that moved in with usage of which a part was paid", () => {
  it("is sound, at once and in its next cycle", () => {
    const { account, accept, input } = moved()
    expect(account.invoices.map(({ kind, totalAmount }) => [kind, totalAmount])).toEqual([["CUT", 90]])
    expect(findings(input(now))).toEqual([])
    const due = Due.nextDue(account, rules) as Due.Due
    accept(decided(Due.takeStep(account, due, rules)))
    expect(findings(input(due.at))).toEqual([])
  })

  it("is not cut by a threshold before it uses more", () => {
    const { account, accept, input } = moved({ value: 200, currency: "BRL" })
    expect(findings(input(now))).toEqual([])
    const events = [{ eventId: "more", meter: "messages", quantity: 1, occurredAt: now }]
    const after = accept(decided(Usage.recordUsage(account, { events, known: [], now }, rules)))
    expect(after.invoices.map(({ totalAmount }) => totalAmount)).toEqual([90, 213])
    expect(findings(input(now))).toEqual([])
  })

  it("has no other cut without a threshold", () => {
    const { input } = moved()
    const { snapshot, ...rest } = input(now)
    const later = snapshot.records.map((one) =>
      one.kind === "Invoice" ? { ...one, record: { ...one.record, issuedAt: now + 1 } } : one,
    )
    expect(findings({ ...rest, snapshot: { ...snapshot, records: later } })).toContainEqual([
      "threshold",
      "It is a cut of 90 with 0 accumulated over 0",
    ])
  })
})
