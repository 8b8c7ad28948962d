// The laws of a life cycle, over random sequences of its commands.
import * as Result from "effect/Result"
import * as fc from "fast-check"
import type { Decider } from "../../core/Decider.ts"
import { type AnyArbitrary, forAll, type Law, same } from "../Law.ts"

interface Tagged {
  readonly _tag: string
}

/** A life cycle, where it starts, and what it can be told. */
export interface LifeCycle<State, Command extends Tagged, Event, Rejection> {
  readonly decider: Decider<State, Command, Event, Rejection>
  readonly start: State
  /** Commands that follow each other; many should be ones that a state takes. */
  readonly commands: AnyArbitrary<Command>
  /** Commands that do something again when they are repeated. */
  readonly repeatable?: ReadonlyArray<Command["_tag"]>
  /** How many commands follow each other; 12 unless given. */
  readonly maxLength?: number
}

/** One command told to one state. */
interface Step<State, Command, Event> {
  readonly before: State
  readonly command: Command
  readonly events: ReadonlyArray<Event>
  readonly after: State
}

const json = <A>(value: A): A => JSON.parse(JSON.stringify(value))

/** A decider that refuses where it would throw, so that one law alone speaks of that. */
const calmed = <State, Command, Event, Rejection>({
  decide,
  evolve,
}: Decider<State, Command, Event, Rejection>): Decider<State, Command, Event, Rejection | null> => ({
  decide: (state, command) => {
    try {
      return decide(state, command)
    } catch {
      return Result.fail(null)
    }
  },
  evolve,
})

/** What a list of commands did, one by one; a refused one did nothing. */
const steps = <State, Command extends Tagged, Event, Rejection>(
  decider: Decider<State, Command, Event, Rejection>,
  start: State,
  commands: ReadonlyArray<Command>,
): ReadonlyArray<Step<State, Command, Event>> => {
  let state = start
  return commands.map((command) => {
    const before = state
    const events = Result.getOrElse(decider.decide(before, command), (): ReadonlyArray<Event> => [])
    state = events.reduce(decider.evolve, before)
    return { before, command, events, after: state }
  })
}

/**
 * The laws of a life cycle: what a command causes depends on the state alone and changes nothing; a refusal is told and
 * never thrown; a command that is repeated adds no event; events that went through JSON fold to the state; every state
 * takes every event.
 *
 * @example
 * ```ts
 * import * as fc from "fast-check"
 * import { PaymentAttempt } from "studio-billing"
 * import { deciderLaws } from "studio-billing/testing"
 *
 * const now = fc.nat()
 * const start = { attemptId: "attempt-1", paymentMethodId: "method-1", amount: 9990 }
 * const commands: fc.Arbitrary<PaymentAttempt.AttemptCommand> = fc.oneof(
 *   now.map((at) => ({ _tag: "Start" as const, ...start, now: at })),
 *   now.map((at) => ({ _tag: "RecordAnswer" as const, answer: { _tag: "Approved" as const }, now: at })),
 * )
 * deciderLaws({ decider: PaymentAttempt.PaymentAttempt, start: null, commands }).length // 5
 * ```
 */
export const deciderLaws = <State, Command extends Tagged, Event, Rejection>(
  lifeCycle: LifeCycle<State, Command, Event, Rejection>,
): ReadonlyArray<Law> => {
  const { start, commands, repeatable = [], maxLength = 12 } = lifeCycle
  const decider = calmed(lifeCycle.decider)
  const sequences = fc.array(commands as unknown as fc.Arbitrary<Command>, { maxLength })
  const ofSteps = (law: {
    readonly id: string
    readonly name: string
    readonly rule: string
    readonly says: (step: Step<State, Command, Event>) => void
  }): Law =>
    forAll({
      id: law.id,
      name: law.name,
      rule: law.rule,
      given: sequences,
      holds: (list) => {
        for (const step of steps(decider, start, list)) law.says(step)
      },
    })
  return [
    ofSteps({
      id: "decider.determinism",
      name: "the same command in the same state causes the same, and changes neither",
      rule: "A decision reads no clock and no chance, and leaves its arguments as they were.",
      says: ({ before, command }) => {
        const [state, told] = [json(before), json(command)]
        const first = json(decider.decide(before, command))
        same("second decision", json(decider.decide(before, command)), first)
        same("state", json(before), state)
        same("command", json(command), told)
      },
    }),
    forAll({
      id: "decider.no-throw",
      name: "nothing is thrown",
      rule: "In whatever state, a command has events or a refusal.",
      given: sequences,
      holds: (list) => {
        let state = start
        for (const command of list) {
          const decided = told(() => lifeCycle.decider.decide(state, command))
          if (Result.isSuccess(decided)) state = decided.success.reduce(decider.evolve, state)
        }
      },
    }),
    ofSteps({
      id: "decider.repetition",
      name: "a command that is repeated adds no event",
      rule: "What it asks for is in effect by then: it has no events, or is refused.",
      says: ({ command, events, after }) => {
        if (events.length === 0 || repeatable.includes(command._tag)) return
        const again = decider.decide(after, command)
        same("events", Result.isSuccess(again) ? again.success : [], [])
      },
    }),
    forAll({
      id: "decider.events",
      name: "events fold to the state",
      rule: "Whoever keeps the events alone, as JSON, comes to the state that the commands led to.",
      given: sequences,
      holds: (list) => {
        const told = steps(decider, start, list)
        const events = json(told.flatMap((step) => step.events))
        same("state", json(events.reduce(decider.evolve, start)), json(told.at(-1)?.after ?? start))
      },
    }),
    forAll({
      id: "decider.total",
      name: "every state takes every event, and stays as it was",
      rule: "Applying an event throws in no state and changes no state that was given to it.",
      given: fc.record({ list: sequences, others: sequences }),
      holds: ({ list, others }) => {
        const events = steps(decider, start, others).flatMap((step) => step.events)
        let state = start
        for (const { after } of steps(decider, start, list)) state = after
        const before = json(state)
        for (const event of events) {
          told(() => decider.evolve(state, event))
          same("state", json(state), before)
        }
      },
    }),
  ]
}

/** What a function gives; says so where it throws. */
const told = <A>(run: () => A): A => {
  try {
    return run()
  } catch (thrown) {
    throw new Error(`it threw ${String(thrown)}`)
  }
}
