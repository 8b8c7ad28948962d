// A life cycle as the tables of docs/model.md show it: for each state and each column, the state and the command that
// the decider is asked with. `none` is what does not exist yet.
import type { Decider } from "../../../src/core/Decider.ts"

export const NOW = Date.UTC(2025, 0, 15)
export const LATER = Date.UTC(2025, 1, 1)

/** A life cycle: what its states are called, and what each column of its tables stands for. */
export interface Lifecycle<State, Command> {
  readonly decider: Decider<State | null, Command, never, unknown>
  readonly states: Readonly<Record<string, State | null>>
  readonly columns: Readonly<Record<string, (state: State | null) => readonly [State | null, Command]>>
  readonly nameOf: (state: State) => string
}

/** The life cycle of a decider, whatever its events are. */
export const ofEvents = <State, Command, Event>(
  lifecycle: Omit<Lifecycle<State, Command>, "decider"> & {
    readonly decider: Decider<State | null, Command, Event, unknown>
  },
): Lifecycle<State, Command> => lifecycle as unknown as Lifecycle<State, Command>

/** A column that asks the state as it stands. */
export const just =
  <State, Command>(command: Command) =>
  (state: State | null) =>
    [state, command] as const
