// Importing a customer, whole or not at all, once.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  cancelSubscription,
  grantVoucher,
  type ImportedCustomer,
  importSubscription,
  previewImport,
  previewUpcomingInvoice,
  viewAccount,
} from "../../../src/index.ts"
import { lastOne, makeBilling, organizationId } from "../../support/billing.ts"
import { card, customer, period } from "../../support/imports.ts"

const endAt = period.endAt
const DAY = 86_400_000

const started = async (options: Parameters<typeof makeBilling>[0] = { organizations: [] }) => {
  const billing = makeBilling(options)
  await billing.seeded()
  return billing
}

/** A process whose commits are a fault. */
const reading = (billing: ReturnType<typeof makeBilling>) =>
  billing.processOf({ wrapStore: (store) => ({ ...store, commit: () => Effect.die("It commits") }) })

const other = (importId: string): ImportedCustomer.ImportedCustomer => ({
  ...customer,
  importId,
  organization: { ...customer.organization, organizationId: `organization ${importId}` },
})

describe("importing a customer", () => {
  it("makes its organization, and charges it at the end of its period", async () => {
    const billing = await started()
    const { subscription, replayed } = await billing.run(importSubscription(customer))
    expect([subscription.status, replayed]).toEqual(["ACTIVE", false])
    expect(billing.charges()).toEqual([])
    expect(billing.state.due()).toEqual([{ organizationId, at: endAt }])
    await billing.moveTo(endAt)
    expect(billing.charges()).toMatchObject([{ amount: 9990, status: "APPROVED" }])
  })

  it("again with the same content gives the same subscription as it is then, and commits nothing", async () => {
    const billing = await started()
    const first = await billing.run(importSubscription(customer))
    await billing.moveTo(endAt + 400 * DAY)
    const { period: second, ...rest } = customer
    const { subscription, replayed } = await reading(billing).run(
      importSubscription({ ...rest, period: { ...second } }),
    )
    expect([subscription.subscriptionId, replayed]).toEqual([first.subscription.subscriptionId, true])
    expect(subscription.cycle.startAt).toBeGreaterThan(endAt)
  })

  it("again with what an absent member stands for is the same, and with another quantity is not", async () => {
    const billing = await started()
    await billing.run(importSubscription(customer))
    const again = await reading(billing).run(
      importSubscription({
        ...customer,
        quantity: 1,
        cancelAtPeriodEnd: false,
        period: { ...period, trial: false },
      }),
    )
    expect(again.replayed).toBe(true)
    const two = Effect.flip(importSubscription({ ...customer, quantity: 2 }))
    expect(await billing.run(two)).toMatchObject({ _tag: "ImportConflict" })
  })

  it("that has cancelled shows no invoice that will not come, and charges none", async () => {
    const billing = await started()
    const paid = { ...customer, period: { ...period, feePaid: true } }
    const ends = { ...paid, cancelAtPeriodEnd: true }
    expect((await billing.run(previewImport(ends))).nextInvoice).toBeNull()
    expect((await billing.run(previewImport(paid))).nextInvoice).not.toBeNull()
    const { subscription } = await billing.run(importSubscription(ends))
    expect([subscription.status, subscription.cancelAt]).toEqual(["ACTIVE", endAt])
    expect(await billing.run(Effect.flip(importSubscription(paid)))).toMatchObject({ _tag: "ImportConflict" })
    await billing.moveTo(endAt + 40 * DAY)
    expect((await billing.run(viewAccount(organizationId))).subscription?.status).toBe("CANCELLED")
    expect(billing.charges()).toEqual([])
  })

  it("again with other content is refused, also for another organization", async () => {
    const billing = await started()
    const { subscription } = await billing.run(importSubscription(customer))
    const { subscriptionId } = subscription
    const conflict = { _tag: "ImportConflict", importId: customer.importId, subscriptionId }
    const changed = { ...customer, period: { ...period, feePaid: true } }
    expect(await billing.run(Effect.result(importSubscription(changed)))).toMatchObject({ failure: conflict })
    const moved = { ...other("2"), importId: customer.importId }
    expect(await billing.run(Effect.result(importSubscription(moved)))).toMatchObject({ failure: conflict })
    expect(await billing.run(Effect.result(previewImport(changed)))).toMatchObject({ failure: conflict })
  })

  it("has the ids of a move that was given up where the same period runs, and others in a later one", async () => {
    const february = { ...period, startAt: endAt, endAt: Date.UTC(2026, 2, 31, 12) }
    const credited = { ...customer, credits: [{ name: "Balance", amount: 5, expiresAt: null }] }
    const charged: Array<string | undefined> = []
    for (const moved of [customer, credited, { ...customer, period: february }]) {
      const billing = await started()
      await billing.moveTo(moved.period.startAt)
      await billing.run(importSubscription(moved))
      await billing.moveTo(moved.period.endAt)
      charged.push(billing.charges()[0]?.attemptId)
    }
    expect(charged[0]).toBeDefined()
    expect(charged[1]).toBe(charged[0])
    expect(charged[2]).not.toBe(charged[0])
  })

  it("at once makes it once", async () => {
    const billing = await started()
    const results = await billing.race([1, 2, 3].map(() => importSubscription(customer)))
    const replays = results.map((result) => (Result.isSuccess(result) ? result.success.replayed : result))
    expect(replays.toSorted()).toEqual([false, true, true])
    const { paymentMethods } = await billing.run(viewAccount(organizationId))
    expect(paymentMethods).toHaveLength(1)
  })

  it.each(["account", "couponByCode"] as const)(
    "that another process makes before the %s is read is replayed",
    async (read) => {
      const billing = await started()
      const wish = importSubscription({ ...customer, coupon: { code: lastOne.code, cyclesSince: 0 } })
      const meanwhile = Effect.promise(() => billing.run(wish))
      const meeting = <A>(name: string, call: Effect.Effect<A>) =>
        name === read ? Effect.andThen(meanwhile, call) : call
      const late = billing.processOf({
        wrapStore: (store) => ({
          ...store,
          account: (id) => meeting("account", store.account(id)),
          couponByCode: (code) => meeting("couponByCode", store.couponByCode(code)),
        }),
      })
      expect((await late.run(wish)).replayed).toBe(true)
    },
  )

  it("under two keys at once gives the organization one subscription", async () => {
    const billing = await started()
    const results = await billing.race(
      ["1", "2"].map((importId) => importSubscription({ ...customer, importId })),
    )
    const tags = results.map((result) => (Result.isSuccess(result) ? "ok" : result.failure._tag))
    expect(tags.toSorted()).toEqual(["SubscriptionAlreadyExists", "ok"])
  })

  it("at once with the last redemption of a coupon gives it to one", async () => {
    const billing = await started()
    const coupon = { code: lastOne.code, cyclesSince: 0 }
    const results = await billing.race(
      ["1", "2"].map((importId) => importSubscription({ ...other(importId), coupon })),
    )
    const tags = results.map((result) => (Result.isSuccess(result) ? "ok" : result.failure._tag))
    expect(tags.toSorted()).toEqual(["CouponDepleted", "ok"])
  })

  it("goes into an organization that has nothing yet, which stays as it is", async () => {
    const billing = await started({})
    const named = { ...customer, organization: { ...customer.organization, name: "Another name" } }
    await billing.run(importSubscription(named))
    const { organization, subscription } = await billing.run(viewAccount(organizationId))
    expect([organization.name, subscription?.status]).toEqual(["One", "ACTIVE"])
  })

  it("does not go into an organization that cancelled its subscription, which is told as that", async () => {
    const billing = await started()
    await billing.run(importSubscription(customer))
    const again = importSubscription({ ...customer, importId: "another" })
    expect(await billing.run(Effect.flip(again))).toMatchObject({ _tag: "SubscriptionAlreadyExists" })
    await billing.run(cancelSubscription({ organizationId, atPeriodEnd: false }))
    const refusal = { _tag: "ImportInvalid", member: "organization.organizationId" }
    expect(await billing.run(Effect.flip(again))).toMatchObject({ ...refusal, reason: "HAD_SUBSCRIPTION" })
  })

  it("that is refused stores nothing", async () => {
    const billing = await started()
    const refused = { ...customer, paymentMethods: [card, { ...card, gatewayReference: "tok_b" }] }
    expect(await billing.run(Effect.flip(importSubscription(refused)))).toMatchObject({
      _tag: "ImportInvalid",
    })
    expect(await billing.run(Effect.flip(viewAccount(organizationId)))).toMatchObject({
      _tag: "OrganizationNotFound",
    })
    expect(await billing.run(Effect.flip(importSubscription({ ...customer, planId: "none" })))).toEqual({
      _tag: "PlanNotFound",
      planId: "none",
    })
  })
})

