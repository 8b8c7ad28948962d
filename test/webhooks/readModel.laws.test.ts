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
  type WireVoucher,
} from "../../src/api/index.ts"
import { viewIn } from "../../src/app/invoices/invoiceViews.ts"
import { Account, type Invoice, Receivable, type Subscription, Updates, Voucher } from "../../src/index.ts"
import { DAY } from "../core/billing/fixtures.ts"
import { everything } from "../core/billing/laws/arbitraries.ts"
import { lostAfterPayout } from "../core/billing/laws/examples.ts"
import { mixedSetups } from "../core/billing/laws/setups.ts"
import { play, type Setup, type Step } from "../core/billing/laws/world.ts"
import { decided } from "../support/account.ts"
import { runs } from "../support/runs.ts"
import { project, recordOf } from "./readModel.ts"

/** What became of a history: what was told of it, in order, and every record there was. */
interface Billed {
  readonly told: ReadonlyArray<WireEvent>
  readonly invoices: ReadonlyMap<string, Invoice.Invoice>
  readonly subscriptions: ReadonlyMap<string, Subscription.Subscription>
  readonly vouchers: ReadonlyMap<string, Voucher.Voucher>
  readonly policy: Account.Rules["policy"]
  /** The account at the end of the history. */
  readonly account: Account.Account
  /** The end of the history. */
  readonly until: number
  /** The account after each commit, and how many events were told by then. */
  readonly commits: ReadonlyArray<{ readonly account: Account.Account; readonly toldUntil: number }>
}

const billed = (setup: Setup, steps: ReadonlyArray<Step>): Billed => {
  const told: Array<WireEvent> = []
  const invoices = new Map<string, Invoice.Invoice>()
  const subscriptions = new Map<string, Subscription.Subscription>()
  const vouchers = new Map<string, Voucher.Voucher>()
  const commits: Array<Billed["commits"][number]> = []
  const until = setup.startAt + 300 * DAY
  const { rules, account } = play(setup, steps, until, {
    watch: ({ at, before, change, rules }) => {
      const { policy } = rules
      const { account, billingEvents } = decided(Updates.tellUpdates(before, change, at, rules))
      for (const billingEvent of billingEvents) {
        const { organizationId } = account.organization
        const position = told.length
        const message = {
          kind: "EVENT",
          messageId: `${position}`,
          organizationId,
          position,
          billingEvent,
        } as const
        told.push(presentEvent(message, policy))
      }
      commits.push({ account, toldUntil: told.length })
      for (const invoice of account.invoices) invoices.set(invoice.invoiceId, invoice)
      for (const voucher of account.vouchers) vouchers.set(voucher.voucherId, voucher)
      for (const one of Account.subscriptionsOf(account)) subscriptions.set(one.subscriptionId, one)
    },
  })
  return { told, invoices, subscriptions, vouchers, policy: rules.policy, account, until, commits }
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

/** What time alone makes of the status of a voucher, as docs/webhooks.md says. */
const statusByTime = (
  { status, effectiveAt, expiresAt }: WireVoucher,
  now: number,
): WireVoucher["status"] => {
  if (status === "PENDING" && Date.parse(effectiveAt) <= now) return "ACTIVE"
  return status === "DEPLETED" && expiresAt !== null && Date.parse(expiresAt) <= now ? "EXPIRED" : status
}

describe("tables that are filled from webhooks alone", () => {
  it("hold each subscription as it is", () => {
    always(({ subscriptions, policy }, arrived) => {
      const tables = project(arrived)
      for (const [id, subscription] of subscriptions)
        expect(tables.get(id)?.data.object).toEqual(presentSubscription(subscription, policy))
    })
  })

  it("hold each invoice as it is", () => {
    always(({ invoices, account, policy }, arrived) => {
      const tables = project(arrived)
      for (const [id, invoice] of invoices)
        expect(tables.get(id)?.data.object).toEqual(presentInvoice(viewIn(account, invoice, { policy })))
    })
  })

  it("hold each voucher as it is, but for a status that time alone changes", () => {
    always(({ vouchers, until }, arrived) => {
      const tables = project(arrived)
      for (const [id, voucher] of vouchers) {
        const told = tables.get(id)?.data.object
        const status = Voucher.statusOf(voucher, until)
        expect({ ...told, status: statusByTime(told as WireVoucher, until) }).toEqual(
          presentVoucher({ ...voucher, status }),
        )
      }
    })
  })

  it("know by its own event of each voucher that was revoked, and of no other", () => {
    always(({ vouchers }, arrived) => {
      const revoked = new Set(arrived.filter(({ type }) => type === "voucher.revoked").map(recordOf))
      for (const [id, voucher] of vouchers) expect(revoked.has(id)).toBe(voucher.revokedAt !== null)
    })
  })

  const holdsWhatIsLost = ({ vouchers }: Billed, arrived: ReadonlyArray<WireEvent>): void => {
    const shortfalls = Map.groupBy(arrived, recordOf)
    for (const [id, voucher] of vouchers) {
      const { revokedAt, creditOf, amountRedeemed } = voucher
      if (revokedAt === null) continue
      const told = shortfalls.get(id)?.flatMap(({ data }) => ("shortfall" in data ? [data.shortfall] : []))
      const spent = amountRedeemed + Voucher.amountPaidOut(voucher)
      expect(Math.min(...(told ?? []))).toBe(creditOf === null ? 0 : spent)
    }
  }

  it("hold of each voucher that was revoked what is lost of it: the least shortfall that was told", () => {
    always(holdsWhatIsLost)
  })

  it("hold so of one of which half was paid out, which few histories have", () => {
    const history = billed(...lostAfterPayout)
    const vouchers = Array.from(history.vouchers.values())
    expect(vouchers.filter((one) => one.revokedAt !== null).map(Voucher.amountPaidOut)).toEqual([1427])
    holdsWhatIsLost(history, history.told)
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

it("the last event about a record shows it as each commit leaves it, but for a charge that is under way", () => {
  always(({ told, commits, policy }) => {
    const tables = new Map<string, WireEvent>()
    const looked = new Set<object>()
    const isNew = (record: object): boolean => looked.size < looked.add(record).size
    let toldUntil = 0
    for (const { account, ...commit } of commits) {
      for (const event of told.slice(toldUntil, commit.toldUntil)) tables.set(recordOf(event), event)
      toldUntil = commit.toldUntil
      for (const one of Account.subscriptionsOf(account).filter(isNew))
        expect(tables.get(one.subscriptionId)?.data.object).toEqual(presentSubscription(one, policy))
      // A round moves the next try of each invoice that it does not come to.
      const isOwed = (invoice: Invoice.Invoice): boolean => Receivable.isReceivable(invoice)
      for (const invoice of account.invoices.filter((one) => isNew(one) || isOwed(one))) {
        const { attempts, paymentMethodId, ...is } = presentInvoice(viewIn(account, invoice, { policy }))
        const told = tables.get(invoice.invoiceId)?.data.object
        const isCharged = attempts.at(-1)?.status === "STARTED"
        if (isCharged) expect(told).toMatchObject(is)
        else expect(told).toEqual({ ...is, attempts, paymentMethodId })
      }
      for (const voucher of account.vouchers.filter(isNew)) {
        const { status, ...is } = presentVoucher({ ...voucher, status: "ACTIVE" })
        expect(tables.get(voucher.voucherId)?.data.object).toMatchObject(is)
      }
    }
  })
})
