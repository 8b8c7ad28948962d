// A gateway around which things go wrong: charges that arrive late, twice or never, answers that are lost or are none, and
// a memory for keys that ends. It notes what no client of a gateway may do.
import * as Effect from "effect/Effect"
import { type Account, defaultPolicy, type PaymentGateway } from "../../../src/index.ts"
import type { Garbled, Mishap } from "../history.ts"
import { BROKEN, type Process } from "./Process.ts"

const { gatewayKeyMillis, chargeDeadlineMillis } = defaultPolicy

type Gateway = PaymentGateway["Service"]
type Answered = ReturnType<Gateway["charge"]>

interface Underway {
  readonly charge: Account.Charge
  readonly arrivesAt: number
}

/** A mishap of the nth call of a sort. */
export type Numbered = Extract<Mishap, { readonly nth: number }>["kind"]

/** What happens in the step that a gateway is in. */
export interface Step {
  readonly has: <K extends Numbered>(
    kind: K,
    nth: number,
  ) => Extract<Mishap, { readonly kind: K }> | undefined
  /** The charges and the look-ups of the step until now. */
  readonly counts: { charge: number; lookup: number }
  /** Whether the clock of the process is years ahead. */
  readonly isYearsAhead: boolean
}

/** What goes wrong around a gateway, from process to process. */
export const makeGatewayChaos = (options: {
  readonly isForgetful: boolean
  readonly step: () => Step
  readonly atPort: <A, E>(process: Process, call: Effect.Effect<A, E>) => Effect.Effect<A, E>
}) => {
  const { isForgetful, step, atPort } = options
  const firstChargedAt = new Map<string, number>()
  const offences: Array<string> = []
  let broken: ReadonlyArray<string> = []
  const untold = new Set<string>()
  /** Approvals that a process heard. Of those the gateway tells for ever: an operator who asks it there knows of them. */
  const approved = new Set<string>()
  let outage = { millis: 0, until: Number.NEGATIVE_INFINITY }
  let underway: ReadonlyArray<Underway> = []
  let cards = 0

  /** What the gateway calls a card, without its chance. */
  const seededReference = (card: ReturnType<Gateway["tokenize"]>): ReturnType<Gateway["tokenize"]> =>
    Effect.map(card, (tokenized) => {
      cards += 1
      const [token = ""] = tokenized.gatewayReference.split(":")
      return { ...tokenized, gatewayReference: `${token}:${cards}` }
    })

  const note = ({ attemptId }: Account.Charge, process: Process, askedAt: number): void => {
    if (step().isYearsAhead) offences.push(`${attemptId} was charged by a clock that is years ahead`)
    const first = firstChargedAt.get(attemptId)
    if (first === undefined) firstChargedAt.set(attemptId, process.now())
    else if (askedAt >= first + gatewayKeyMillis) {
      offences.push(`${attemptId} was charged again when the gateway may have forgotten it`)
    }
  }

  const around = (process: () => Process, gateway: Gateway): Gateway => {
    /** What has arrived at the gateway by now, though nobody waits for it any more. */
    const arrivals = Effect.suspend(() => {
      const now = process().now()
      const arrived = underway.filter(({ arrivesAt }) => arrivesAt <= now)
      underway = underway.filter(({ arrivesAt }) => arrivesAt > now)
      return Effect.forEach(arrived, ({ charge }) => gateway.charge(charge), { discard: true })
    })
    const charge = (wanted: Account.Charge, askedAt: number): Answered =>
      Effect.suspend(() => {
        const { has, counts } = step()
        counts.charge += 1
        note(wanted, process(), askedAt)
        const late = has("late", counts.charge)
        if (late !== undefined) {
          underway = [...underway, { charge: wanted, arrivesAt: process().now() + late.lateMillis }]
          return Effect.andThen(process().sleep(2 * chargeDeadlineMillis), Effect.never)
        }
        const once = gateway.charge(wanted)
        const isStubborn = has("stubborn", counts.charge) !== undefined
        const garbled = has("garbled", counts.charge)
        const isHeard = process().now() >= outage.until
        if (isStubborn || (isHeard && garbled !== undefined && garbled.answer !== "code")) {
          broken = [...broken, wanted.attemptId]
        }
        if (isStubborn) return Effect.uninterruptible(Effect.andThen(once, Effect.never))
        if (garbled !== undefined) return garbledAnswer(once, garbled.answer)
        return has("twice", counts.charge) === undefined ? once : Effect.andThen(once, once)
      })
    const lookup = (wanted: Account.Charge): ReturnType<Gateway["lookup"]> =>
      Effect.suspend(() => {
        const { has, counts } = step()
        counts.lookup += 1
        const first = firstChargedAt.get(wanted.attemptId)
        if (underway.some(({ charge }) => charge.attemptId === wanted.attemptId)) untold.add(wanted.attemptId)
        const isOver = first !== undefined && process().now() >= first + gatewayKeyMillis
        if (isForgetful && isOver && !approved.has(wanted.attemptId)) {
          untold.add(wanted.attemptId)
          return Effect.succeed({ _tag: "NotFound" } as const)
        }
        const answer = gateway.lookup(wanted)
        return has("unheard", counts.lookup) === undefined
          ? answer
          : Effect.as(answer, { _tag: "Unknown" } as const)
      })
    /** A call whose answer is lost while the gateway is not heard. */
    const heard = <A extends { readonly _tag: string }>(
      { attemptId }: Account.Charge,
      call: Effect.Effect<A>,
    ) =>
      Effect.suspend((): Effect.Effect<A | { readonly _tag: "Unknown" }> => {
        const now = process().now()
        if (outage.millis > 0) outage = { millis: 0, until: now + outage.millis }
        if (now < outage.until) return Effect.as(call, { _tag: "Unknown" } as const)
        return Effect.tap(call, (answer) =>
          Effect.sync(() => answer?._tag === "Approved" && approved.add(attemptId)),
        )
      })
    const called = <A, E>(call: Effect.Effect<A, E>) => atPort(process(), Effect.andThen(arrivals, call))
    return {
      tokenize: (token) => atPort(process(), seededReference(gateway.tokenize(token))),
      // By the clock of whoever asks: no call is on its way for as long as billing time may be moved meanwhile.
      charge: (wanted) => called(heard(wanted, charge(wanted, process().now()))),
      lookup: (wanted) => called(heard(wanted, lookup(wanted))),
      cancel: (wanted) => called(gateway.cancel(wanted)),
    }
  }

  return {
    around,
    beginOutage: (millis: number): void => {
      outage = { ...outage, millis }
    },
    giveUp: (invoiceId: string): void => {
      underway = underway.filter(({ charge }) => charge.invoiceId !== invoiceId)
    },
    offences,
    untold,
    takeBroken: (): ReadonlyArray<string> => {
      const taken = broken
      broken = []
      return taken
    },
  }
}

/** What a broken adapter makes of an answer; the gateway did what it was asked all the same. */
const garbledAnswer = (answer: Answered, how: Garbled): Answered => {
  switch (how) {
    case "code":
      return Effect.map(answer, (told) =>
        told._tag === "Declined" ? { ...told, declineCode: "card_on_fire" as "card_declined" } : told,
      )
    case "throw":
      return Effect.andThen(answer, Effect.die(new Error(BROKEN)))
    default: {
      const none: unknown = how === "nothing" ? undefined : { _tag: "Aproved" }
      return Effect.as(answer, none as Effect.Success<Answered>)
    }
  }
}
