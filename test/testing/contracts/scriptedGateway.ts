// The simulator's gateway as a host of the contract, with a line to it that can be cut.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeRecentMap } from "../../../simulator/adapters/gateway/RecentMap.ts"
import {
  type GatewayMemory,
  makeScriptedGateway,
} from "../../../simulator/adapters/gateway/ScriptedGateway.ts"
import { type Account, type PaymentAttempt, PaymentGateway } from "../../../src/index.ts"
import type { GatewayHost } from "../../../src/testing/index.ts"

export type Gateway = PaymentGateway["Service"]

/** A gateway whose look-ups are changed, by what the charge answered. */
export const lookingUp =
  (
    change: (found: PaymentAttempt.LookupAnswer, answered: string | undefined) => PaymentAttempt.LookupAnswer,
  ) =>
  (good: Gateway): Partial<Gateway> => {
    const answered = new Map<string, string>()
    return {
      charge: (charge) =>
        Effect.tap(good.charge(charge), ({ _tag }) =>
          Effect.sync(() => answered.set(charge.attemptId, _tag)),
        ),
      lookup: (charge) =>
        Effect.map(good.lookup(charge), (found) => change(found, answered.get(charge.attemptId))),
    }
  }

/** How many attempts the gateway remembers here: to charge as often as it does by itself takes long. */
const REMEMBERED = 100

const makeMemory = (): GatewayMemory => ({
  attempts: makeRecentMap(REMEMBERED),
  charged: makeRecentMap(REMEMBERED),
})

const others = (paymentMethod: Account.Charge["paymentMethod"], index: number): Account.Charge => ({
  organizationId: "others",
  invoiceId: "invoice-1",
  attemptId: `other-${index}`,
  amount: 1,
  currency: "BRL",
  paymentMethod,
  at: 0,
})

/** The host, with its gateway changed: what is charged by then goes to the good one. */
export const scriptedHost = (
  change: (good: Gateway) => Partial<Gateway> = () => ({}),
): Required<GatewayHost> => {
  let scripted = makeScriptedGateway({ memory: makeMemory() })
  let isDown = false
  const made = () =>
    scripted.charges({ page: 1, limit: 20 }).items.filter((one) => one.organizationId !== "others")
  const unlessDown = <A>(effect: Effect.Effect<A>): Effect.Effect<A | { readonly _tag: "Unknown" }> =>
    Effect.flatMap(
      Effect.sync(() => isDown),
      (down): Effect.Effect<A | { readonly _tag: "Unknown" }> =>
        down ? Effect.succeed({ _tag: "Unknown" }) : effect,
    )
  const reachable = (): Gateway => {
    const { gateway } = scripted
    return {
      tokenize: gateway.tokenize,
      charge: (charge) => unlessDown(gateway.charge(charge)),
      lookup: (charge) => unlessDown(gateway.lookup(charge)),
      cancel: (charge) => unlessDown(gateway.cancel(charge)),
    }
  }
  return {
    makeLayer: () =>
      Layer.sync(PaymentGateway, () => {
        scripted = makeScriptedGateway({ memory: makeMemory() })
        isDown = false
        const good = reachable()
        return { ...good, ...change(good) }
      }),
    tokens: {
      approves: "tok_visa",
      declines: "tok_insufficient_funds",
      unknown: "tok_unknown",
      declinesOnce: "tok_decline_once",
      timesOutApproved: "tok_timeout_approved",
      timesOutDeclined: "tok_timeout_declined",
    },
    currency: "BRL",
    chargesMade: Effect.sync(() => made().length),
    moneyTaken: Effect.sync(() =>
      made().reduce((sum, { status, amount }) => (status === "APPROVED" ? sum + amount : sum), 0),
    ),
    forgetKeys: Effect.gen(function* () {
      const card = yield* Effect.orDie(scripted.gateway.tokenize("tok_visa"))
      const method = {
        paymentMethodId: "method-1",
        organizationId: "others",
        isDefault: true,
        billingDetails: { name: null, email: null },
        createdAt: 0,
        type: "CARD",
        ...card,
      } as const
      for (let index = 0; index < REMEMBERED; index++) yield* scripted.gateway.charge(others(method, index))
    }),
    outage: {
      begin: Effect.sync(() => {
        isDown = true
      }),
      end: Effect.sync(() => {
        isDown = false
      }),
    },
    slips: true,
    settle: (attemptId) => Effect.sync(() => scripted.settle(attemptId)),
  }
}
