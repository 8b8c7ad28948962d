// A world as its control plane needs it.
import type * as Effect from "effect/Effect"
import type { HandlersOf } from "../../src/api/index.ts"
import type { ResponseValue } from "../../src/http/index.ts"
import type { BillingPorts, BillingStore, TokenIssuer } from "../../src/index.ts"
import type { ScriptedGateway } from "../adapters/gateway/ScriptedGateway.ts"
import type { BillingState } from "../adapters/memory/BillingState.ts"
import type { OtpInbox } from "../adapters/security/MemoryOtpSender.ts"
import type { Webhooks } from "../adapters/webhooks/Webhooks.ts"
import type { Assumptions } from "../assumptions/Assumptions.ts"
import type { Faults } from "../faults/Faults.ts"
import type { RequestLog } from "../requests/RequestLog.ts"
import type { WorldClock } from "../world/clock.ts"
import type { Engine } from "../world/engine.ts"
import type { Live } from "../world/live/Live.ts"
import type { Snapshots } from "../world/state/Snapshots.ts"
import type { WorldSnapshot } from "../world/state/WorldSnapshot.ts"
import type { WorldDirectory } from "../world/WorldDirectory.ts"
import type { ControlApi } from "./contract/ControlApi.ts"
import type { ControlError } from "./contract/errors.ts"

/** A world as its control plane sees it. */
export interface ControlledWorld {
  readonly name: string
  readonly worlds: WorldDirectory
  readonly clock: WorldClock
  readonly engine: Engine
  readonly state: BillingState
  /** Its gateway: the charges, and reports on them. */
  readonly charged: Omit<ScriptedGateway, "gateway">
  readonly inbox: OtpInbox
  readonly webhooks: Webhooks
  readonly requests: RequestLog
  readonly snapshots: Snapshots
  readonly faults: Faults
  readonly assumptions: Assumptions
  /** Those who watch it. */
  readonly live: Live
  /** Comes when the world is about to end: from then on nobody waits, and whoever does is answered with what there is. */
  readonly ending: Effect.Effect<void>
  /** The store and the time of the run that goes on by now: whoever waited may have come into another one. */
  readonly goingOn: () => { readonly store: BillingStore["Service"]; readonly now: number }
  /** Puts the world back to its seed, clock and all; requests that run go on in what was before. */
  readonly reset: () => void
  /** All that the world holds now. */
  readonly present: () => WorldSnapshot
  /** Puts the world to a moment, clock and all; requests that run go on in what was before. */
  readonly goTo: (moment: WorldSnapshot) => void
  /** Writes every world to the file that keeps them. */
  readonly save: Effect.Effect<void, ControlError>
}

/** The services that control calls use; those of the world. */
export type ControlServices = BillingPorts | TokenIssuer

/** An answer that is written by its handler: its body is no record, or its status depends on more than its shape. */
export class RawAnswer {
  readonly response: ResponseValue

  constructor(response: ResponseValue) {
    this.response = response
  }
}

/** The handlers of the control plane, run with the services of its world. */
export type ControlHandlers = HandlersOf<typeof ControlApi, ControlServices, ControlError, RawAnswer>
