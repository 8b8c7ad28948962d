// A year of many organizations: each signs up on a day of the first four weeks, a third of them uses what is metered, a tenth
// has a coupon, some charges are refused once, and one organization in a hundred never pays.
import { createHash } from "node:crypto"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { makeMemoryIdSource } from "../../../simulator/adapters/memory/MemoryIdSource.ts"
import {
  addPaymentMethod,
  BillingStore,
  createOrganization,
  createSubscription,
  defineCoupon,
  definePlan,
  IdSource,
  PaymentGateway,
  recordUsage,
} from "../../../src/index.ts"
import { makeClockAt } from "../../support/clockAt.ts"

export const DAY = 86_400_000
/** The noon of the first day. */
export const START = Date.UTC(2026, 0, 1, 12)
const SPREAD = 28

type Gateway = PaymentGateway["Service"]
type Ports = BillingStore | PaymentGateway

const hashOf = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE(0)

/** The id of an organization. */
export const organizationAt = (index: number): string =>
  `0190a000-0000-7000-8000-${index.toString(16).padStart(12, "0")}`

/** A gateway that stores every card, refuses a charge in twenty, and refuses all of one organization in a hundred. */
export const refusingSome = (gateway: Gateway): Gateway => ({
  ...gateway,
  tokenize: (token) =>
    Effect.succeed({
      gatewayReference: token,
      brand: "visa",
      last4: "4242",
      expMonth: 12,
      expYear: 2099,
      test: true,
    }),
  charge: (charge) =>
    hashOf(charge.organizationId) % 100 === 7 || hashOf(charge.attemptId) % 20 === 7
      ? Effect.succeed({ _tag: "Declined", declineCode: "insufficient_funds", retryable: true })
      : gateway.charge(charge),
})

const planId = "0190a000-0000-7000-8000-0000000000b1"
const intervalId = "0190a000-0000-7000-8000-0000000000b2"
const code = "TENTH"

/** What is there before the first day. */
export const catalogue = Effect.gen(function* () {
  const interval = { id: intervalId, interval: "MONTHLY", amount: 9990, currency: "BRL" } as const
  const price = { model: "STANDARD", meter: "calls", name: "Calls", currency: "BRL", unitPrice: 3 } as const
  const plan = { planId, name: "Pro", description: "", status: "ACTIVE" } as const
  yield* definePlan({ ...plan, intervals: [interval], prices: [price] })
  yield* defineCoupon({
    couponId: "0190a000-0000-7000-8000-0000000000c1",
    code,
    name: "A tenth",
    discount: { type: "PERCENTAGE", basisPoints: 1_000 },
    duration: { type: "REPEATING", months: 3 },
    planIds: null,
    redemptionsMax: null,
    redeemBy: null,
  })
})

const signUp = Effect.fnUntraced(function* (index: number) {
  const organizationId = organizationAt(index)
  yield* createOrganization({ organizationId, name: `Company ${index}`, currency: "BRL", status: "ACTIVE" })
  const card = { type: "CARD", cardToken: "tok", isDefault: true } as const
  const billingDetails = { name: null, email: null }
  const { paymentMethodId } = yield* addPaymentMethod({ organizationId, ...card, billingDetails })
  const couponCode = index % 10 === 0 ? code : null
  yield* createSubscription({
    organizationId,
    planId,
    planIntervalId: intervalId,
    paymentMethodId,
    couponCode,
  })
})

const use = (index: number, day: number) =>
  recordUsage({
    organizationId: organizationAt(index),
    events: [1, 2, 3].map((count) => ({
      eventId: `${day}/${count}`,
      meter: "calls",
      quantity: (index + day + count) % 500,
      occurredAt: null,
    })),
  })

/** What organizations do on a day, one effect each. What an organization may not do any more is none of it. */
export const commandsOn = (
  day: number,
  organizations: number,
): ReadonlyArray<Effect.Effect<void, never, Ports>> => {
  const commands: Array<Effect.Effect<void, never, Ports>> = []
  for (let index = 0; index < organizations; index += 1) {
    const first = index % SPREAD
    const isSigningUp = day === first
    const isUsing = index % 3 === 0 && day > first && (day - first) % SPREAD === 14
    if (!isSigningUp && !isUsing) continue
    const command: Effect.Effect<unknown, { readonly _tag: string }, Ports | IdSource> = isSigningUp
      ? signUp(index)
      : use(index, day)
    const allowed = Effect.catchIf(
      command,
      ({ _tag }) => _tag === "UsageRefused",
      () => Effect.void,
    )
    const ids = makeMemoryIdSource({ seed: `${index}/${day}` })
    commands.push(Effect.asVoid(Effect.orDie(Effect.provideService(allowed, IdSource, ids))))
  }
  return commands
}

/** The ports of a stage. */
export const portsOf = (store: BillingStore["Service"], gateway: Gateway, now: () => number) =>
  Context.make(BillingStore, store).pipe(
    Context.add(PaymentGateway, refusingSome(gateway)),
    Context.add(Clock.Clock, makeClockAt(now)),
  )
