// A fault that a test made: its effect, the calls that it matches, and which of them it strikes.

/** The calls that a fault matches. A null member matches any call. */
export interface FaultMatcher {
  readonly method: string | null
  /** A template of the contract. */
  readonly path: string | null
  readonly organizationId: string | null
  /** It strikes from the nth matching call on, counted from its creation. */
  readonly nth: number
  /** The number of calls that it then strikes. */
  readonly times: number
}

/** The outcomes of a charge: a refusal, a lost answer, or a late answer. */
export const GATEWAY_OUTCOMES = ["declined", "unknown_approved", "unknown_declined", "slow"] as const

/** The order of deliveries that wait together: the latest first, or shuffled by a seed. */
export type DeliveryOrder = "reverse" | { readonly seed: number }

/** The effect of a fault. */
export type FaultEffect =
  /** Answers a refusal, and nothing happens. */
  | { readonly kind: "respond"; readonly status: number; readonly code: string | null }
  /** Waits in real time, and then acts. */
  | { readonly kind: "delay"; readonly delayMs: number }
  /** Closes the connection, and nothing happens. */
  | { readonly kind: "drop_before" }
  /** Acts, and closes the connection without an answer. */
  | { readonly kind: "drop_after" }
  /** Gives a charge this outcome; `delayMs` is the delay of a `slow` one. */
  | {
      readonly kind: "gateway"
      readonly outcome: (typeof GATEWAY_OUTCOMES)[number]
      readonly delayMs: number
    }
  /** Charges an invoice that is PAID again, as a service without protection would. GAP-106 */
  | { readonly kind: "double_charge" }
  | { readonly kind: "webhook_hold" }
  | { readonly kind: "webhook_duplicate" }
  | { readonly kind: "webhook_reorder"; readonly order: DeliveryOrder }
  | { readonly kind: "webhook_fail" }

/** The kind of a fault. */
export type FaultKind = FaultEffect["kind"]

/** The effects of faults of some kinds. */
export type FaultEffectOf<K extends FaultKind> = Extract<FaultEffect, { readonly kind: K }>

/** A fault with the number of calls that it has matched and struck. */
export interface Fault<H extends FaultEffect = FaultEffect> extends FaultMatcher {
  readonly faultId: string
  readonly effect: H
  /** The calls that it has matched so far, and those of them that it struck. */
  readonly matched: number
  readonly struck: number
}

/** A call, a charge or a delivery that a fault may strike. A null member matches no fault that names one. */
export interface FaultTarget {
  /** The statuses of the refusals that the call documents. */
  readonly refusals?: ReadonlySet<number> | undefined
  readonly method: string | null
  readonly path: string | null
  readonly organizationId: string | null
}

/** Tells whether a fault matches a target. A refusal without a path matches the calls that document its status. */
export const matches = ({ method, path, organizationId, effect }: Fault, target: FaultTarget): boolean =>
  (method === null || method === target.method) &&
  (path === null || path === target.path) &&
  (organizationId === null || organizationId === target.organizationId) &&
  (path !== null || effect.kind !== "respond" || target.refusals?.has(effect.status) === true)

/** Tells whether a fault has struck as often as it should. */
export const isSpent = ({ struck, times }: Fault): boolean => struck >= times

/** Tells whether a fault has no more effect. A spent hold still holds its deliveries. */
export const isOver = (fault: Fault): boolean => isSpent(fault) && fault.effect.kind !== "webhook_hold"
