// A billing service for tests of use cases: the in-memory adapters, which yield to other fibers at every step, and a
// clock that stands still until it is told otherwise. One organization, two plans, two coupons.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { makeScriptedGateway } from "../../simulator/adapters/gateway/ScriptedGateway.ts"
import { makeMemoryBillingStore } from "../../simulator/adapters/memory/MemoryBillingStore.ts"
import { makeMemoryIdSource } from "../../simulator/adapters/memory/MemoryIdSource.ts"
import {
  addPaymentMethod,
  type BillingPolicy,
  BillingStore,
  type Commit,
  type Coupon,
  CurrentBillingPolicy,
  createSubscription,
  defaultPolicy,
  IdSource,
  PaymentGateway,
  type Plan,
  previewUpcomingInvoice,
  runDue,
} from "../../src/index.ts"
import { storedIn } from "./stored.ts"

export const organizationId = "0190a000-0000-7000-8000-000000000001"
export const startAt = Date.UTC(2026, 0, 31, 12)

/** Starter: 9990 a month or 99900 a year, tokens at 50 a started thousand, messages at 3. */
export const plan: Plan.Plan = {
  planId: "0190a000-0000-7000-8000-0000000000b1",
  name: "Starter",
  description: "To begin with",
  status: "ACTIVE",
  intervals: [
    { id: "0190a000-0000-7000-8000-0000000000b2", interval: "MONTHLY", amount: 9990, currency: "BRL" },
    { id: "0190a000-0000-7000-8000-0000000000b3", interval: "YEARLY", amount: 99900, currency: "BRL" },
    { id: "0190a000-0000-7000-8000-0000000000b4", interval: "MONTHLY", amount: 1990, currency: "USD" },
  ],
  prices: [
    {
      model: "PACKAGE",
      meter: "tokens",
      name: "Tokens",
      currency: "BRL",
      packageSize: 1000,
      packagePrice: 50,
      freeUnits: 0,
    },
    { model: "STANDARD", meter: "messages", name: "Messages", currency: "BRL", unitPrice: 3 },
  ],
  createdAt: 0,
}
export const [monthly, yearly, dollars] = plan.intervals.map(({ id }) => id) as [string, string, string]

/** Pro: 29990 a month, and usage as under Starter. */
export const pro: Plan.Plan = {
  ...plan,
  planId: "0190a000-0000-7000-8000-0000000000d1",
  name: "Pro",
  intervals: [
    { id: "0190a000-0000-7000-8000-0000000000d2", interval: "MONTHLY", amount: 29990, currency: "BRL" },
  ],
}
export const [proMonthly] = pro.intervals.map(({ id }) => id) as [string]

export const coupon: Coupon.Coupon = {
  couponId: "0190a000-0000-7000-8000-0000000000c1",
  code: "WELCOME10",
  name: "Ten percent once",
  discount: { type: "PERCENTAGE", basisPoints: 1000 },
  duration: { type: "ONCE" },
  planIds: null,
  redemptionsMax: null,
  redeemBy: null,
  timesRedeemed: 0,
  amountRedeemed: 0,
  createdAt: 0,
}
export const lastOne: Coupon.Coupon = {
  ...coupon,
  couponId: "0190a000-0000-7000-8000-0000000000c2",
  code: "LASTONE",
  redemptionsMax: 1,
}

type Ports = BillingStore | IdSource | PaymentGateway

/** What stands between a process and the world. */
export interface Wraps {
  readonly wrapStore?: (store: BillingStore["Service"]) => BillingStore["Service"]
  readonly wrapGateway?: (gateway: PaymentGateway["Service"]) => PaymentGateway["Service"]
}

/** Lets the other fibers run so many times. */
export const letOthersRun = (count: number): Effect.Effect<void> =>
  count <= 1 ? Effect.yieldNow : Effect.andThen(Effect.yieldNow, () => letOthersRun(count - 1))

