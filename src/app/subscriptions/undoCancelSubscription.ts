// Removing a cancellation that is scheduled for the end of the period. GAP-35
import { undoCancel } from "../../core/billing/subscriptions/Lifecycle.ts"
import { about, useCase } from "../execution/useCase.ts"
import { changeSubscription } from "./changeSubscription.ts"

/** Lets the subscription go on after its period. One that is already cancelled stays so. */
export const undoCancelSubscription = useCase("undoCancelSubscription")(
  (organizationId: string) => changeSubscription({ organizationId, decide: undoCancel }),
  about,
)
