// Law 6: facts about money may arrive in any order. Answers to attempts of different invoices, and settlements, lead to
// the same statuses, whichever comes first.
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Account, Payments } from "../../../../src/index.ts"
import { decided } from "../../../support/account.ts"
import { runs } from "../../../support/runs.ts"
import { answers } from "./answers.ts"
import { cuts, DAY, setups } from "./arbitraries.ts"
import { play } from "./world.ts"

interface Fact {
  readonly document: number
  readonly fact: "approved" | "declined" | "settled"
  /** Of a settlement: the percentage of the invoice. */
  readonly part: number
}

const facts: fc.Arbitrary<ReadonlyArray<Fact>> = fc.array(
  fc.record({
    document: fc.nat({ max: 4 }),
    fact: fc.constantFrom("approved" as const, "declined" as const, "settled" as const),
    part: fc.constantFrom(30, 50, 100, 120),
  }),
  { maxLength: 8, size: "max" },
)

/** Tells an account facts about its documents; an attempt has one outcome, the first that is listed for it. */
const told = (
  start: Account.Account,
  all: ReadonlyArray<Fact>,
  rules: Account.Rules,
  order: ReadonlyArray<number>,
) => {
  const known = new Set<number>()
  const tellable = all.filter(({ document, fact }) => {
    if (fact === "settled") return true
    const isFirst = !known.has(document)
    known.add(document)
    return isFirst
  })
  const keyed = tellable.map((fact, index) => ({ ...fact, index, rank: order[index] ?? 0 }))
  let account = start
  for (const { document, fact, part, index } of keyed.toSorted((a, b) => a.rank - b.rank)) {
    const invoice = start.invoices[document]
    const attemptId = invoice?.attempts[0]?.attemptId
    if (invoice === undefined || attemptId === undefined) continue
    const { invoiceId, payableAmount } = invoice
    const now = Number.MAX_SAFE_INTEGER
    const amount = Math.ceil((payableAmount * part) / 100)
    const result =
      fact === "settled"
        ? Payments.settle(account, { invoiceId, receiptId: `receipt ${index}`, amount, now }, rules)
        : Payments.recordAnswer(account, { invoiceId, attemptId, answer: answers[fact], now }, rules)
    account = decided(result).account
  }
  const { subscription, invoices } = account
  return {
    subscription: [subscription?.status, subscription?.pastDueReason],
    invoices: invoices.map(({ invoiceId, status, amountPaid }) => [invoiceId, status, amountPaid]),
  }
}

describe("law 6: the same facts in another order give the same statuses", () => {
  it("over answers and settlements of several documents", () => {
    const ranks = fc.array(fc.nat(), { minLength: 8, maxLength: 8 })
    const unanswered = { do: "answers", answer: "unknown", after: 1 } as const
    fc.assert(
      fc.property(setups(), cuts, facts, ranks, (setup, steps, facts, order) => {
        const { account, rules } = play(setup, [unanswered, ...steps], setup.startAt + 150 * DAY)
        expect(told(account, facts, rules, order)).toEqual(told(account, facts, rules, []))
      }),
      { numRuns: runs(1000) },
    )
  })
})
