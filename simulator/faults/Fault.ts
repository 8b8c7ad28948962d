// A fault that somebody asked for: what goes wrong, with which calls, from the how-manieth of them on and how often.

/** What every fault says. Null members say nothing: any call is meant. */
export interface FaultMatcher {
  readonly method: string | null
  /** A template of the contract. */
  readonly path: string | null
  readonly organizationId: string | null
  /** It strikes from the how-manieth matching call on, counted from when it was made. */
  readonly nth: number
  /** How often it then strikes. */
  readonly times: number
}

/** What becomes of a charge: refused, an answer that is lost, or one that takes its time. */
export const GATEWAY_OUTCOMES = ["declined", "unknown_approved", "unknown_declined", "slow"] as const

/** In which order deliveries that wait together go: the latest first, or shuffled by a seed. */
export type DeliveryOrder = "reverse" | { readonly seed: number }

/** What goes wrong. */
export type FaultEffect =
  /** Answers a refusal, and nothing happens. */
  | { readonly kind: "respond"; readonly status: number; readonly code: string | null }
  /** Waits in real time, and then acts. */
  | { readonly kind: "delay"; readonly delayMs: number }
  /** Closes the connection, and nothing happens. */
  | { readonly kind: "drop_before" }
  /** Acts, and closes the connection without an answer. */
  | { readonly kind: "drop_after" }
  /** What the gateway makes of a charge; `delayMs` is how long a `slow` one takes. */
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

/** The name of what goes wrong. */
export type FaultKind = FaultEffect["kind"]

/** What goes wrong by faults of some kinds. */
export type FaultEffectOf<K extends FaultKind> = Extract<FaultEffect, { readonly kind: K }>

/** A fault that was asked for, and how far it is. */
export interface Fault<H extends FaultEffect = FaultEffect> extends FaultMatcher {
  readonly faultId: string
  readonly effect: H
  /** How many calls it matched so far, and how many of them it struck. */
  readonly matched: number
  readonly struck: number
}

/** Something that a fault may strike: a call, a charge or a delivery. What is null fits no fault that names one. */
export interface FaultTarget {
  /** The statuses of the refusals that the call documents. */
  readonly refusals?: ReadonlySet<number> | undefined
  readonly method: string | null
  readonly path: string | null
  readonly organizationId: string | null
}

/** Whether a fault is meant for a target. A refusal of no path in particular is for calls that document its status. */
export const matches = ({ method, path, organizationId, effect }: Fault, target: FaultTarget): boolean =>
  (method === null || method === target.method) &&
  (path === null || path === target.path) &&
  (organizationId === null || organizationId === target.organizationId) &&
  (path !== null || effect.kind !== "respond" || target.refusals?.has(effect.status) === true)

/** Whether a fault has struck as often as it was to. */
export const isSpent = ({ struck, times }: Fault): boolean => struck >= times

/** Whether a fault has no more effect: a spent hold still holds what it held. */
export const isOver = (fault: Fault): boolean => isSpent(fault) && fault.effect.kind !== "webhook_hold"