describe("a dry run", () => {
  it("shows the next invoice as it will be issued, and stores nothing", async () => {
    const billing = await started()
    const paid = {
      ...customer,
      period: { ...period, feePaid: true },
      credits: [{ name: "Balance", amount: 90, expiresAt: null }],
    }
    const preview = await reading(billing).run(previewImport(paid))
    expect(preview).toMatchObject({
      replayed: false,
      paidInvoice: { status: "PAID", totalAmount: 9990 },
      vouchers: [{ balance: 90 }],
      nextInvoice: { totalAmount: 9990, payableAmount: 9900, dueAt: Date.UTC(2026, 2, 31, 12) },
    })
    expect(await billing.run(Effect.flip(viewAccount(organizationId)))).toMatchObject({
      _tag: "OrganizationNotFound",
    })
    await billing.run(importSubscription(paid))
    await billing.moveTo(endAt + 40 * DAY)
    const { invoices } = await billing.run(viewAccount(organizationId))
    const issued = invoices.find(({ invoiceId }) => invoiceId === preview.nextInvoice?.invoiceId)
    expect(issued?.lines).toEqual(preview.nextInvoice?.lines)
    expect(billing.charges()).toMatchObject([{ amount: 9900 }])
  })

  it("shows the credits as vouchers, and not what the organization has already, which pays as well", async () => {
    const billing = await started({})
    const welcome = { voucherId: "welcome", organizationId, name: "Welcome", currency: "BRL", amount: 300 }
    await billing.run(grantVoucher({ ...welcome, expiresAt: null, effectiveAt: null }))
    const credits = [{ name: "Balance", amount: 500, expiresAt: null }]
    const { vouchers, nextInvoice } = await billing.run(previewImport({ ...customer, credits }))
    expect(vouchers).toMatchObject([{ name: "Balance", balance: 500 }])
    expect(nextInvoice?.payableAmount).toBe(9990 - 300 - 500)
  })

  it("of one that was made says so", async () => {
    const billing = await started()
    const { subscription } = await billing.run(importSubscription(customer))
    const preview = await billing.run(previewImport(customer))
    expect(preview).toEqual({
      subscription,
      replayed: true,
      paidInvoice: null,
      vouchers: [],
      nextInvoice: null,
    })
  })

  it("shows what the upcoming invoice is after the import", async () => {
    const billing = await started()
    const { nextInvoice } = await billing.run(previewImport(customer))
    await billing.run(importSubscription(customer))
    const upcoming = await billing.run(previewUpcomingInvoice(organizationId))
    expect(nextInvoice).toMatchObject({
      invoiceId: upcoming.invoiceId,
      dueAt: upcoming.dueAt,
      lines: upcoming.lines,
    })
  })
})
