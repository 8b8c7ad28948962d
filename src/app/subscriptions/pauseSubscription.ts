// Pausing a subscription: it is billed up to now and then stops. GAP-34, GAP-35
import { pause } from "../../core/billing/subscriptions/Lifecycle.ts"
import { about, useCase } from "../execution/useCase.ts"
import { changeSubscription } from "./changeSubscription.ts"

/** Pauses: the unbilled usage and the fee of the active time so far are billed and charged at once. */
export const pauseSubscription = useCase("pauseSubscription")(
  (organizationId: string) => changeSubscription({ organizationId, decide: pause }),
  about,
)
