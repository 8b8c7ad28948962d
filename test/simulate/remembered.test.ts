// Histories of which the auditor once said something: that was wrong, or what it found was mended. It says nothing of them
// any more.
import { expect, it } from "vitest"
import { keeping } from "./history.ts"
import { play } from "./run.ts"
import { planOf } from "./workload.ts"

const remembered = [
  {
    what: "a credit that brings the discount of a voided invoice with it",
    number: 60_482,
    steps: 67,
    keep: "1.x8,54.0,59.2,65.1,66.0,66.1,66.4,66.5",
  },
  {
    what: "another card that a slow process tries right after a refusal that it had not heard of, and that ends dunning",
    number: 90_033,
    steps: 115,
    keep: "16.0,17.4,21.2,22,68.4,86.1,87.1,87.2,111.3,113,114",
  },
  {
    what: "a voucher that a process whose clock is ahead paid out right before an invoice",
    number: 91_114,
    steps: 30,
    keep: "6,14.2,24,27.0,29",
  },
  {
    what: "a round that another policy brings into the past, and that finds no debt but an invoice that joined it",
    number: 92_336,
    steps: 102,
    keep:
      "1.0,2.1,8.0,10.4,12.x8,13,16.0,18.3,30.0,32,34.0,36.0,36.x1,49.0,52,53,54.0,55,58.4,59,60.4,63.3,64,65.0,65.1,65.3,75," +
      "79.0,79.2,83,84.0,84.1,84.2,84.x1,89.0,97.4,99,101",
  },
  {
    what: "usage that is accepted while an answer to a step of long ago is on its way",
    number: 7577,
    steps: 77,
    keep: "8,53.1,74.0,76",
  },
  {
    what: "a pause beside an answer that comes after the end of the cycle",
    number: 623,
    steps: 240,
    keep: "182.1,183.1,184.4,185,206,239.0,239.1,239.2,239.3,239.4,239.5",
  },
  {
    what: "a look-up that is overdue for a driven clock, in a process whose own clock went back",
    number: 30_544,
    steps: 292,
    keep: "3.1,8.0,181,188,288.2,289.0,289.x1,291",
  },
  {
    what: "usage of a trial that lies beside a cycle whose fee a cancellation kept whole",
    number: 5192,
    steps: 108,
    keep: "34.4,40,70.3,101.0,107",
  },
  {
    what: "an operator who fails a payment whose approval was heard, and not recorded before the gateway forgot it",
    number: 1189,
    steps: 171,
    keep: "44.1,49.x8,60.4,86.0,86.x1,97.0,97.4,97.5,102.0,103.0,103.x0,104.0,129.2,170",
  },
  {
    what: "a call that comes again under its key after its organization was deactivated",
    number: 2138,
    steps: 146,
    keep: "145.0,145.3",
  },
  {
    what: "a voucher that expired by the clock of a process that is ahead of the one that issues an invoice",
    number: 2469,
    steps: 191,
    keep: "175.1,184.0,184.1,184.3,185.0,187.0,188.0,190",
  },
  {
    what: "an operator who fails a payment whose approval is on its way",
    number: 5534,
    steps: 36,
    keep: "2.x0,8.2,14.0,15.0,24.1,24.3,29,35.0,35.1,35.5",
  },
  {
    what: "an operator who fails a payment while a look-up brings its approval",
    number: 94_765,
    steps: 110,
    keep: "80.2,97.2,105.x0,106,109.1,109.2,109.3",
  },
]

it.each(remembered.map((one) => [one.what, one] as const))("%s", (_, { number, steps, keep }) => {
  const kept = keeping(planOf(number, steps), new Set(keep.split(",")))
  expect(play({ number, steps: kept }).finding).toBeNull()
})
