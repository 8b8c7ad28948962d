// Changing an organization: its name, its currency by default, and whether its users may call anything. GAP-181
import * as Effect from "effect/Effect"
import {
  checkOrganization,
  type InvalidOrganization,
  type Organization,
  type OrganizationNotFound,
} from "../../core/identity/Access.ts"
import type { BillingStore } from "../../ports/BillingStore.ts"
import { findOrganization } from "../execution/findOrganization.ts"
import type { StoreBusy } from "../execution/retryConflicts.ts"
import { about, useCase } from "../execution/useCase.ts"
import { changeRecord } from "./changeRecord.ts"

/** An organization, and what changes; a member that is absent stays as it is. */
export interface UpdateOrganization extends Partial<Organization> {
  readonly organizationId: string
}

/**
 * Changes an organization. In an INACTIVE one `authenticate` permits nothing, but its billing goes on: cancel its
 * subscription where it shall not. GAP-19, GAP-181
 */
export const updateOrganization = useCase("updateOrganization")(
  (
    command: UpdateOrganization,
  ): Effect.Effect<Organization, InvalidOrganization | OrganizationNotFound | StoreBusy, BillingStore> =>
    changeRecord({ kind: "organization", id: command.organizationId }, changed(command), (record) => ({
      kind: "Organization",
      record,
    })),
  about,
)

const changed = ({ organizationId, ...change }: UpdateOrganization) =>
  Effect.flatMap(findOrganization(organizationId), (organization) =>
    Effect.fromResult(checkOrganization({ ...organization, ...change })),
  )
