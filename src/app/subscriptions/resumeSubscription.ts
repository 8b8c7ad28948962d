// Resuming a subscription that was paused. GAP-34, GAP-35
import * as Effect from "effect/Effect"
import { resume } from "../../core/billing/subscriptions/Lifecycle.ts"
import { about } from "../execution/about.ts"
import { changeSubscription } from "./changeSubscription.ts"

/** Resumes in the same cycles: ACTIVE, or PAST_DUE where an invoice is delinquent. */
export const resumeSubscription = Effect.fn("resumeSubscription")(
  (organizationId: string) => changeSubscription(organizationId, resume),
  about,
)
