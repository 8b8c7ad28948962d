// Judges the events of a simulated world: a receiver that got them all, in whatever order, knows every status.
import { makeMemoryBillingStore } from "../../simulator/adapters/memory/MemoryBillingStore.ts"
import type { WorldSnapshot } from "../../simulator/world/state/WorldSnapshot.ts"
import type { WireEvent } from "../../src/api/index.ts"
import { type OrganizationState, storedIn } from "../support/stored.ts"
import { project } from "../webhooks/readModel.ts"
import type { Finding } from "./auditor.ts"

/** Which statuses are not those that the events tell, and which vouchers were never told of. */
export const auditTold = ({ tables, webhooks }: WorldSnapshot): ReadonlyArray<Finding> => {
  const told = project(Array.from(webhooks.events.values(), ({ body }): WireEvent => JSON.parse(body)))
  const state = storedIn(makeMemoryBillingStore({ tables }))
  return state.organizations().flatMap(({ organizationId }) => {
    const records = state.ofOrganization(organizationId)
    return (records === null ? [] : statusesOf(records))
      .filter(([id, status]) => !told.has(id) || (status !== null && told.get(id)?.status !== status))
      .map(([id, status]) => ({
        rule: "event_untold",
        message: `${id} is ${status ?? "there"}, and the events tell ${told.get(id)?.status ?? "nothing"}`,
      }))
  })
}

/** The statuses that are told, by the ids of their records; null of a voucher, whose status time changes too. */
const statusesOf = ({
  invoices,
  subscriptions,
  vouchers,
}: OrganizationState): ReadonlyArray<readonly [id: string, status: string | null]> => [
  ...invoices.map(({ invoiceId, status }) => [invoiceId, status] as const),
  ...subscriptions.map(({ subscriptionId, status }) => [subscriptionId, status] as const),
  ...vouchers.map(({ voucherId }) => [voucherId, null] as const),
]
