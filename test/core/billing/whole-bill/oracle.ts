// A naive oracle of the whole bill: given the same setup and commands it says which documents there are, what was charged
// for them, and what became of the vouchers. It takes from the played history only which commands were refused.
import { type BillingPolicy, defaultPolicy } from "../../../../src/index.ts"
import { methods } from "../laws/commands.ts"
import type { Obeyed, Setup } from "../laws/world.ts"
import { endStep, takeDue } from "./due.ts"
import { currentSub, type Model } from "./Model.ts"
import { learn, obey } from "./obey.ts"
import * as Life from "./subscription.ts"

/** What a history is for the oracle. */
export interface Told {
  readonly setup: Setup
  readonly obeyed: ReadonlyArray<Obeyed>
  readonly until: number
  readonly ids: Model["ids"]
}

const modelOf = ({ setup, ids }: Told): Model => {
  const { startAt, vouchers, expiring = [], threshold } = setup
  const policy: BillingPolicy = { ...defaultPolicy, ...setup.policy }
  const given = [
    ...vouchers.map((amount) => ({ amount, expiresAt: null })),
    ...expiring.map(({ amount, after }) => ({ amount, expiresAt: startAt + after })),
  ]
  return {
    policy,
    docs: [],
    subs: [],
    vouchers: given.map(({ amount, expiresAt }, index) => ({
      index,
      amount,
      createdAt: startAt,
      expiresAt,
      creditOf: null,
      ledger: [{ kind: "GRANT" as const, amount, at: startAt }],
      balance: amount,
      expired: false,
      revoked: false,
    })),
    charges: [],
    standings: [],
    happened: new Set(),
    triedPlans: new Set(),
    methodCount: methods.length,
    threshold,
    answer: "approved",
    finding: "unknown",
    started: [],
    ids,
  }
}

/** What a history comes to. */
export const predict = (told: Told): Model => {
  const model = modelOf(told)
  const { setup, obeyed, until } = told
  const { startAt } = setup
  Life.subscribe(model, { plan: setup.plans[0], coupon: setup.coupon, at: startAt })
  endStep(model, startAt)
  let now = startAt
  for (const { at, command, refused } of obeyed) {
    takeDue(model, now, at)
    now = at
    if (command.do === "answers") model.answer = command.answer
    else if (command.do === "finds") model.finding = command.finding
    else if (command.do === "learn") learn(model, command.answer, at)
    else {
      const sub = currentSub(model)
      if (!refused && sub !== null) obey(model, sub, command, setup, at)
      endStep(model, at)
    }
  }
  takeDue(model, now, until)
  return model
}
