// What a store in memory holds, for tests to look at.

import { entriesOf } from "../../simulator/adapters/memory/Ledgers.ts"
import type { MemoryBillingStore } from "../../simulator/adapters/memory/MemoryBillingStore.ts"
import type { OrganizationRecords } from "../../simulator/adapters/memory/OrganizationRecords.ts"

/** Everything that one organization owns, each list in the order in which its records came into being. */
export type OrganizationState = Exclude<ReturnType<typeof organizationState>, null>

/** The view of a store, with its outbox, its due organizations and what one organization owns. */
export type StoredState = ReturnType<typeof storedIn>

/** What a store holds at the moment of each call. */
export const storedIn = ({ state, tables }: Pick<MemoryBillingStore, "state" | "tables">) => ({
  ...state,
  ofOrganization: (organizationId: string) => {
    const records = tables().organizations.get(organizationId)
    return records === undefined ? null : organizationState(records)
  },
  outbox: () => Array.from(tables().outbox.messages()),
  due: () => tables().due.all(),
})

const organizationState = (records: OrganizationRecords) =>
  records.organization === null
    ? null
    : {
        organization: records.organization,
        paymentMethods: Array.from(records.paymentMethods.values()),
        subscriptions: Array.from(records.subscriptions.records()),
        periods: Array.from(records.periods.values()),
        invoices: Array.from(records.invoices.records()),
        vouchers: Array.from(records.vouchers.values()),
        voucherEntries: Array.from(entriesOf(records.ledgers)),
        threshold: records.threshold,
        couponUses: Array.from(records.couponUses.values()),
        usageEvents: Array.from(records.usageEvents.values()),
      }
