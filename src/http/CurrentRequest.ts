// The call that is being answered, for adapters that keep it beside what they do. It stands apart from how calls are
// answered: an adapter that reads it loads nothing else.
import * as Context from "effect/Context"
import type { Route } from "./exchange.ts"

/** The request that caused something. */
export interface RequestInHand {
  /** The `X-Request-Id` of the answer. */
  readonly requestId: string
  readonly route: Pick<Route, "method" | "path">
}

/** The request that is being handled; null where time alone causes something. */
export const CurrentRequest = Context.Reference<RequestInHand | null>("studio-billing/CurrentRequest", {
  defaultValue: () => null,
})
