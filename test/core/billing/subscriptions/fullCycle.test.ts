// Cancelling what is paused, under the policy that keeps the fee of the whole cycle. Starter is 9990 for the 28 days from
// 31 January. GAP-178
import { describe, expect, it } from "vitest"
import type { Plan } from "../../../../src/index.ts"
import { makeAccount } from "../../../support/account.ts"
import { plan } from "../../../support/billing.ts"
import { type Billing, feb28, jan31, on } from "../fixtures.ts"

const policy = { cancellationFee: "FULL_CYCLE" } as const
const [feb7, feb14, feb21] = [on(2, 7), on(2, 14), on(2, 21)]
const ahead: Plan.Plan = {
  ...plan,
  intervals: plan.intervals.map((one) => ({ ...one, feeTiming: "ADVANCE" })),
}

const documents = (billing: Billing) =>
  billing.now().invoices.map(({ kind, totalAmount, payableAmount }) => [kind, totalAmount, payableAmount])

describe("a cancellation that keeps the whole cycle", () => {
  it("costs as much after a pause right before it", () => {
    const billing = makeAccount({ at: jan31, policy })
    billing.pause(feb14)
    billing.cancel(feb14)
    expect(documents(billing)).toEqual([
      ["PAUSE", 4995, 4995],
      ["FINAL", 4995, 4995],
    ])
  })

  it("takes back the credit of a fee in advance that such a pause gave", () => {
    const billing = makeAccount({ at: jan31, policy, plan: ahead })
    billing.pause(feb14)
    expect(billing.now().vouchers.map(({ amount }) => amount)).toEqual([4995])
    billing.cancel(feb14)
    expect(documents(billing)).toEqual([
      ["CREATION", 9990, 9990],
      ["FINAL", 4995, 0],
    ])
    expect(billing.now().vouchers.map(({ balance }) => balance)).toEqual([0])
  })

  it("does not bill the time of the pause: as if it had been resumed before", () => {
    const billing = makeAccount({ at: jan31, policy })
    billing.pause(feb7)
    billing.cancel(feb21)
    const resumed = makeAccount({ at: jan31, policy })
    resumed.pause(feb7)
    resumed.resume(feb21)
    resumed.cancel(feb21)
    expect(documents(billing)).toEqual(documents(resumed))
    expect(documents(billing)).toEqual([
      ["PAUSE", 2498, 2498],
      ["FINAL", 2497, 2497],
    ])
  })

  it("keeps nothing of a cycle that began in the pause", () => {
    const billing = makeAccount({ at: jan31, policy })
    billing.pause(feb14)
    billing.runUntil(feb28)
    billing.cancel(feb28)
    expect(documents(billing)).toEqual([["PAUSE", 4995, 4995]])
  })
})
