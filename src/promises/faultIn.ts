// What a failure is for those who wait by Promises.
import * as Cause from "effect/Cause"
import * as Option from "effect/Option"
import { type Rejection, refusalOf } from "../api/errors/rejections.ts"
import { BillingRejected } from "./BillingRejected.ts"

/** The refusal of a rule as an error that says so; of anything else, what was thrown. */
export const faultIn = (name: string, cause: Cause.Cause<Rejection>, now?: number): unknown => {
  const rejection = Option.getOrNull(Cause.findErrorOption(cause))
  if (rejection === null) return Cause.squash(cause)
  return new BillingRejected(name, rejection, refusalOf(rejection, now))
}
