// What a host gives to the contract of `PaymentGateway`: a gateway, cards for it, and what the host can make it do.
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { PaymentGateway } from "../../../ports/PaymentGateway.ts"

/** Tokens of cards by what becomes of their charges. */
export interface TestTokens {
  /** Approves every charge. */
  readonly approves: string
  /** Declines every charge. */
  readonly declines: string
  /** No card. */
  readonly unknown: string
  /** Declines the first charge, approves the next. */
  readonly declinesOnce?: string
  /** Approves, and the answer is lost. */
  readonly timesOutApproved?: string
  /** Declines, and the answer is lost. */
  readonly timesOutDeclined?: string
}

/** A gateway as a test has it. What a hook does concerns the gateway that was made last. */
export interface GatewayHost {
  /** A gateway, or a fresh account of one; called once a case. */
  readonly makeLayer: () => Layer.Layer<PaymentGateway, unknown>
  /** Cards that the gateway knows. */
  readonly tokens: TestTokens
  /** How many charges were really made so far, refused ones included: by its own books, not by what it answered. */
  readonly chargesMade?: Effect.Effect<number>
  /** What it charges in; BRL where it is left out. */
  readonly currency?: string
  /** How much money it really took so far, in minor units of that currency, by its own books. */
  readonly moneyTaken?: Effect.Effect<number>
  /** Lets so much time pass that it knows the keys of all earlier charges no more; it may still know the charges. */
  readonly forgetKeys?: Effect.Effect<void>
  /** Makes it unreachable, and reachable again. */
  readonly outage?: { readonly begin: Effect.Effect<void>; readonly end: Effect.Effect<void> }
  /** Whether it issues bank slips. */
  readonly slips?: true
  /** The money of a slip arrives. */
  readonly settle?: (attemptId: string) => Effect.Effect<void>
}
