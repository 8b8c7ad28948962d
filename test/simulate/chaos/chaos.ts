// What goes wrong around a process: its clock, its store, its gateway, and whoever it sends to. It outlives processes,
// and knows nothing of billing but what is said at the ports.
import * as Effect from "effect/Effect"
import type { Interceptors } from "../../../simulator/world/WorldOptions.ts"
import type { BillingStore, OtpSender, WebhookSender } from "../../../src/index.ts"
import { makeChance } from "../../support/random.ts"
import type { Mishap, Mood, SenderMood } from "../history.ts"
import { makeGatewayChaos, type Numbered, type Step } from "./gateway.ts"
import { BROKEN, type Process } from "./Process.ts"
import { answerOf, senderOf } from "./senders.ts"

type Store = BillingStore["Service"]

/** What goes wrong in a world. */
export interface Chaos {
  /** Begins a step: from now on these things go wrong, and none of those before. */
  readonly arm: (mishaps: ReadonlyArray<Mishap>) => void
  /** What stands between a process and its ports. */
  readonly around: (process: () => Process) => Interceptors
  readonly receiver: (sleep: Process["sleep"]) => WebhookSender["Service"]["send"]
  readonly sender: (sender: OtpSender["Service"]) => OtpSender["Service"]
  /** Whether the process ends at this turn of its fibers. */
  readonly endsAtTurn: () => boolean
  /** Whether answers of the step may say that the service is at fault, or cannot tell now. */
  readonly isExcused: () => boolean
  /** Charges that are under way to the gateway and that an operator gave up arrive no more. */
  readonly giveUp: (invoiceId: string) => void
  /** The attempts to which the adapter gave no answer, or one that is none, since it was asked last. */
  readonly takeBroken: () => ReadonlyArray<string>
  /** What no client of a gateway may do, and was done all the same. */
  readonly offences: () => ReadonlyArray<string>
  /**
   * The attempts of which the gateway was asked when it had forgotten them, or before they arrived: where no look-up is
   * left, only an operator can tell of these.
   */
  readonly untold: ReadonlySet<string>
}

const YEAR = 365 * 86_400_000

/** Nothing goes wrong yet. */
export const makeChaos = (seed: number): Chaos => {
  let mishaps: ReadonlyArray<Mishap> = []
  let counts = { charge: 0, lookup: 0, port: 0, reads: 0, commits: 0, turns: 0 }
  let mood: Mood = "well"
  let senderMood: SenderMood = "well"
  let skewMillis = 0
  const receivers = makeChance(seed)

  const all = <K extends Mishap["kind"]>(kind: K) =>
    mishaps.filter((one): one is Extract<Mishap, { readonly kind: K }> => one.kind === kind)
  const has = <K extends Numbered>(kind: K, nth: number) =>
    all(kind).find((one) => "nth" in one && one.nth === nth)

  /** A call of a port, which lets others go first, and before and after which the process may end. */
  const atPort = <A, E>(
    process: Process,
    call: Effect.Effect<A, E>,
    yields: { readonly before: boolean; readonly after: boolean } = BOTH,
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

  /** A call of the store that ends as a defect while the store is broken: not made at all, or made and not told. */
  const whileBroken = <A, E>(sort: "reads" | "commits", call: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      counts[sort] += 1
      const fault = all("store").find(
        ({ calls, nth, times }) => calls === sort && nth <= counts[sort] && counts[sort] < nth + times,
      )
      if (fault === undefined) return call
      const broken = Effect.die(new Error(BROKEN))
      return fault.when === "before" ? broken : Effect.andThen(call, broken)
    })

  const storeOf = (process: () => Process, store: Store): Store =>
    Object.fromEntries(
      Object.entries(store).map(([name, call]) => [
        name,
        (...args: ReadonlyArray<never>) => {
          const isCommit = name === "commit" || name === "acknowledge"
          const made = (call as (...args: ReadonlyArray<never>) => Effect.Effect<unknown, unknown>)(...args)
          return atPort(process(), whileBroken(isCommit ? "commits" : "reads", made), {
            before: name === "commit",
            after: name !== "commit",
          })
        },
      ]),
    ) as unknown as Store

  const step = (): Step => ({ has, counts, isYearsAhead: skewMillis > YEAR })
  // One gateway in three knows a key no longer than it has to.
  const gateway = makeGatewayChaos({ isForgetful: receivers.below(3) === 0, step, atPort })

  return {
    arm: (next) => {
      mishaps = next
      counts = { charge: 0, lookup: 0, port: 0, reads: 0, commits: 0, turns: 0 }
      skewMillis = 0
      for (const mishap of next) {
        if (mishap.kind === "receivers") mood = mishap.mood
        if (mishap.kind === "sender") senderMood = mishap.mood
        if (mishap.kind === "outage") gateway.beginOutage(mishap.millis)
        if (mishap.kind === "skew" || mishap.kind === "jump") skewMillis = mishap.millis
      }
    },
    around: (process) => ({
      store: (store) => storeOf(process, store),
      gateway: (scripted) => gateway.around(process, scripted),
      clock: (clock) => {
        const now = (): number => clock.currentTimeMillisUnsafe() + skewMillis
        return { ...clock, currentTimeMillisUnsafe: now, currentTimeMillis: Effect.sync(now) }
      },
    }),
    receiver:
      (sleep) =>
      ({ timeoutMillis }) =>
        Effect.suspend(() => answerOf(mood, receivers, { sleep, timeoutMillis })),
    sender: (sender) => senderOf(sender, () => senderMood),
    endsAtTurn: () => {
      counts.turns += 1
      return all("kill").some(({ turns }) => turns === counts.turns)
    },
    isExcused: () => all("store").length > 0 || all("jump").length > 0,
    giveUp: gateway.giveUp,
    takeBroken: gateway.takeBroken,
    offences: () => gateway.offences,
    untold: gateway.untold,
  }
}

const BOTH = { before: true, after: true } as const
