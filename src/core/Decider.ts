// A life cycle as two pure functions: `decide` gives the events of a command in a state, or why it is refused; `evolve`
// gives the state after an event. Neither reads a clock, an id source or a store.
import * as Result from "effect/Result"

/**
 * A life cycle.
 *
 * `decide` never throws and never changes its arguments. An empty list of events means that the command is already in
 * effect. `evolve` is total: every state takes every event.
 */
export interface Decider<State, Command, Event, Rejection> {
  /** The events of a command in a state, or why it is refused. */
  readonly decide: (state: State, command: Command) => Result.Result<ReadonlyArray<Event>, Rejection>
  /** The state after an event. */
  readonly evolve: (state: State, event: Event) => State
}

/** The result of a decision: the state after it and the events that led there. */
export interface Decision<State, Event> {
  readonly state: State
  readonly events: ReadonlyArray<Event>
}

/** Decides a command and applies its events: the new state with the events, or the rejection. */
export const run = <State, Command, Event, Rejection>(
  decider: Decider<State, Command, Event, Rejection>,
  state: State,
  command: Command,
): Result.Result<Decision<State, Event>, Rejection> => {
  const decided = decider.decide(state, command)
  if (Result.isFailure(decided)) return Result.fail(decided.failure)
  return Result.succeed({ state: decided.success.reduce(decider.evolve, state), events: decided.success })
}
