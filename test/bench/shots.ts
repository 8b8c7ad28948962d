// The requests that are measured, whoever sends them.
import { seeded } from "../support/simulator.ts"
import type { Shot } from "./load.ts"
import type { Fixture } from "./servers/crud.ts"

/** A list of plans. */
export const listPlans = (token: string | null): Shot => ({
  method: "GET",
  path: "/studio/plans",
  token,
  body: null,
})

/** A list of plans by everybody who will create something, so that their tokens are verified before that is measured. */
export const listsOf = ({ tokens }: Fixture): ReadonlyArray<Shot> =>
  fresh(tokens).map(({ token }) => listPlans(token))

/** A subscription for every organization that has none. */
export const creationsOf = ({ tokens, paymentMethodIds }: Fixture): ReadonlyArray<Shot> =>
  fresh(tokens).map(({ token, organizationId }) => ({
    method: "POST",
    path: `/studio/organizations/${organizationId}/subscriptions`,
    token,
    body: JSON.stringify({
      planId: seeded.starter,
      planIntervalId: seeded.starterMonthly,
      paymentMethodId: paymentMethodIds[organizationId],
    }),
  }))

/** So many events of usage of the first organization, each by itself. */
export const usageOf = (name: string, count: number): ReadonlyArray<Shot> =>
  Array.from({ length: count }, (_, index) => ({
    method: "POST",
    path: `/_simulator/organizations/${seeded.organizationId}/usage`,
    token: null,
    body: JSON.stringify({
      events: [{ eventId: `${name}-${index}`, meter: "messages", quantity: 1 }],
    }),
  }))

/** The first organization has a subscription. */
const fresh = (tokens: Fixture["tokens"]): Fixture["tokens"] => tokens.slice(1)

/** Back to what there was before anything was created. */
export const restore: Shot = {
  method: "POST",
  path: "/_simulator/snapshots/bench/restore",
  token: null,
  body: "{}",
}
