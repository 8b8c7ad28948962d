// Given / when / then for deciders: a state by commands, a table of states and commands, and every sequence of
// commands up to a length. States are frozen on the way, so a decider that changes its arguments fails.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { type Decider, run } from "../../src/core/Decider.ts"
import { frozen } from "../../src/testing/frozen.ts"

export { frozen }

interface Tagged {
  readonly _tag: string
}

/** The state after these commands, none of which may be refused. */
export const given = <State, Command, Event, Rejection>(
  decider: Decider<State, Command, Event, Rejection>,
  start: State,
  ...commands: ReadonlyArray<Command>
): State =>
  commands.reduce((state, command) => {
    const decided = run(decider, state, command)
    if (Result.isFailure(decided)) throw new Error(`refused: ${JSON.stringify(decided.failure)}`)
    return frozen(decided.success.state)
  }, frozen(start))

/** What a decision comes to in one line: `refused <tag>`, the names of its events, or `nothing`. */
export const said = <Event extends Tagged>(
  decided: Result.Result<ReadonlyArray<Event>, Tagged>,
  nameOf: (event: Event) => string = (event) => event._tag,
): string =>
  Result.match(decided, {
    onFailure: (rejection) => `refused ${rejection._tag}`,
    onSuccess: (events) => events.map(nameOf).join(", ") || "nothing",
  })

/** A whole life cycle as data: a row a state, a column a command, in each cell a word of the legend. */
export interface LifeCycleTable<State, Command, Event extends Tagged, Rejection extends Tagged> {
  readonly decider: Decider<State, Command, Event, Rejection>
  readonly states: Readonly<Record<string, State>>
  /** Grouped by the command's tag, so that the type shows when a new command has no column. */
  readonly commands: Readonly<Record<string, ReadonlyArray<Command>>>
  /** What each word stands for, as `said` says it. */
  readonly legend: Readonly<Record<string, string>>
  /** Words apart by spaces, in the order of the commands; `|` is for the eye. */
  readonly rows: Readonly<Record<string, string>>
  readonly nameOf?: (event: Event) => string
}

/** Declares the tests of a table: it is complete, and every cell holds. */
export const describeTable = <State, Command, Event extends Tagged, Rejection extends Tagged>(
  table: LifeCycleTable<State, Command, Event, Rejection>,
): void => {
  const { decider, states, legend, nameOf } = table
  const columns = Object.values(table.commands).flat()
  const rows = Object.fromEntries(
    Object.entries(table.rows).map(([name, text]) => [
      name,
      text
        .trim()
        .split(/[\s|]+/)
        .map((word) => legend[word] ?? `no legend for ${word}`),
    ]),
  )
  describe("state × command", () => {
    it("has a row for every state and a cell for every command", () => {
      expect(Object.keys(rows)).toEqual(Object.keys(states))
      for (const row of Object.values(rows)) expect(row).toHaveLength(columns.length)
    })

    it.each(Object.entries(states))("%s", (name, state) => {
      expect(columns.map((command) => said(decider.decide(frozen(state), command), nameOf))).toEqual(
        rows[name],
      )
    })
  })
}

/** One command told to one state, and the state after it where it was not refused. */
export interface Transition<State, Command, Event> {
  readonly before: State
  readonly command: Command
  readonly events: ReadonlyArray<Event>
  readonly after: State
}

/** What to explore. `repeatable` names commands that do something again when they are repeated. */
export interface Exploration<State, Command extends Tagged, Event, Rejection> {
  readonly decider: Decider<State, Command, Event, Rejection>
  readonly start: State
  readonly moves: ReadonlyArray<Command>
  readonly length: number
  readonly repeatable?: ReadonlyArray<Command["_tag"]>
  /** Called for every command that is not refused, in every state that is reached. */
  readonly visit: (transition: Transition<State, Command, Event>) => void
}

/**
 * Runs every sequence of moves up to a length, each state that is reached once, and returns those states.
 *
 * Checks on the way what holds for every decider: nothing throws, no argument is changed, no event means no
 * change, a repeated command adds no event, and events that went through JSON fold to the state.
 */
export const explore = <State, Command extends Tagged, Event, Rejection>(
  exploration: Exploration<State, Command, Event, Rejection>,
): ReadonlyArray<State> => {
  const { decider, moves, visit, repeatable = [] } = exploration
  const start = frozen(exploration.start)
  const reached = new Map([[JSON.stringify(start), start]])
  let frontier: ReadonlyArray<{ readonly state: State; readonly log: ReadonlyArray<Event> }> = [
    { state: start, log: [] },
  ]
  for (let length = 0; length < exploration.length; length++) {
    const next: Array<{ state: State; log: ReadonlyArray<Event> }> = []
    for (const { state, log } of frontier) {
      for (const command of moves) {
        const decided = run(decider, state, frozen(command))
        if (Result.isFailure(decided)) continue
        const { state: after, events } = frozen(decided.success)
        visit({ before: state, command, events, after })
        if (events.length === 0) {
          if (after !== state) throw new Error(`${command._tag} changed a state without an event`)
          continue
        }
        const again = decider.decide(after, command)
        if (!repeatable.includes(command._tag) && Result.isSuccess(again) && again.success.length > 0) {
          throw new Error(`${command._tag} twice did something twice: ${JSON.stringify(after)}`)
        }
        const key = JSON.stringify(after)
        if (reached.has(key)) continue
        const whole = [...log, ...events]
        const folded = (JSON.parse(JSON.stringify(whole)) as Array<Event>).reduce(decider.evolve, start)
        if (JSON.stringify(folded) !== key) throw new Error(`events do not fold to ${key}`)
        reached.set(key, after)
        next.push({ state: after, log: whole })
      }
    }
    frontier = next
  }
  return [...reached.values()]
}
