// What goes wrong around a process: its gateway, its store and the receivers of its webhooks. It outlives processes, and
// knows nothing of billing but what is said at the ports.
import * as Effect from "effect/Effect"
import type { Interceptors } from "../../simulator/world/WorldOptions.ts"
import {
  type Account,
  type BillingStore,
  defaultPolicy,
  type PaymentGateway,
  type WebhookDelivery,
  type WebhookSender,
} from "../../src/index.ts"
import { type Chance, makeChance } from "../support/random.ts"
import type { Mishap, Mood } from "./history.ts"

const { gatewayKeyMillis, chargeDeadlineMillis } = defaultPolicy

type Gateway = PaymentGateway["Service"]
type Store = BillingStore["Service"]

/** A process: whether it has ended, and its clocks. */
export interface Process {
  isDead: boolean
  readonly now: () => number
  readonly sleep: (millis: number) => Effect.Effect<void>
}

/** What goes wrong in a world. */
export interface Chaos {
  /** Begins a step: from now on these things go wrong, and none of those before. */
  readonly arm: (mishaps: ReadonlyArray<Mishap>) => void
  /** What stands between a process and its ports. */
  readonly around: (process: () => Process) => Interceptors
  readonly receiver: (sleep: Process["sleep"]) => WebhookSender["Service"]["send"]
  /** Charges that are under way to the gateway and that an operator gave up arrive no more. */
  readonly giveUp: (invoiceId: string) => void
  /** What no client of a gateway may do, and was done all the same. */
  readonly offences: () => ReadonlyArray<string>
  /**
   * The attempts of which the gateway was asked when it had forgotten them, or before they arrived: where no look-up is
   * left, only an operator can tell of these.
   */
  readonly untold: ReadonlySet<string>
}

interface Underway {
  readonly charge: Account.Charge
  readonly arrivesAt: number
}

