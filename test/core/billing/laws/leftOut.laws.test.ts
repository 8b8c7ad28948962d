// What an account leaves out plays no part: a decision on it, made again with what it has to change, comes to the same
// commit as one on everything that there ever was.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { commitOf } from "../../../../src/app/execution/commitOf.ts"
import { Account, Due } from "../../../../src/index.ts"
import { loadedAccount } from "../../../support/loadedAccount.ts"
import { always, watching } from "./always.ts"
import type { Deciding, Options } from "./world.ts"

/** The decision on what a store loads, as often as it asks for more; and the account that it was made on in the end. */
const decidedOnLoaded = ({ decide, before, invoiceId }: Deciding) => {
  for (let asked: ReadonlyArray<string> = invoiceId === undefined ? [] : [invoiceId]; ; ) {
    const account = loadedAccount(before, asked)
    const result = decide(account)
    const failure = Result.isFailure(result) ? (result.failure as Partial<Account.InvoicesNotLoaded>) : {}
    if (failure._tag !== "InvoicesNotLoaded") return { account, result }
    const more = failure.invoiceIds?.filter((id) => !asked.includes(id)) ?? []
    expect(more).not.toEqual([])
    asked = [...asked, ...more]
  }
}

describe("a decision", () => {
  it("does not depend on what was left out of the account", () => {
    always(1000, (): Options => {
      return {
        deciding: (decision) => {
          const { before, result, rules } = decision
          const loaded = decidedOnLoaded(decision)
          expect(Due.nextDue(loaded.account, rules)).toEqual(Due.nextDue(before, rules))
          if (Result.isFailure(result) || Result.isFailure(loaded.result)) {
            expect(loaded.result).toEqual(result)
            return
          }
          const [expected, actual] = [result.success, loaded.result.success]
          const commit = (value: Account.Account, change: Account.Change) =>
            commitOf({ value, version: 1 }, change, rules)
          expect(commit(loaded.account, actual)).toEqual(commit(before, expected))
          expect([actual.charges, actual.lookups]).toEqual([expected.charges, expected.lookups])
        },
      }
    })
  })
})

describe("an invoice is written off", () => {
  it("when its days are over, not before, and never while an attempt is in flight or dunning goes on", () => {
    always(1000, () => ({
      ...watching(({ by, at, before, change, rules }) => {
        if (by !== "time") return
        for (const [index, invoice] of before.invoices.entries()) {
          const isNow = change.account.invoices[index]?.status === "UNCOLLECTIBLE"
          if (!isNow || invoice.status === "UNCOLLECTIBLE") continue
          const { writeOffAfterDays } = rules.policy
          expect(
            invoice.attempts.filter(({ status }) => ["STARTED", "UNKNOWN", "PENDING"].includes(status)),
          ).toEqual([])
          const dunning = Account.findSubscription(before, invoice.subscriptionId)?.dunning ?? null
          expect(dunning?.tries ?? Infinity).toBeGreaterThanOrEqual(rules.policy.dunningDays.length)
          expect(at - invoice.dueAt).toBeGreaterThanOrEqual((writeOffAfterDays ?? Infinity) * 86_400_000)
        }
      })(),
      quiet: (account, at, rules) => {
        const { writeOffAfterDays } = rules.policy
        if (writeOffAfterDays === null) return
        for (const { status, dueAt, attempts, subscriptionId } of account.invoices) {
          const isUnpaid = status === "OPEN" || status === "PAYMENT_FAILED" || status === "EXPIRED"
          if (!isUnpaid || at < dueAt + writeOffAfterDays * 86_400_000) continue
          const dunning = Account.findSubscription(account, subscriptionId)?.dunning ?? null
          const isDunned =
            dunning !== null &&
            dunning.exhaustedAt === null &&
            (dunning.attemptId !== null || dunning.tries < rules.policy.dunningDays.length)
          const isTried = attempts.some((one) => ["STARTED", "UNKNOWN", "PENDING"].includes(one.status))
          expect(isDunned || isTried).toBe(true)
        }
      },
    }))
  })
})
