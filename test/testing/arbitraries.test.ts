import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  BillingCycle,
  Coupon,
  Currency,
  Instant,
  Money,
  Plan,
  Price,
  type Subscription,
  Voucher,
} from "../../src/index.ts"
import { Arbitraries, type History } from "../../src/testing/index.ts"

const sample = <A>(arbitrary: fc.Arbitrary<A>): ReadonlyArray<A> =>
  fc.sample(arbitrary, { numRuns: 1_000, seed: 42 })

/** The smallest value that fails a test which every value fails. */
const smallest = <A>(arbitrary: fc.Arbitrary<A>, fails: (value: A) => boolean = () => true): unknown => {
  const found = fc.check(
    fc.property(arbitrary, (value) => !fails(value)),
    { seed: 42, numRuns: 1_000 },
  )
  return found.counterexample?.[0]
}

describe("random values are sound", () => {
  it.each<readonly [string, fc.Arbitrary<unknown>, (value: never) => boolean]>([
    ["currencies", Arbitraries.currencies(), Currency.isCurrency],
    ["amounts", Arbitraries.amounts(), (value: number) => Money.isAmount(value) && value >= 0],
    ["amounts up to a bound", Arbitraries.amounts({ max: 7 }), (value: number) => value >= 0 && value <= 7],
    ["instants", Arbitraries.instants(), Instant.isInstant],
    [
      "anchors",
      Arbitraries.anchors(),
      (anchor: BillingCycle.Anchor) =>
        Result.getOrThrow(BillingCycle.boundary(anchor, anchor.firstCycle)) === anchor.anchorAt,
    ],
    ["prices", Arbitraries.prices(), (price: Price.Price) => Price.check(price) === null],
    ["plans", Arbitraries.plans(), (plan: Plan.Plan) => Result.isSuccess(Plan.check(plan))],
    [
      "coupons",
      Arbitraries.coupons({ interval: "YEARLY", planIds: ["a", "b"] }),
      (coupon: Coupon.Coupon) =>
        Result.isSuccess(Coupon.check(coupon)) &&
        (coupon.duration.type !== "REPEATING" || coupon.duration.months % 12 === 0),
    ],
    [
      "subscriptions",
      Arbitraries.subscriptions(),
      ({ createdAt, status, cancelledAt }: Subscription.Subscription) =>
        createdAt === 0 && (status === "CANCELLED") === (cancelledAt !== null),
    ],
    ["coupons of any plan", Arbitraries.coupons(), ({ planIds }: Coupon.Coupon) => planIds === null],
    [
      "histories",
      Arbitraries.histories(),
      ({ startAt, until, plans, active, usage }: History) => {
        const marks = active.flatMap(({ from, to }) => (to === null ? [from] : [from, to]))
        const isRising = (all: ReadonlyArray<number>) =>
          all.every((at, index) => index === 0 || at > (all[index - 1] ?? at))
        return (
          plans[0]?.fromAt === startAt &&
          isRising(plans.map(({ fromAt }) => fromAt)) &&
          isRising(marks) &&
          [...marks, ...usage.map(({ occurredAt }) => occurredAt)].every(
            (at) => at >= startAt && at < until,
          ) &&
          usage.every(({ occurredAt, arrivedAt }) => arrivedAt >= occurredAt && arrivedAt < until)
        )
      },
    ],
    [
      "vouchers",
      Arbitraries.vouchers(),
      (voucher: Voucher.Voucher) =>
        Result.isSuccess(Voucher.check(voucher)) &&
        voucher.balance === voucher.amount - voucher.amountRedeemed &&
        voucher.version > 0 &&
        voucher.balance >= 0,
    ],
    [
      "usage",
      Arbitraries.usageStreams({ from: 10, to: 20 }),
      (events: ReadonlyArray<{ readonly occurredAt: number }>) =>
        events.every(({ occurredAt }, index) => {
          const before = events[index - 1]?.occurredAt ?? 10
          return occurredAt >= before && occurredAt < 20
        }),
    ],
  ])("%s", (_, arbitrary, isSound) => {
    const values = sample(arbitrary)
    expect(values.filter((value) => !isSound(value as never))).toEqual([])
    expect(new Set(values.map((value) => JSON.stringify(value))).size).toBeGreaterThan(5)
  })
})

describe("random values shrink", () => {
  it.each<readonly [string, unknown, unknown]>([
    ["amounts", smallest(Arbitraries.amounts()), 0],
    ["amounts to the smallest of some", smallest(Arbitraries.amounts(), (value) => value >= 1_234), 1_234],
    [
      "prices to a free one",
      smallest(Arbitraries.prices()),
      { model: "STANDARD", meter: "messages", name: "messages", currency: "BRL", unitPrice: 0 },
    ],
    [
      "graduated prices to one band that costs something",
      smallest(Arbitraries.prices(), (price) => price.model === "GRADUATED" && price.bands.length > 1),
      {
        model: "GRADUATED",
        meter: "messages",
        name: "messages",
        currency: "BRL",
        bands: [
          { upTo: 1, unitPrice: 0 },
          { upTo: null, unitPrice: 0 },
        ],
      },
    ],
    ["price books to an empty one", smallest(Arbitraries.priceBooks()), []],
    ["usage to none", smallest(Arbitraries.usageStreams()), []],
    [
      "usage to one event",
      smallest(Arbitraries.usageStreams({ from: 7 }), (events) => events.some((one) => one.quantity > 2)),
      [{ eventId: "event-0", meter: "messages", quantity: 3, occurredAt: 7 }],
    ],
    [
      "input of an invoice to nothing",
      smallest(Arbitraries.invoiceInputs()),
      { currency: "BRL", lines: [], coupon: null, vouchers: [] },
    ],
  ])("%s", (_, found, expected) => {
    expect(found).toEqual(expected)
  })
})
