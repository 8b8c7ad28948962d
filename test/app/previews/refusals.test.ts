// A preview refuses what the change would refuse, also where the clock of the process is not to be believed; and it shows
// which of its invoices are not charged, and what is undone.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { cancelSubscription, grantVoucher, previewCancelSubscription } from "../../../src/index.ts"
import { ahead, makeBilling, organizationId, plan, startAt, subscribed } from "../../support/billing.ts"

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

/** A fee of 9990 in advance from January 31 on, and half of the cycle over. */
const halfway = async (cardToken: string, voucher: number | null) => {
  const billing = makeBilling()
  await billing.seeded()
  await billing.commit({ puts: [{ kind: "Plan", record: ahead(plan) }] })
  if (voucher !== null) {
    const granted = { voucherId: null, name: "Sorry", currency: "BRL", amount: voucher, effectiveAt: null }
    await billing.run(grantVoucher({ organizationId, ...granted, expiresAt: null }))
  }
  await billing.run(subscribed({ cardToken }))
  await billing.moveTo(startAt + 14 * DAY)
  return billing
}

it("shows what goes back to a voucher", async () => {
  const billing = await halfway("tok_visa", 9990)
  const shown = await billing.run(previewCancelSubscription(command))
  const [voucher] = billing.state.ofOrganization(organizationId)?.vouchers ?? []
  expect(shown).toMatchObject({ invoices: [], vouchers: [], voided: [] })
  expect(shown.returned).toEqual([{ voucherId: voucher?.voucherId, amount: 4995 }])
})

it("shows an invoice that nobody has to pay any more", async () => {
  const billing = await halfway("tok_charge_declined", null)
  const shown = await billing.run(previewCancelSubscription(command))
  expect(shown.voided).toMatchObject([{ kind: "CREATION", status: "VOID", payableAmount: 9990 }])
  expect(shown.invoices).toMatchObject([{ kind: "FINAL", payableAmount: 4995 }])
})
