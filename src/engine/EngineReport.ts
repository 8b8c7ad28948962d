// What an engine tells while it runs. Nothing of it is kept.
import type * as Cause from "effect/Cause"
import type { ApplyDueRejection } from "../app/execution/applyDue.ts"

/** Something that an engine tells. */
export type EngineReport =
  /** It looked for what is due. This is its heartbeat: an engine that is alive looks at least every `everyMillis`. */
  | {
      readonly _tag: "Looked"
      readonly at: number
      /** How many organizations it claimed, up to the batch; 0 where it has no room for more. */
      readonly due: number
      /** How long ago the first of all fell due that is not done, whoever has it; 0 where none is. */
      readonly lagMillis: number
      /** How many are under way, and how many wait after a failure. */
      readonly running: number
      readonly failing: number
    }
  /** An organization is up to date. */
  | {
      readonly _tag: "Ran"
      readonly organizationId: string
      readonly millis: number
      readonly billingEvents: number
    }
  /** An organization failed, and is tried again at an instant. `Defect` is a bug in the rules or an adapter. */
  | {
      readonly _tag: "Failed"
      readonly organizationId: string
      readonly rejection: ApplyDueRejection["_tag"] | "Defect"
      readonly cause: Cause.Cause<ApplyDueRejection>
      readonly failures: number
      readonly againAt: number
    }
  /** An organization, a call of the store or a task took longer than `turnMillis`, and is waited for no more. */
  | { readonly _tag: "Hung"; readonly what: string; readonly millis: number }
  /** The store did not say what is due. */
  | { readonly _tag: "StoreFailed"; readonly cause: Cause.Cause<never>; readonly againAt: number }
  /** A task failed; the task `engine` is the engine itself, as by a clock that throws. */
  | {
      readonly _tag: "TaskFailed"
      readonly task: string
      readonly cause: Cause.Cause<unknown>
      /** Null where it is not known, as where the clock does not say the time. */
      readonly againAt: number | null
    }
  /** It was stopped. `left` organizations did not end in time; they are still due. */
  | { readonly _tag: "Stopped"; readonly left: number }