/** Nothing goes wrong yet. */
export const makeChaos = (seed: number): Chaos => {
  let mishaps: ReadonlyArray<Mishap> = []
  let counts = { charge: 0, lookup: 0, port: 0 }
  let mood: Mood = "well"
  let skewMillis = 0
  let outage = { millis: 0, until: Number.NEGATIVE_INFINITY }
  let underway: ReadonlyArray<Underway> = []
  const receivers = makeChance(seed)
  const firstChargedAt = new Map<string, number>()
  const offences: Array<string> = []
  // One gateway in three knows a key no longer than it has to.
  const isForgetful = receivers.below(3) === 0
  const untold = new Set<string>()

  const has = <K extends Mishap["kind"]>(kind: K, nth: number) =>
    mishaps.find(
      (one): one is Extract<Mishap, { readonly kind: K }> =>
        one.kind === kind && "nth" in one && one.nth === nth,
    )

  /** A call of a port, which lets others go first, and before and after which the process may end. */
  const atPort = <A, E>(
    process: Process,
    call: Effect.Effect<A, E>,
    yields: { readonly before: boolean; readonly after: boolean },
  ): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      counts.port += 1
      const crash = has("crash", counts.port)
      const end = Effect.suspend(() => {
        process.isDead = true
        return Effect.never
      })
      const alive = <B, F>(then: Effect.Effect<B, F>): Effect.Effect<B, F> =>
        Effect.suspend(() => (process.isDead ? Effect.never : then))
      if (crash?.when === "before") return end
      const called = Effect.flatMap(Effect.exit(alive(call)), (exit) =>
        crash === undefined ? alive(exit) : end,
      )
      const first = yields.before ? Effect.andThen(Effect.yieldNow, called) : called
      return yields.after
        ? Effect.flatMap(Effect.exit(first), (exit) => Effect.andThen(Effect.yieldNow, alive(exit)))
        : first
    })

  const storeOf = (process: () => Process, store: Store): Store =>
    Object.fromEntries(
      Object.entries(store).map(([name, call]) => [
        name,
        (...args: ReadonlyArray<never>) => {
          const made = (call as (...args: ReadonlyArray<never>) => Effect.Effect<unknown, unknown>)(...args)
          return atPort(process(), made, { before: name === "commit", after: name !== "commit" })
        },
      ]),
    ) as unknown as Store

  const gatewayOf = (process: () => Process, gateway: Gateway): Gateway => {
    const arrive = ({ charge }: Underway) => gateway.charge(charge)
    /** What has arrived at the gateway by now, though nobody waits for it any more. */
    const arrivals = Effect.suspend(() => {
      const now = process().now()
      const arrived = underway.filter(({ arrivesAt }) => arrivesAt <= now)
      underway = underway.filter(({ arrivesAt }) => arrivesAt > now)
      return Effect.forEach(arrived, arrive, { discard: true })
    })
    const note = ({ attemptId }: Account.Charge, askedAt: number): void => {
      const first = firstChargedAt.get(attemptId)
      if (first === undefined) firstChargedAt.set(attemptId, process().now())
      else if (askedAt >= first + gatewayKeyMillis) {
        offences.push(`${attemptId} was charged again when the gateway may have forgotten it`)
      }
    }
    const charge = (wanted: Account.Charge, askedAt: number) =>
      Effect.suspend(() => {
        counts.charge += 1
        note(wanted, askedAt)
        const late = has("late", counts.charge)
        if (late !== undefined) {
          underway = [...underway, { charge: wanted, arrivesAt: process().now() + late.lateMillis }]
          return Effect.andThen(process().sleep(2 * chargeDeadlineMillis), Effect.never)
        }
        const once = gateway.charge(wanted)
        return has("twice", counts.charge) === undefined ? once : Effect.andThen(once, once)
      })
    const lookup = (wanted: Account.Charge) =>
      Effect.suspend(() => {
        counts.lookup += 1
        const first = firstChargedAt.get(wanted.attemptId)
        if (underway.some(({ charge }) => charge.attemptId === wanted.attemptId)) untold.add(wanted.attemptId)
        if (isForgetful && first !== undefined && process().now() >= first + gatewayKeyMillis) {
          untold.add(wanted.attemptId)
          return Effect.succeed({ _tag: "NotFound" } as const)
        }
        const answer = gateway.lookup(wanted)
        return has("unheard", counts.lookup) === undefined
          ? answer
          : Effect.as(answer, { _tag: "Unknown" } as const)
      })
    /** A call whose answer is lost while the gateway is not heard. */
    const heard = <A>(call: Effect.Effect<A>) =>
      Effect.suspend((): Effect.Effect<A | { readonly _tag: "Unknown" }> => {
        const now = process().now()
        if (outage.millis > 0) outage = { millis: 0, until: now + outage.millis }
        return now < outage.until ? Effect.as(call, { _tag: "Unknown" } as const) : call
      })
    const called = <A, E>(call: Effect.Effect<A, E>) =>
      atPort(process(), Effect.andThen(arrivals, call), { before: true, after: true })
    return {
      tokenize: (token) => atPort(process(), seededReference(gateway.tokenize(token)), BOTH),
      // By the clock of whoever asks: no call is on its way for as long as billing time may be moved meanwhile.
      charge: (wanted) => called(heard(charge(wanted, process().now()))),
      lookup: (wanted) => called(heard(lookup(wanted))),
      cancel: (wanted) => called(gateway.cancel(wanted)),
    }
  }

  let cards = 0
  /** What the gateway calls a card, without its chance. */
  const seededReference = (card: ReturnType<Gateway["tokenize"]>): ReturnType<Gateway["tokenize"]> =>
    Effect.map(card, (tokenized) => {
      cards += 1
      const [token = ""] = tokenized.gatewayReference.split(":")
      return { ...tokenized, gatewayReference: `${token}:${cards}` }
    })

  return {
    arm: (next) => {
      mishaps = next
      counts = { charge: 0, lookup: 0, port: 0 }
      skewMillis = 0
      for (const mishap of next) {
        if (mishap.kind === "receivers") mood = mishap.mood
        if (mishap.kind === "outage") outage = { ...outage, millis: mishap.millis }
        if (mishap.kind === "skew") skewMillis = mishap.millis
      }
    },
    around: (process) => ({
      store: (store) => storeOf(process, store),
      gateway: (gateway) => gatewayOf(process, gateway),
      clock: (clock) => {
        const now = (): number => clock.currentTimeMillisUnsafe() + skewMillis
        return { ...clock, currentTimeMillisUnsafe: now, currentTimeMillis: Effect.sync(now) }
      },
    }),
    receiver:
      (sleep) =>
      ({ timeoutMillis }) =>
        Effect.suspend(() => answerOf(mood, receivers, { sleep, timeoutMillis })),
    giveUp: (invoiceId) => {
      underway = underway.filter(({ charge }) => charge.invoiceId !== invoiceId)
    },
    offences: () => offences,
    untold,
  }
}

const BOTH = { before: true, after: true } as const

/** What a receiver of a mood answers to a delivery. */
const answerOf = (
  mood: Mood,
  chance: Chance,
  { sleep, timeoutMillis }: { readonly sleep: Process["sleep"]; readonly timeoutMillis: number },
): Effect.Effect<WebhookDelivery.DeliveryAnswer> => {
  const now = mood === "moody" ? (chance.pick(["well", "failing", "hanging"] as const) ?? "well") : mood
  switch (now) {
    case "failing":
      return Effect.succeed({ status: 500, failure: null, durationMillis: 1 })
    case "hanging":
      return Effect.as(sleep(timeoutMillis), {
        status: null,
        failure: "TIMEOUT",
        durationMillis: timeoutMillis,
      })
    default:
      return Effect.succeed({ status: 204, failure: null, durationMillis: 1 })
  }
}
