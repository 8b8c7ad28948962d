// A preview refuses what the change would refuse, also where the clock of the process is not to be believed; and it shows
// which of its invoices are not charged.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { cancelSubscription, previewCancelSubscription } from "../../../src/index.ts"
import { makeBilling, organizationId, startAt, subscribed } from "../../support/billing.ts"

const DAY = 86_400_000
const command = { organizationId, atPeriodEnd: false }

const begun = async () => {
  const billing = makeBilling()
  await billing.seeded()
  await billing.run(subscribed())
  return billing
}

it.each([
  ["behind", -DAY, "ClockBehind"],
  ["far ahead", 400 * DAY, "CatchUpNotAllowed"],
])("refuses by a clock that is %s", async (_, by, tag) => {
  const billing = await begun()
  billing.setNow(startAt + by)
  const shown = await billing.run(Effect.result(previewCancelSubscription(command)))
  const done = await billing.run(Effect.result(cancelSubscription(command)))
  expect(done).toMatchObject({ failure: { _tag: tag } })
  expect(Result.isFailure(shown) ? shown.failure : shown).toEqual(Result.isFailure(done) && done.failure)
})

it("shows as OPEN what dunning will collect", async () => {
  const billing = makeBilling()
  await billing.seeded()
  await billing.run(subscribed({ cardToken: "tok_charge_declined" }))
  await billing.moveTo(startAt + 35 * DAY)
  const { invoices } = await billing.run(previewCancelSubscription(command))
  expect(invoices).toMatchObject([{ kind: "FINAL", status: "OPEN", attempts: [] }])
  const charges = billing.charges().length
  await billing.run(cancelSubscription(command))
  expect(billing.charges()).toHaveLength(charges)
})
