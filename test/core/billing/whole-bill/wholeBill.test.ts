// A naive oracle of the whole bill against the rules: every document, charge, voucher and status of random histories.
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { runs } from "../../../support/runs.ts"
import { DAY } from "../fixtures.ts"
import { anything, cutsAndRebills, everything, interrupted, unanswered } from "../laws/arbitraries.ts"
import { refundedAfterCredit } from "../laws/examples.ts"
import { mixedSetups, richSetups, setups } from "../laws/setups.ts"
import { play, type Setup, type Step } from "../laws/world.ts"
import { billPlayed, billPredicted, idsOf } from "./compare.ts"
import { couponLives, couponSetups, givenLives, givenSetups } from "./coupons.ts"
import { wholeLives, wholeSetups } from "./histories.ts"
import type { Fact } from "./Model.ts"
import { monthsAfterYear, yearSetups } from "./numbered.ts"
import { predict } from "./oracle.ts"

/** In how many of a thousand histories each kind of thing happens at least, so that none is missing. */
const least: Partial<Readonly<Record<Fact, number>>> = {
  "credit under a FIXED coupon": 150,
  "credit under a PERCENTAGE coupon": 10,
  "credit to a voucher": 150,
  "credit to a voucher that has expired": 10,
  "credit of what was received in part": 5,
  "credit after all of what was written off": 3,
  "credit owed until money comes": 2,
  "dispute of a payment with credit": 5,
  "credit of a disputed payment": 5,
  "credit frozen while a document is issued": 4,
  "credit taken back": 3,
  "voucher taken back by an operator": 3,
  "voucher paid out": 3,
  "credit paid out": 1,
  "credit spent before it is taken back": 1,
  "debt of a former subscription": 10,
  "debt of a former subscription tried again": 5,
  "document charged when dunning ends": 1,
  "debt billed again uncharged": 1,
  "payment in flight at an interruption": 20,
  "slip in flight at an interruption": 10,
  "unpaid document voided by an interruption": 25,
  "document partly paid voided by an interruption": 1,
  "document billed again at once": 10,
  "document billed again that was due before": 5,
  "document of a command that was due before": 5,
  "end while it is paused": 10,
  "end of a cycle that is kept, in a pause": 5,
  "coupon ended by a change of plan": 2,
  "coupon ended with a trial": 1,
  "coupon that comes later": 60,
  "coupon that comes to the next cycle": 20,
  "coupon that comes after a fee paid ahead": 5,
  "coupon taken off": 5,
  "coupon taken off in a trial": 3,
  "coupon taken off beside a fee paid ahead": 2,
  "coupon taken off and ended by a change of plan": 1,
  "discount after the end of its coupon": 5,
  "usage ahead of the clock": 100,
  "usage ahead of a boundary": 15,
  "late usage": 15,
  "item billed": 60,
  "item that waited for another cycle": 5,
  "first fee in advance": 300,
  "fee of the next cycle paid early": 200,
  "fee of the next cycle given back": 100,
  "fee of the next cycle billed at a boundary": 80,
  "fee in advance given back": 20,
  "increase charged at once": 20,
  "rest of the fee charged with a resume": 20,
  "plan changed now to a fee in advance": 40,
  "coupon on two periods of a document": 20,
  "quantity changed": 60,
  "quantity changed in a trial": 10,
  "scheduled quantity": 5,
  "usage of a trial": 100,
  "usage of a trial that is over": 15,
  "end in a trial": 50,
  "end with a trial": 2,
  "change of plan in a trial": 10,
  "change of plan with the end of a trial": 2,
  "payment ahead in a trial": 80,
  "payment ahead given back before the end of a trial": 1,
  "second subscription without a trial": 30,
}

const compared = (setup: Setup, steps: ReadonlyArray<Step>) => {
  const until = setup.startAt + 300 * DAY
  const played = play(setup, steps, until)
  const predicted = predict({ setup, obeyed: played.obeyed, until, ids: idsOf(played) })
  return { played, predicted }
}

const agree = (normal: number, setups: fc.Arbitrary<Setup>, steps: fc.Arbitrary<ReadonlyArray<Step>>) =>
  fc.assert(
    fc.property(setups, steps, (setup, steps) => {
      const { played, predicted } = compared(setup, steps)
      expect(billPlayed(played)).toEqual(billPredicted(predicted))
    }),
    { numRuns: runs(normal) },
  )

describe("the naive oracle of the whole bill agrees with the rules", () => {
  it.each([
    ["cuts and voids with rebilling", setups(), cutsAndRebills],
    ["interruptions", setups(), interrupted],
    ["answers that come late", setups(), unanswered],
    ["anything that happens to one subscription", richSetups, anything],
    ["one subscription after another, by plans of any interval", mixedSetups, everything],
  ])("over %s", (_, setups, steps) => agree(100, setups, steps))

  it("over disputes, coupons of a fixed amount, vouchers that end, debt, long slips and usage ahead", () =>
    agree(400, wholeSetups, wholeLives))

  it("over coupons that a change of plan ends", () => agree(200, couponSetups, couponLives))

  it("over coupons that come to a running subscription", () => agree(200, givenSetups, givenLives))

  it("over cycles that do not have the numbers of their months", () =>
    agree(200, yearSetups, monthsAfterYear))

  it("over credit that is taken back, since its money was refunded as well", () => {
    const { played, predicted } = compared(...refundedAfterCredit)
    expect(billPlayed(played)).toEqual(billPredicted(predicted))
    expect(predicted.happened).toContain("credit taken back by an operator")
  })

  it("and these histories have enough of each", () => {
    const seen = new Map<Fact, number>()
    const histories = fc.sample(fc.tuple(wholeSetups, wholeLives), { numRuns: 1000, seed: 1 })
    const ofCoupons = fc.sample(fc.tuple(couponSetups, couponLives), { numRuns: 100, seed: 1 })
    const given = fc.sample(fc.tuple(givenSetups, givenLives), { numRuns: 200, seed: 1 })
    for (const [setup, steps] of [...histories, ...ofCoupons, ...given]) {
      for (const fact of compared(setup, steps).predicted.happened) seen.set(fact, (seen.get(fact) ?? 0) + 1)
    }
    const missing = Object.entries(least).filter(([fact, count]) => (seen.get(fact as Fact) ?? 0) < count)
    expect(missing, JSON.stringify([...seen])).toEqual([])
  })
})
