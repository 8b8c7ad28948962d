// Taking back a cancellation that waits for the end of the period. GAP-35
import * as Effect from "effect/Effect"
import { undoCancel } from "../../core/billing/subscriptions/Lifecycle.ts"
import { about } from "../execution/about.ts"
import { changeSubscription } from "./changeSubscription.ts"

/** Lets the subscription go on after its period. One that has ended already stays so. */
export const undoCancelSubscription = Effect.fn("undoCancelSubscription")(
  (organizationId: string) => changeSubscription(organizationId, undoCancel),
  about,
)
