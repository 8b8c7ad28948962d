// Creating an organization, which can then be billed.
import * as Effect from "effect/Effect"
import { checkOrganization, type InvalidOrganization, type Organization } from "../../core/identity/Access.ts"
import type { BillingStore } from "../../ports/BillingStore.ts"
import { IdSource } from "../../ports/IdSource.ts"
import { about, useCase } from "../execution/useCase.ts"
import { type AlreadyExists, commitNew } from "./commitNew.ts"

/** An organization; `null` as its id makes a new one. */
export interface CreateOrganization extends Omit<Organization, "organizationId"> {
  readonly organizationId: string | null
}

/** Creates an organization that has nothing yet. */
export const createOrganization = useCase("createOrganization")(function* (
  command: CreateOrganization,
): Effect.fn.Return<Organization, InvalidOrganization | AlreadyExists, BillingStore | IdSource> {
  const organizationId = command.organizationId ?? (yield* (yield* IdSource).next)
  const record = yield* Effect.fromResult(checkOrganization({ ...command, organizationId }))
  yield* commitNew({ kind: "organization", id: organizationId }, { kind: "Organization", record })
  return record
}, about)
