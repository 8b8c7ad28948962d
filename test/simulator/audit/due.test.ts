// The audit rule of due dates, by what it would see of each mistake.
import { describe, expect, it } from "vitest"
import { documents } from "../../../simulator/audit/invoices.ts"

const DAY = 86_400_000
const invoice = { invoiceId: "one", kind: "FINAL", cycle: 0, sequence: 0 }

/** What is told of one document of the first cycle, which a trial of 14 days lies before, and of a debt beside it. */
const faultsOf = (
  members: object,
  cancelledAt: number | null = 14 * DAY,
  debts: ReadonlyArray<object> = [],
) => {
  const one = { ...invoice, ...members }
  const periods = [{ cycle: 0, startAt: 14 * DAY, endAt: 45 * DAY, segments: [{}] }]
  const subscriptions = [{ subscription: { cancelledAt }, periods, documents: [...debts, one] }]
  return Array.from(documents({ subscriptions, invoices: [one] } as never), ({ message }) => message)
}

describe("the rule of due dates", () => {
  it.each<[string, object, (number | null)?]>([
    ["one that ends a cycle, at its issue", { issuedAt: 20 * DAY, dueAt: 20 * DAY }, 20 * DAY],
    ["one that ends a trial now, at its issue", { issuedAt: 5 * DAY, dueAt: 5 * DAY }, 5 * DAY],
    ["one that a trial is to end with, at that end", { issuedAt: 5 * DAY, dueAt: 14 * DAY }],
    ["the same where the trial goes on after all", { issuedAt: 5 * DAY, dueAt: 14 * DAY }, null],
    ["one of a cycle, at its end", { kind: "CYCLE", issuedAt: 20 * DAY, dueAt: 45 * DAY }],
    ["one of a fee in advance, at its start", { kind: "CREATION", issuedAt: 5 * DAY, dueAt: 14 * DAY }],
    ["a cut, at its issue", { kind: "CUT", issuedAt: 20 * DAY, dueAt: 20 * DAY }],
  ])("is silent over %s", (_, members, cancelledAt) => {
    expect(faultsOf(members, cancelledAt)).toEqual([])
  })

  it.each<[string, object, (number | null)?]>([
    ["one that ends a cycle, and is due later", { issuedAt: 20 * DAY, dueAt: 45 * DAY }, 20 * DAY],
    ["one that is paid before a trial's end, and is due at once", { issuedAt: 5 * DAY, dueAt: 5 * DAY }],
    ["one that is due with the first cycle", { issuedAt: 5 * DAY, dueAt: 45 * DAY }],
    ["one of a cycle that is due at its issue", { kind: "CYCLE", issuedAt: 20 * DAY, dueAt: 20 * DAY }],
    ["a cut that is due with its cycle", { kind: "CUT", issuedAt: 20 * DAY, dueAt: 45 * DAY }],
  ])("tells of %s", (_, members, cancelledAt) => {
    expect(faultsOf(members, cancelledAt)).toEqual([expect.stringContaining("It is due at")])
  })

  it.each(["PAUSE", "CHANGE", "FINAL"])(
    "lets a %s be due as the voided debt was that it bills again",
    (kind) => {
      const debt = { ...invoice, kind: "CREATION", cycle: 0, issuedAt: 14 * DAY, dueAt: 14 * DAY }
      const members = { kind, issuedAt: 20 * DAY, dueAt: 14 * DAY }
      expect(faultsOf(members, 20 * DAY, [{ ...debt, rebilled: true }])).toEqual([])
      expect(faultsOf(members, 20 * DAY, [debt])).toEqual([expect.stringContaining("It is due at")])
    },
  )
})
