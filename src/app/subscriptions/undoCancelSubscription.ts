// Removing a cancellation that is scheduled for the end of the period. GAP-35
import * as Effect from "effect/Effect"
import { undoCancel } from "../../core/billing/subscriptions/Lifecycle.ts"
import { about } from "../execution/about.ts"
import { changeSubscription } from "./changeSubscription.ts"

/** Lets the subscription go on after its period. One that is already cancelled stays so. */
export const undoCancelSubscription = Effect.fn("undoCancelSubscription")(
  (organizationId: string) => changeSubscription(organizationId, undoCancel),
  about,
)