/** A service whose every read, commit and charge lets other fibers run first: one turn of them, or so long as `pause`. */
export const makeBilling = (
  options: Wraps & {
    readonly pause?: Effect.Effect<void>
    readonly organizations?: ReadonlyArray<string>
    /** A gateway in place of the scripted one, by the clock of the service. */
    readonly gateway?: (now: () => number) => PaymentGateway["Service"]
    readonly policy?: Partial<BillingPolicy>
  } = {},
) => {
  const { pause = Effect.yieldNow } = options
  const memory = makeMemoryBillingStore({ pause })
  const { store } = memory
  const state = storedIn(memory)
  const scripted = makeScriptedGateway()
  const { organizations = [organizationId], policy = {} } = options
  let now = startAt
  let sleepers: ReadonlyArray<{ readonly until: number; readonly wake: () => void }> = []
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
    monotonicTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
    // Each millisecond before a retry is a turn of the others; a deadline is reached when time is told to.
    sleep: (duration) => {
      const millis = Duration.toMillis(duration)
      if (millis < 1000) return letOthersRun(millis)
      return Effect.callback((resume) => {
        sleepers = [...sleepers, { until: now + millis, wake: () => resume(Effect.void) }]
      })
    },
  }
  const ids = makeMemoryIdSource({ seed: "billing" })
  const gateway = yielding(options.gateway?.(() => now) ?? scripted.gateway, pause)
  /** Another process over the same store, gateway and clock. */
  const processOf = ({ wrapStore = (inner) => inner, wrapGateway = (inner) => inner }: Wraps) => {
    const services = Context.make(BillingStore, wrapStore(store)).pipe(
      Context.add(IdSource, ids),
      Context.add(PaymentGateway, wrapGateway(gateway)),
      Context.add(Clock.Clock, clock),
      Context.add(CurrentBillingPolicy, { ...defaultPolicy, ...policy }),
    )
    return {
      services,
      run: <A, E>(effect: Effect.Effect<A, E, Ports>): Promise<A> =>
        Effect.runPromise(Effect.provideContext(effect, services)),
      fork: <A, E>(effect: Effect.Effect<A, E, Ports>) =>
        Effect.runFork(Effect.provideContext(effect, services)),
    }
  }
  const { services, run } = processOf(options)
  const setNow = (at: number): number => {
    now = at
    const due = sleepers.filter((sleeper) => sleeper.until <= at)
    sleepers = sleepers.filter((sleeper) => sleeper.until > at)
    for (const { wake } of due) wake()
    return at
  }
  const nothing: Commit = { expects: [], puts: [], deletes: [], outbox: [], couponCounts: [], due: [] }
  const seed = store.commit({
    ...nothing,
    puts: [
      { kind: "Plan", record: plan },
      { kind: "Plan", record: pro },
      { kind: "Coupon", record: coupon },
      { kind: "Coupon", record: lastOne },
      ...organizations.map((id) => ({
        kind: "Organization" as const,
        record: { organizationId: id, name: "One", currency: "BRL", status: "ACTIVE" as const },
      })),
    ],
  })
  return {
    services,
    run,
    processOf,
    /** Runs effects side by side and says how each ended. */
    race: <A, E>(effects: ReadonlyArray<Effect.Effect<A, E, Ports>>) =>
      run(Effect.all(effects.map(Effect.result), { concurrency: "unbounded" })),
    seeded: () => run(Effect.orDie(seed)),
    /** Stores records as they are. */
    commit: (commit: Partial<Commit>) => run(Effect.orDie(store.commit({ ...nothing, ...commit }))),
    now: () => now,
    setNow,
    /** Sets the clock and runs the engine, as moving the simulator's clock does. */
    moveTo: async (at: number): Promise<void> => {
      setNow(at)
      await run(runDue(at, { catchUp: true }))
    },
    state,
    charges: () => scripted.charges({ page: 1, limit: 1000 }).items,
  }
}

const yielding = (
  gateway: PaymentGateway["Service"],
  pause: Effect.Effect<void>,
): PaymentGateway["Service"] => ({
  tokenize: (token) => Effect.andThen(pause, gateway.tokenize(token)),
  charge: (charge) =>
    Effect.andThen(
      pause,
      Effect.tap(gateway.charge(charge), () => pause),
    ),
  lookup: (charge) => Effect.andThen(pause, gateway.lookup(charge)),
  cancel: (charge) => Effect.andThen(pause, gateway.cancel(charge)),
})

/** Stores a card by its token. */
export const addCard = (cardToken: string, id: string = organizationId) =>
  addPaymentMethod({
    organizationId: id,
    type: "CARD",
    cardToken,
    isDefault: false,
    billingDetails: { name: "Ana", email: "ana@example.com" },
  })

/** An organization with a card that subscribed to Starter by the month, and its upcoming invoice. */
export const subscribed = (
  options: {
    readonly cardToken?: string
    readonly couponCode?: string | null
    readonly id?: string
    readonly planIntervalId?: string
  } = {},
) =>
  Effect.gen(function* () {
    const {
      cardToken = "tok_visa",
      couponCode = null,
      id = organizationId,
      planIntervalId = monthly,
    } = options
    const { paymentMethodId } = yield* addCard(cardToken, id)
    const subscription = yield* createSubscription({
      organizationId: id,
      planId: plan.planId,
      planIntervalId,
      paymentMethodId,
      couponCode,
    })
    return { subscription, paymentMethodId, upcoming: yield* previewUpcomingInvoice(id) }
  })

/** The plan with fees in advance, and other members of its intervals. */
export const ahead = (of: Plan.Plan, members: Partial<Plan.PlanInterval> = {}): Plan.Plan => ({
  ...of,
  intervals: of.intervals.map((interval) => ({ ...interval, feeTiming: "ADVANCE", ...members })),
})
