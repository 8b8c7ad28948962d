// What time causes.
import type { ApplyDueRejection } from "../../app/execution/applyDue.ts"
import type { BillingEvent } from "../../core/billing/Account.ts"
import type { EngineBounds } from "../../engine/EngineBounds.ts"
import type { Call } from "../Call.ts"
import type { Given } from "../ports/ports.ts"
import type { RunDue } from "../requests.ts"

/** An organization that could not be brought up to date; the next run tries it again. */
export interface DueFault {
  readonly organizationId: string
  /** `Defect` is a bug in the rules or a port, or a broken record. */
  readonly rejection: ApplyDueRejection["_tag"] | "Defect"
  /** A refusal, as a `BillingRejected`, or what was thrown. */
  readonly error: unknown
}

/** What a run came to. */
export interface DueReport {
  /** How many organizations were brought up to date. */
  readonly organizations: number
  /** What happened there, in order. */
  readonly billingEvents: ReadonlyArray<{
    readonly organizationId: string
    readonly billingEvent: BillingEvent
  }>
  /** Look at them: whoever is listed here was not billed. */
  readonly failures: ReadonlyArray<DueFault>
  /** Whether it came to its end; false where `withinMillis` ended it before. Another run goes on. */
  readonly isComplete: boolean
}

/** A look at what is due: the heartbeat of an engine. */
export interface EngineLook {
  readonly at: number
  /** How many organizations it took. */
  readonly due: number
  /** How long ago the first of all fell due that is not done; 0 where none is. */
  readonly lagMillis: number
  /** How many are under way, and how many wait after a failure. */
  readonly running: number
  readonly failing: number
}

/** Something that failed in an engine, which goes on. */
export interface EngineFault {
  /** The id of the organization, `store`, `codes` or `webhooks`, or the name of a task. */
  readonly what: string
  /** A refusal, as a `BillingRejected`, or what was thrown. */
  readonly error: unknown
  /** When it is tried again, where that is known. */
  readonly againAt: number | null
}

/** Work beside billing, such as a sweep of the store. */
export interface HostTask {
  /** Names it in faults. */
  readonly name: string
  readonly everyMillis: number
  /** Does it once. What throws, or takes longer than `turnMillis`, is told to `onFault` and tried again. */
  readonly run: () => Given<unknown, unknown>
}

/** How an engine runs. The bounds are those of `runEngine`. */
export interface StartEngine extends Partial<EngineBounds> {
  /** What the engine does beside billing. It claims nothing: each process with an engine does its own. */
  readonly tasks?: ReadonlyArray<HostTask>
  /** Whether it may take steps however long ago they fell due. By default false. */
  readonly catchUp?: boolean
  /** Gets each look. Alert where none comes, or where `lagMillis` grows. */
  readonly onLook?: (look: EngineLook) => void
  /** Gets what fails. Whatever it throws disturbs no work. */
  readonly onFault?: (fault: EngineFault) => void
}

/** An engine that runs. */
export interface RunningEngine {
  /** Takes nothing more, and waits for what is under way, webhooks too, for `drainMillis` at most. */
  readonly stop: () => Promise<void>
}

/** What time causes. */
export interface EngineApi {
  /**
   * Starts an engine: it takes every step that is due, as long as the process lives, and sends codes and webhooks where
   * there are the ports for it. Any number of processes may have one; they share the work. `close` stops it too.
   */
  readonly start: (options?: StartEngine) => RunningEngine
  /** Takes every step that is due, of all organizations, once: in a script, or by a schedule of your own. */
  readonly runDue: Call<RunDue, DueReport, never>
}
