// What all use cases have in common: those that change something find the present, those that read write
// nothing and need no gateway.
import { readdirSync } from "node:fs"
import * as Effect from "effect/Effect"
import { describe, expect, expectTypeOf, it } from "vitest"
import { type PaymentGateway, runDue } from "../../src/index.ts"
import { makeBilling, organizationId, subscribed } from "../support/billing.ts"
import { boundary } from "../support/chargeScenes.ts"
import { changes, reads } from "../support/useCases.ts"

const other = organizationId.replace(/1$/, "2")

/** The other files: what use cases are made of, and what concerns no account. */
const others = [
  "UsageQueue",
  "UsageRequest",
  "changeSubscription",
  "findCoupon",
  "findPlan",
  "foreseen",
  "invoiceViews",
  "listPlans",
  "previewChanges",
  "previewDecision",
  "previewImport",
  "recordTogether",
  "withTestCards",
]

/** They stand together in a file: with viewVoucher, with previewUpcomingInvoice, and as previewChanges. */
const together: ReadonlySet<string> = new Set([
  "listVoucherUsages",
  "previewCancelSubscription",
  "previewChangePlan",
  "previewChangeQuantity",
  "previewCreateSubscription",
  "previewNextInvoice",
  "previewPauseSubscription",
  "previewResumeSubscription",
])

describe("every use case", () => {
  it("is in a table", () => {
    const folders = [
      "subscriptions",
      "invoices",
      "payment-methods",
      "usage",
      "discounts",
      "operators",
      "previews",
    ]
    const files = folders.flatMap((folder) =>
      readdirSync(new URL(`../../src/app/${folder}/`, import.meta.url)).map((name) => name.slice(0, -3)),
    )
    const named = Object.keys({ ...changes, ...reads }).filter((name) => !together.has(name))
    expect([...named, ...others].sort()).toEqual(files.sort())
  })

  it.each(Object.entries(changes))(
    "%s does first what is due of its organization, and of no other",
    async (_, change) => {
      const billing = await afterBoundary()
      await billing.run(Effect.result(change))
      expect(billing.state.ofOrganization(organizationId)?.invoices).toMatchObject([
        { kind: "CYCLE", status: "PAID", issuedAt: boundary },
      ])
      expect(billing.state.ofOrganization(other)?.invoices).toEqual([])
      await billing.run(runDue(billing.now()))
      expect(billing.charges()).toHaveLength(2)
    },
  )
})

describe("every use case that reads", () => {
  it.each(Object.entries(reads))("%s commits nothing, whatever is due", async (_, read) => {
    const billing = await afterBoundary()
    const commits: Array<unknown> = []
    const reading = billing.processOf({
      wrapStore: (store) => ({
        ...store,
        commit: (commit) =>
          Effect.andThen(
            Effect.sync(() => commits.push(commit)),
            store.commit(commit),
          ),
      }),
    })
    await reading.run(Effect.result(read))
    expect(commits).toEqual([])
    expect(billing.charges()).toEqual([])
  })

  it("needs no gateway", () => {
    type Needs<A> = A extends Effect.Effect<unknown, unknown, infer R> ? R : never
    expectTypeOf<Extract<Needs<(typeof reads)[string]>, PaymentGateway>>().toBeNever()
    expectTypeOf<Extract<Needs<(typeof changes)[string]>, PaymentGateway>>().not.toBeNever()
  })
})

/** Two organizations whose first cycle is over, and nobody has looked. */
const afterBoundary = async () => {
  const billing = makeBilling({ organizations: [organizationId, other] })
  await billing.seeded()
  await billing.run(subscribed())
  await billing.run(subscribed({ id: other }))
  billing.setNow(boundary + 1)
  return billing
}
