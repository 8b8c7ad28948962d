// Which trials run, and when there was one.
import type { Subscription } from "../../../src/index.ts"
import type { Books } from "./Books.ts"

/** Tells whether the trial of a subscription has not ended. */
export const runsTrial = ({ trial, status }: Subscription.Subscription): boolean =>
  trial !== undefined && !trial.ended && status !== "CANCELLED"

/** Tells whether an instant lies in the trial of one of the subscriptions, where usage is free. */
export const isInTrial = ({ subscriptions }: Books, at: number): boolean =>
  subscriptions.some(({ subscription: { trial, createdAt } }) =>
    trial === undefined ? false : createdAt <= at && at < trial.endAt,
  )
