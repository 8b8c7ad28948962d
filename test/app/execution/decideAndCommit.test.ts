// Decisions on an account that was loaded or committed before: what has become of it meanwhile is found out.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { loadAccount } from "../../../src/app/execution/loadAccount.ts"
import { Account, decideAndCommit, recordUsage } from "../../../src/index.ts"
import { makeBilling, organizationId, startAt, subscribed } from "../../support/billing.ts"

const use = (eventId: string) =>
  recordUsage({ organizationId, events: [{ eventId, meter: "messages", quantity: 1, occurredAt: startAt }] })

/** A refusal until there is usage, and nothing to do from then on. */
const refusedWithoutUsage = {
  organizationId,
  decide: (account: Account.Account) =>
    account.periods.some(({ segments }) => segments.some(({ usage }) => usage.length > 0))
      ? Result.succeed(Account.unchanged(account))
      : Result.fail({ _tag: "NoUsage" } as const),
}

const ready = async () => {
  const billing = makeBilling()
  await billing.seeded()
  await billing.run(subscribed())
  const loaded = await billing.run(loadAccount({ organizationId }))
  await billing.run(use("e1"))
  return { billing, loaded }
}

describe("a decision on an account that may be old", () => {
  it("is no refusal before it was made on the present one", async () => {
    const { billing, loaded } = await ready()
    const decided = Effect.result(decideAndCommit(refusedWithoutUsage, { loaded, mayBeOld: true }))
    expect(await billing.run(decided)).toMatchObject({ success: { after: { version: loaded.version + 1 } } })
  })

  it("is made at once where the caller has just loaded it", async () => {
    const { billing, loaded } = await ready()
    const refused = Effect.flip(decideAndCommit(refusedWithoutUsage, { loaded }))
    expect(await billing.run(refused)).toEqual({ _tag: "NoUsage" })
  })
})

describe("the account after a commit", () => {
  it("is what a load gives, so that the next decision needs none", async () => {
    const { billing } = await ready()
    const { after } = await billing.run(
      decideAndCommit({
        organizationId,
        decide: (account) =>
          Result.succeed({
            ...Account.unchanged(account),
            account: { ...account, threshold: { value: 1, currency: "BRL" } },
          }),
      }),
    )
    expect(after).toEqual(await billing.run(loadAccount({ organizationId })))
  })
})
