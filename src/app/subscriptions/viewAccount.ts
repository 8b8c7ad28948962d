// Viewing the account of an organization, as it was committed.
import * as Effect from "effect/Effect"
import { loadAccount } from "../execution/loadAccount.ts"
import { about, useCase } from "../execution/useCase.ts"

/** The account of an organization. Viewing takes no due steps: the engine and every change do. */
export const viewAccount = useCase("viewAccount")(
  (organizationId: string) => Effect.map(loadAccount({ organizationId }), ({ value }) => value),
  about,
)
