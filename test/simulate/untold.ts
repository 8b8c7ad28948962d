// Judges the events of a simulated world: a receiver that got them all, in whatever order, has every record as it is.
import { isDeepStrictEqual } from "node:util"
import * as Effect from "effect/Effect"
import { makeMemoryBillingStore } from "../../simulator/adapters/memory/MemoryBillingStore.ts"
import type { WorldSnapshot } from "../../simulator/world/state/WorldSnapshot.ts"
import { presentInvoice, presentSubscription, presentVoucher, type WireEvent } from "../../src/api/index.ts"
import { viewIn } from "../../src/app/invoices/invoiceViews.ts"
import type { Account, BillingPolicy } from "../../src/index.ts"
import { type OrganizationState, storedIn } from "../support/stored.ts"
import { project } from "../webhooks/readModel.ts"
import type { Finding } from "./auditor.ts"

/** Which records are not as the events tell them. */
export const auditTold = (
  { tables, webhooks }: WorldSnapshot,
  policy: BillingPolicy,
): ReadonlyArray<Finding> => {
  const events = Array.from(webhooks.events.values(), ({ body }): WireEvent => JSON.parse(body))
  const told = project(events)
  const stored = makeMemoryBillingStore({ tables })
  const state = storedIn(stored)
  return state.organizations().flatMap(({ organizationId }) => {
    const records = state.ofOrganization(organizationId)
    const account = Effect.runSync(stored.store.account(organizationId))?.value ?? null
    const shown = records === null || account === null ? [] : shownOf(records, account, policy)
    const untold = shown.flatMap(([id, is]) => {
      const tells = told.get(id)
      const known = tells && timeless(tells.data.object)
      return isDeepStrictEqual(known, is)
        ? []
        : [
            {
              rule: "event_untold",
              message: `${id} is ${JSON.stringify(is)}, and ${tells?.type} tells ${JSON.stringify(known)}`,
            },
          ]
    })
    return [...untold, ...unordered(events.filter((event) => event.organizationId === organizationId))]
  })
}

/** Events of an organization, in the order of their commits, whose positions do not rise. */
const unordered = (events: ReadonlyArray<WireEvent>): ReadonlyArray<Finding> =>
  events.flatMap(({ id, type, position }, index) => {
    const before = events[index - 1]
    return before === undefined || before.position < position
      ? []
      : [{ rule: "event_unordered", message: `${type} ${id} is at ${position}, after ${before.position}` }]
  })

/** Time alone changes the status of a voucher. */
const timeless = (object: object): object =>
  "voucherId" in object ? { ...object, status: undefined } : object

/** The records as they are on the wire, by their ids; without invoices whose charge is under way. */
const shownOf = (
  { invoices, subscriptions, vouchers }: OrganizationState,
  account: Account.Account,
  policy: BillingPolicy,
): ReadonlyArray<readonly [id: string, shown: object]> => [
  ...invoices
    .filter(({ attempts }) => attempts.at(-1)?.status !== "STARTED")
    .map((invoice) => [invoice.invoiceId, presentInvoice(viewIn(account, invoice, { policy }))] as const),
  ...subscriptions.map((one) => [one.subscriptionId, presentSubscription(one, policy)] as const),
  ...vouchers.map((one) => [one.voucherId, timeless(presentVoucher({ ...one, status: "ACTIVE" }))] as const),
]
