// A history as it is planned: steps, each with calls that are made at once and with what goes wrong meanwhile. Calls and
// mishaps are its parts: any of them can be left out without changing what the others are.

/** A call that a client makes; `seed` decides all that its kind leaves open, against what there is when it is made. */
export interface Call {
  readonly kind: string
  readonly organization: number
  readonly seed: number
  /** How it is made again where its answer does not come. */
  readonly again: "never" | "once" | "twice"
  readonly withKey: boolean
}

/** Something that goes wrong. Charges, look-ups and calls of ports are counted from the beginning of the step. */
export type Mishap =
  /** What becomes of a charge by the simulator's own faults. */
  | { readonly kind: "charge"; readonly outcome: string; readonly nth: number }
  /** A charge that arrives long after everybody gave up on its answer, or twice. */
  | { readonly kind: "late"; readonly nth: number; readonly lateMillis: number }
  | { readonly kind: "twice"; readonly nth: number }
  /** The answer to a look-up that is lost. */
  | { readonly kind: "unheard"; readonly nth: number }
  /** A connection that breaks before the call arrives, or before its answer does. */
  | { readonly kind: "lost"; readonly call: number; readonly when: "before" | "after" }
  /** The process ends before or after a call of its store or its gateway, and another one goes on from what is stored. */
  | { readonly kind: "crash"; readonly nth: number; readonly when: "before" | "after" }
  /** The process ends wherever its fibers are after so many turns, and another one goes on from what is stored. */
  | { readonly kind: "kill"; readonly turns: number }
  /** Calls of the store end as a defect, from the nth of a sort on, before they are made or after that. */
  | {
      readonly kind: "store"
      readonly nth: number
      readonly times: number
      readonly calls: "reads" | "commits"
      readonly when: "before" | "after"
    }
  /** What the gateway answers to a charge is none of its answers, or is never said by an adapter that cannot be stopped. */
  | { readonly kind: "garbled"; readonly nth: number; readonly answer: Garbled }
  | { readonly kind: "stubborn"; readonly nth: number }
  /** What the sender of codes does from now on. */
  | { readonly kind: "sender"; readonly mood: SenderMood }
  /** The process ends in order after the step, and another one goes on from what was exported. */
  | { readonly kind: "restart" }
  /** What receivers of webhooks do from now on. */
  | { readonly kind: "receivers"; readonly mood: Mood }
  /** What becomes of deliveries by the simulator's own faults. */
  | { readonly kind: "webhooks"; readonly fault: string; readonly times: number }
  /** The clock of the process is so much apart from the gateway's: by no more than it may be, or by years. */
  | { readonly kind: "skew"; readonly millis: number }
  | { readonly kind: "jump"; readonly millis: number }
  /** From its next call on the gateway is heard no more for so long; what it is asked to charge it charges. */
  | { readonly kind: "outage"; readonly millis: number }
  /** The simulator's own faults end. */
  | { readonly kind: "calm" }

/** How receivers answer: with 204, with 500, never, or one of these by turns. */
export type Mood = "well" | "failing" | "hanging" | "moody"

/** What a broken adapter answers to a charge: a decline by a code that is none, no answer, or what is no answer. */
export type Garbled = "code" | "nothing" | "tag" | "throw"

/** How codes are sent: as they should be, not at all with a defect, or never done. */
export type SenderMood = "well" | "throwing" | "hanging"

/** A part of a step. */
export type Part =
  | { readonly _tag: "Call"; readonly name: string; readonly call: Call }
  | { readonly _tag: "Mishap"; readonly name: string; readonly mishap: Mishap }

/** A step; `index` names it in every history that it is a part of. */
export interface Step {
  readonly index: number
  readonly parts: ReadonlyArray<Part>
}

/** What a step is called in `--keep`: `7` is all of step 7, `7.0` its first call, `7.x0` its first mishap. */
export const partNames = ({ index, parts }: Step): ReadonlyArray<string> =>
  parts.map(({ name }) => `${index}.${name}`)

/** The steps with those parts that are named alone. */
export const keeping = (steps: ReadonlyArray<Step>, names: ReadonlySet<string>): ReadonlyArray<Step> =>
  steps.flatMap(({ index, parts }) => {
    const kept = names.has(String(index)) ? parts : parts.filter(({ name }) => names.has(`${index}.${name}`))
    return kept.length === 0 ? [] : [{ index, parts: kept }]
  })

/** The names of all parts of some steps of a plan, a step that is whole by its own name. */
export const namesOf = (steps: ReadonlyArray<Step>, plan: ReadonlyArray<Step>): ReadonlyArray<string> => {
  const sizes = new Map(plan.map(({ index, parts }) => [index, parts.length]))
  return steps.flatMap((step) =>
    step.parts.length === sizes.get(step.index) ? [String(step.index)] : partNames(step),
  )
}
