// Viewing the account of an organization, as it was committed.

import * as Effect from "effect/Effect"
import { about } from "../execution/about.ts"
import { loadAccount } from "../execution/loadAccount.ts"

/** The account of an organization. Viewing takes no due steps: the engine and every change do. */
export const viewAccount = Effect.fn("viewAccount")(
  (organizationId: string) => Effect.map(loadAccount({ organizationId }), ({ value }) => value),
  about,
)
