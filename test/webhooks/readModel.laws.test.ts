// What a receiver of webhooks can know: its tables, filled from events that come twice and in any order, hold what the
// records hold, but for the members of which docs/webhooks.md says that no event tells them.
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  presentEvent,
  presentInvoice,
  presentSubscription,
  presentVoucher,
  type WireEvent,
} from "../../src/api/index.ts"
import { Account, Invoice, type Subscription, type Voucher } from "../../src/index.ts"
import { DAY } from "../core/billing/fixtures.ts"
import { everything } from "../core/billing/laws/arbitraries.ts"
import { mixedSetups } from "../core/billing/laws/setups.ts"
import { play, type Setup, type Step } from "../core/billing/laws/world.ts"
import { tablesUnder } from "../docs/markdown.ts"
import { runs } from "../support/runs.ts"
import { read } from "../tidy/source.ts"
import { project, recordOf } from "./readModel.ts"

/** What became of a history: what was told of it, in order, and every record there was. */
interface Billed {
  readonly told: ReadonlyArray<WireEvent>
  readonly invoices: ReadonlyMap<string, Invoice.Invoice>
  readonly subscriptions: ReadonlyMap<string, Subscription.Subscription>
  readonly vouchers: ReadonlyMap<string, Voucher.Voucher>
  readonly policy: Account.Rules["policy"]
}

const billed = (setup: Setup, steps: ReadonlyArray<Step>): Billed => {
  const told: Array<WireEvent> = []
  const invoices = new Map<string, Invoice.Invoice>()
  const subscriptions = new Map<string, Subscription.Subscription>()
  const vouchers = new Map<string, Voucher.Voucher>()
  const { rules } = play(setup, steps, setup.startAt + 300 * DAY, {
    watch: ({ change: { account, billingEvents }, rules: { policy } }) => {
      for (const billingEvent of billingEvents) {
        const { organizationId } = account.organization
        const message = { kind: "EVENT", messageId: `${told.length}`, organizationId, billingEvent } as const
        told.push(presentEvent(message, policy))
      }
      for (const invoice of account.invoices) invoices.set(invoice.invoiceId, invoice)
      for (const voucher of account.vouchers) vouchers.set(voucher.voucherId, voucher)
      for (const one of Account.subscriptionsOf(account)) subscriptions.set(one.subscriptionId, one)
    },
  })
  return { told, invoices, subscriptions, vouchers, policy: rules.policy }
}

const always = (law: (billed: Billed, arrived: ReadonlyArray<WireEvent>) => void): void => {
  // Where an event comes among the others, and where it comes again.
  const places = fc.infiniteStream(fc.nat())
  fc.assert(
    fc.property(mixedSetups, everything, places, (setup, steps, places) => {
      const history = billed(setup, steps)
      const arrived = [...history.told, ...history.told]
        .map((event) => ({ event, place: places.next().value ?? 0 }))
        .sort((a, b) => a.place - b.place)
        .map(({ event }) => event)
      law(history, arrived)
    }),
    { numRuns: runs(600) },
  )
}

/** The members of a record that no event tells, by the page. */
const silentOf = (record: string): ReadonlySet<string> => {
  const rows = tablesUnder(read("docs/webhooks.md").text, "Tables of your own")[0]?.rows ?? []
  const row = Array.from(rows).find(([name]) => name === record)
  return new Set(Array.from(row?.[1].join(", ").matchAll(/`(\w+)`/g) ?? [], ([, member = ""]) => member))
}

const without = (record: object, members: ReadonlySet<string>): object =>
  Object.fromEntries(Object.entries(record).filter(([member]) => !members.has(member)))

describe("tables that are filled from webhooks alone", () => {
  it("hold of each subscription what the page does not leave out", () => {
    const silent = silentOf("subscription")
    always(({ subscriptions, policy }, arrived) => {
      const tables = project(arrived)
      for (const [id, subscription] of subscriptions) {
        const is = presentSubscription(subscription, policy)
        const row = tables.get(id)
        expect(row?.status).toBe(is.status)
        expect(without(row?.object ?? {}, silent)).toEqual(without(is, silent))
      }
    })
  })

  it("hold of each invoice what the page does not leave out, and all amounts where it takes no payments", () => {
    const silent = silentOf("invoice")
    always(({ invoices }, arrived) => {
      const tables = project(arrived)
      for (const [id, invoice] of invoices) {
        const is = presentInvoice(invoice)
        const row = tables.get(id)
        expect(row?.status).toBe(is.status)
        expect(without(row?.object ?? {}, silent)).toEqual(without(is, silent))
        const { amountPaid, amountDue } = is
        if (!Invoice.isPayable(invoice)) expect(row?.object).toMatchObject({ amountPaid, amountDue })
      }
    })
  })

  it("hold of each voucher what the page does not leave out, and whether it was revoked", () => {
    const silent = silentOf("voucher")
    always(({ vouchers }, arrived) => {
      const tables = project(arrived)
      const revoked = new Set(arrived.filter(({ type }) => type === "voucher.revoked").map(recordOf))
      for (const [id, voucher] of vouchers) {
        const is = presentVoucher({ ...voucher, status: "ACTIVE" })
        expect(without(tables.get(id)?.object ?? {}, silent)).toEqual(without(is, silent))
        expect(revoked.has(id)).toBe(voucher.revokedAt !== null)
      }
    })
  })

  it("hold of each voucher that was revoked what is lost of it: the least shortfall that was told", () => {
    always(({ vouchers }, arrived) => {
      const shortfalls = Map.groupBy(arrived, recordOf)
      for (const [id, { revokedAt, creditOf, amountRedeemed }] of vouchers) {
        if (revokedAt === null) continue
        const told = shortfalls.get(id)?.flatMap(({ data }) => ("shortfall" in data ? [data.shortfall] : []))
        expect(Math.min(...(told ?? []))).toBe(creditOf === null ? 0 : amountRedeemed)
      }
    })
  })
})

it("in the order of commits, each change of a status begins at the one that was told last", () => {
  always(({ told }) => {
    const statuses = new Map<string, string>()
    for (const event of told) {
      const { data } = event
      const id = recordOf(event)
      if ("previousStatus" in data) expect(data.previousStatus).toBe(statuses.get(id))
      if (event.type !== "payment.approved" && event.type !== "payment.failed")
        statuses.set(id, data.object.status)
    }
  })
})
