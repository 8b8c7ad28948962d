// Why a subscription is paused: because nobody paid, or because somebody asked for it. GAP-193
import { expect, it } from "vitest"
import { Account } from "../../../../src/index.ts"
import { always } from "./always.ts"
import type { Options } from "./world.ts"

it("a subscription is paused as unpaid from the pause by exhausted dunning on until it goes on or ends", () => {
  let suspended = 0
  always(1000, (): Options => {
    const unpaid = new Set<string>()
    return {
      watch: ({ by, before, change }) => {
        for (const { subscriptionId, status, pauseReason } of Account.subscriptionsOf(change.account)) {
          const was = Account.findSubscription(before, subscriptionId)?.status
          const exhausted = change.billingEvents.some(({ type }) => type === "dunning.exhausted")
          if (status !== "PAUSED") unpaid.delete(subscriptionId)
          else if (was !== "PAUSED" && by === "time" && exhausted) {
            unpaid.add(subscriptionId)
            suspended++
          }
          expect(pauseReason).toBe(unpaid.has(subscriptionId) ? "UNPAID" : undefined)
        }
      },
    }
  })
  expect(suspended).toBeGreaterThan(0)
})
