// What must hold however calls interleave, with adapters that yield at every step. Each promise is checked twice:
// with the version check it is kept, and without it the test sees it broken.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { type BillingStore, createSubscription, recordUsage, viewAccount } from "../../src/index.ts"
import {
  addCard,
  lastOne,
  makeBilling,
  monthly,
  organizationId,
  plan,
  startAt,
  subscribed,
} from "../support/billing.ts"
import { withoutVersionCheck } from "../support/withoutVersionCheck.ts"

type Wrap = (store: BillingStore["Service"]) => BillingStore["Service"]
const checked: Wrap = (store) => store

const count = <A, E>(results: ReadonlyArray<Result.Result<A, E>>): number =>
  results.filter(Result.isSuccess).length

const fourCards = async (wrapStore: Wrap) => {
  const billing = makeBilling({ wrapStore })
  await billing.seeded()
  const results = await billing.race(Array.from({ length: 6 }, () => addCard("tok_visa")))
  return { stored: count(results), methods: (await billing.run(viewAccount(organizationId))).paymentMethods }
}

const twoSubscriptions = async (wrapStore: Wrap) => {
  const billing = makeBilling({ wrapStore })
  await billing.seeded()
  const { paymentMethodId } = await billing.run(addCard("tok_visa"))
  const create = createSubscription({
    organizationId,
    planId: plan.planId,
    planIntervalId: monthly,
    paymentMethodId,
    couponCode: null,
  })
  return count(await billing.race([create, create, create]))
}

const sameUsage = async (wrapStore: Wrap) => {
  const billing = makeBilling({ wrapStore })
  await billing.seeded()
  await billing.run(subscribed())
  const event = { eventId: "e1", meter: "messages", quantity: 5, occurredAt: startAt }
  const send = recordUsage({ organizationId, events: [event] })
  await billing.race([send, send, send, send])
  const { periods } = await billing.run(viewAccount(organizationId))
  return periods[0]?.segments[0]?.usage[0]?.quantity
}

describe("under concurrency", () => {
  it("no more than three cards are stored, and exactly one is the default", async () => {
    const { stored, methods } = await fourCards(checked)
    expect(stored).toBe(3)
    expect(methods).toHaveLength(3)
    expect(methods.filter((method) => method.isDefault)).toHaveLength(1)
    expect((await fourCards(withoutVersionCheck)).stored).toBeGreaterThan(3)
  })

  it("an organization gets one live subscription", async () => {
    expect(await twoSubscriptions(checked)).toBe(1)
    expect(await twoSubscriptions(withoutVersionCheck)).toBeGreaterThan(1)
  })

  it("an event that is sent four times at once counts once", async () => {
    expect(await sameUsage(checked)).toBe(5)
  })

  it("no event is lost when different ones arrive at once", async () => {
    const send = async (wrapStore: Wrap) => {
      const billing = makeBilling({ wrapStore })
      await billing.seeded()
      await billing.run(subscribed())
      const events = Array.from({ length: 8 }, (_, index) =>
        recordUsage({
          organizationId,
          events: [{ eventId: `e${index}`, meter: "messages", quantity: 1, occurredAt: null }],
        }),
      )
      const elsewhere = billing.processOf({ wrapStore: (store) => ({ ...wrapStore(store) }) })
      const spread = events.map((event, index) =>
        index % 2 === 0 ? event : Effect.provideContext(event, elsewhere.services),
      )
      expect(count(await billing.race(spread))).toBe(8)
      const { periods } = await billing.run(viewAccount(organizationId))
      return periods[0]?.segments[0]?.usage[0]?.quantity
    }
    expect(await send(checked)).toBe(8)
    expect(await send(withoutVersionCheck)).toBeLessThan(8)
  })

  it("of five organizations that race for the last redemption of a coupon one gets it", async () => {
    const organizations = Array.from({ length: 5 }, (_, index) =>
      organizationId.replace(/1$/, `${index + 1}`),
    )
    const billing = makeBilling({ organizations })
    await billing.seeded()
    const results = await billing.race(
      organizations.map((id) => subscribed({ id, couponCode: lastOne.code })),
    )
    expect(count(results)).toBe(1)
    const losers = results.filter(Result.isFailure).map(({ failure }) => failure._tag)
    expect(losers).toEqual(Array.from({ length: 4 }, () => "CouponDepleted"))
  })
})

it("a store that stays busy is answered with StoreBusy after a bounded number of tries, and nothing is stored", async () => {
  let commits = 0
  const busy: Wrap = (store) => ({
    ...store,
    commit: () =>
      Effect.suspend(() => {
        commits += 1
        return Effect.fail({
          _tag: "VersionConflict",
          scope: { kind: "organization", id: organizationId },
        } as const)
      }),
  })
  const seeding = makeBilling()
  await seeding.seeded()
  const billing = makeBilling({ wrapStore: (store) => ({ ...busy(store) }) })
  await billing.seeded()
  expect(await billing.run(Effect.flip(addCard("tok_visa")))).toEqual({ _tag: "StoreBusy" })
  expect(commits).toBe(200)
})
