// Law 6: facts about money may arrive in any order. Answers to attempts of different invoices, settlements, and slips
// that expire lead to the same statuses, whichever comes first.
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Account, Payments } from "../../../../src/index.ts"
import { decided, slipUntil } from "../../../support/account.ts"
import { runs } from "../../../support/runs.ts"
import { DAY } from "../fixtures.ts"
import { answers } from "./answers.ts"
import { cuts } from "./arbitraries.ts"
import { setups } from "./setups.ts"
import { play } from "./world.ts"

interface Fact {
  readonly document: number
  readonly fact: "approved" | "declined" | "expired" | "settled"
  /** Of a settlement: the percentage of the invoice. */
  readonly part: number
}

const facts: fc.Arbitrary<ReadonlyArray<Fact>> = fc.array(
  fc.record({
    document: fc.nat({ max: 4 }),
    fact: fc.constantFrom("approved", "declined", "expired", "settled"),
    part: fc.constantFrom(30, 50, 100, 120),
  }),
  { maxLength: 8, size: "max" },
)

const now = Number.MAX_SAFE_INTEGER

/** An account whose documents are all unanswered, of which these are paid by slips. */
const bySlips = (start: Account.Account, slips: ReadonlyArray<boolean>, rules: Account.Rules) =>
  start.invoices.reduce((account, { invoiceId, attempts }, index) => {
    const attemptId = attempts[0]?.attemptId
    if (attemptId === undefined || slips[index] !== true) return account
    const told = { invoiceId, attemptId, answer: slipUntil(now), now }
    return decided(Payments.recordAnswer(account, told, rules)).account
  }, start)

const toldOne = (account: Account.Account, fact: Fact, receiptId: string, rules: Account.Rules) => {
  const invoice = account.invoices[fact.document]
  const attempt = invoice?.attempts[0]
  if (invoice === undefined || attempt === undefined) return account
  const { invoiceId, payableAmount } = invoice
  const { attemptId } = attempt
  switch (fact.fact) {
    case "settled": {
      const amount = Math.ceil((payableAmount * fact.part) / 100)
      return decided(Payments.settle(account, { invoiceId, receiptId, amount, now }, rules)).account
    }
    case "expired": {
      // What is no slip does not expire, nor does one that was paid.
      const expiry = { _tag: "ExpireSlip", attemptId, now } as const
      const told = Account.applyToInvoice(Account.unchanged(account), invoiceId, expiry)
      if (Result.isFailure(told)) return account
      return decided(Payments.afterMoney(told.success, { before: account, invoiceId, now }, rules)).account
    }
    default: {
      const answered = { invoiceId, attemptId, answer: answers[fact.fact](), now }
      return decided(Payments.recordAnswer(account, answered, rules)).account
    }
  }
}

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
  const keyed = tellable.map((fact, index) => ({ fact, index, rank: order[index] ?? 0 }))
  let account = start
  for (const { fact, index } of keyed.toSorted((a, b) => a.rank - b.rank)) {
    account = toldOne(account, fact, `receipt ${index}`, rules)
  }
  const { subscription, invoices } = account
  return {
    subscription: [subscription?.status, subscription?.pastDueReason, subscription?.dunning !== null],
    invoices: invoices.map(({ invoiceId, status, amountPaid }) => [invoiceId, status, amountPaid]),
  }
}

describe("law 6: the same facts in another order give the same statuses", () => {
  it("over answers, settlements and slips that expire, of several documents", () => {
    const ranks = fc.array(fc.nat(), { minLength: 8, maxLength: 8 })
    const slips = fc.array(fc.boolean(), { minLength: 5, maxLength: 5 })
    const unanswered = { do: "answers", answer: "unknown", after: 1 } as const
    fc.assert(
      fc.property(setups(), cuts, slips, facts, ranks, (setup, steps, slips, facts, order) => {
        const { account, rules } = play(setup, [unanswered, ...steps], setup.startAt + 150 * DAY)
        const start = bySlips(account, slips, rules)
        expect(told(start, facts, rules, order)).toEqual(told(start, facts, rules, []))
      }),
      { numRuns: runs(1000) },
    )
  })
})
