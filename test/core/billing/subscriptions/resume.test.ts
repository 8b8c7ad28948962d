// Resuming where the fee is due in advance: the rest of the running cycle is billed and charged at once. Starter is 9990 for
// the 28 days from 31 January, and 99,900 a year.
import { describe, expect, it } from "vitest"
import { QuantityChanges } from "../../../../src/index.ts"
import { approved, declined, lateUsage, makeAccount, slipUntil } from "../../../support/account.ts"
import { ahead, plan, yearly } from "../../../support/billing.ts"
import { type Billing, DAY, documents, feb28, HOUR, jan31, on } from "../fixtures.ts"

const [feb7, feb14, feb21] = [on(2, 7), on(2, 14), on(2, 21)]
const statusOf = (billing: Billing) => billing.now().subscription?.status

describe("a resume", () => {
  it("bills the rest of a fee in advance, which the credit of the pause pays as far as it goes", () => {
    const billing = makeAccount({ at: jan31, plan: ahead(plan) })
    billing.use("messages", 10, feb7)
    billing.pause(feb14)
    // Usage from before the pause waits for the next boundary.
    billing.apply(lateUsage(billing, feb7, feb14))
    billing.resume(feb21)
    expect(documents(billing)).toEqual([
      "01-31 CREATION PAID; Starter 9990; = 9990",
      "02-14 PAUSE PAID; Messages 30; VOUCHER −30; = 0",
      "02-21 RESUME PAID; Starter (prorated) 2498; VOUCHER −2498; = 0",
    ])
    expect(billing.now().invoices.at(-1)).toMatchObject({
      dueAt: feb21,
      periodStartAt: feb21,
      periodEndAt: feb28,
    })
    expect(billing.charges().map(({ amount }) => amount)).toEqual([9990])
  })

  it("does not put a year off, after a pause over its start", () => {
    const billing = makeAccount({ at: jan31, plan: ahead(plan), planIntervalId: yearly })
    const newYear = billing.now().subscription?.cycle.endAt ?? 0
    billing.pause(newYear - HOUR)
    billing.runUntil(newYear)
    billing.resume(newYear + HOUR)
    // The pause gave an hour back, and the new year has an hour less.
    expect(documents(billing)).toEqual([
      "01-31 CREATION PAID; Starter 99900; = 99900",
      "01-31 01:00:00.000 RESUME PAID; Starter (prorated) 99889; VOUCHER −11; = 99878",
    ])
    expect(billing.charges().map(({ amount }) => amount)).toEqual([99_900, 99_878])
  })

  it("that finds no money stays one, PAST_DUE, and dunning runs", () => {
    const billing = makeAccount({ at: jan31, plan: ahead(plan) })
    billing.pause(feb14)
    billing.edit({ vouchers: [] })
    billing.answerWith(declined)
    billing.resume(feb21)
    expect([statusOf(billing), billing.now().subscription?.dunning?.startedAt]).toEqual(["PAST_DUE", feb21])
    expect(documents(billing).at(-1)).toBe("02-21 RESUME PAYMENT_FAILED; Starter (prorated) 2498; = 2498")
    billing.answerWith(approved)
    billing.runUntil(feb21 + DAY)
    expect([statusOf(billing), documents(billing).at(-1)]).toEqual([
      "ACTIVE",
      "02-21 RESUME PAID; Starter (prorated) 2498; = 2498",
    ])
  })

  it("bills nothing where the fee is in arrears, nor what a payment on its way is for", () => {
    const arrears = makeAccount({ at: jan31 })
    arrears.pause(feb14)
    arrears.resume(feb21)
    expect(documents(arrears)).toEqual(["02-14 PAUSE PAID; Starter (prorated) 4995; = 4995"])
    const billing = makeAccount({ at: jan31, plan: ahead(plan), answer: slipUntil(feb28) })
    billing.pause(feb14)
    billing.resume(feb14)
    expect(documents(billing)).toEqual(["01-31 CREATION OPEN; Starter 9990; = 9990"])
  })

  it("bills the quantity that there is", () => {
    const seats = ahead(plan, { amount: 1000, quantityAllowed: true })
    const billing = makeAccount({ at: jan31, plan: seats, quantity: 3 })
    const change = { quantity: 5, now: feb14 }
    billing.apply(QuantityChanges.changeQuantity(billing.now(), change, billing.rules))
    billing.pause(feb14)
    billing.resume(feb21)
    expect(documents(billing).at(-1)).toBe(
      "02-21 RESUME PAID; Starter, quantity 5 (prorated) 1250; VOUCHER −1250; = 0",
    )
  })

  it("in each pause anew: what a pause gives back and a resume bills is what is due at the end", () => {
    const billing = makeAccount({ at: jan31, plan: ahead(plan) })
    for (const day of [7, 9, 11]) {
      billing.pause(on(2, day))
      billing.resume(on(2, day + 1))
    }
    // 25 of 28 days are 8920.
    const left = billing.now().vouchers.reduce((sum, { balance }) => sum + balance, 0)
    expect([billing.charges().map(({ amount }) => amount), left]).toEqual([[9990], 9990 - 8920])
  })
})
