// The statement of docs/operations.md that enters all organizations again: by it an engine finds what another policy makes
// due, also where nothing was due by the policy before.
import { PGlite } from "@electric-sql/pglite"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeScriptedGateway } from "../../../simulator/index.ts"
import { fromPg, makePostgresBillingStore, migrate } from "../../../src/postgres/index.ts"
import { createBilling } from "../../../src/promises/index.ts"
import { read } from "../../tidy/source.ts"
import { fencesOf } from "../fences.ts"

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 10)

const [again] = fencesOf(read("docs/operations.md").text).filter(({ info }) => info === "sql again")

let database: PGlite
beforeAll(async () => {
  database = await PGlite.create()
  await Effect.runPromise(migrate(fromPg(database)))
})
afterAll(() => database.close())

it("lets an engine that writes off find what the one before never did", async () => {
  let now = START
  const store = makePostgresBillingStore(fromPg(database))
  const { gateway } = makeScriptedGateway()
  const process = (writeOffAfterDays: number | null) =>
    createBilling({ store, gateway, clock: () => now, policy: { writeOffAfterDays } })
  const [before, after] = [process(null), process(60)]
  const { planId, intervals } = await before.plans.define({
    name: "Pro",
    description: "",
    status: "ACTIVE",
    intervals: [{ interval: "MONTHLY", amount: 1_000, currency: "BRL" }],
    prices: [],
  })
  const organization = { name: "One", currency: "BRL", status: "ACTIVE" } as const
  const { organizationId } = await before.organizations.create(organization)
  const card = { organizationId, type: "CARD", cardToken: "tok_charge_declined" } as const
  const { paymentMethodId } = await before.paymentMethods.add(card)
  const planIntervalId = intervals[0]?.id ?? ""
  await before.subscriptions.create({ organizationId, paymentMethodId, planId, planIntervalId })
  now = START + 5 * DAY
  await before.subscriptions.cancel({ organizationId, atPeriodEnd: false })
  for (const day of [6, 20, 250]) {
    now = START + day * DAY
    await before.engine.runDue()
  }
  const writtenOff = async () =>
    (await after.invoices.list({ organizationId, status: "UNCOLLECTIBLE" })).items.length
  // Nothing is listed of it, so no run looks at it.
  await after.engine.runDue({ catchUp: true })
  expect(await writtenOff()).toBe(0)

  await database.exec(again?.text ?? "")
  expect((await after.engine.runDue()).failures).toMatchObject([{ rejection: "CatchUpNotAllowed" }])
  expect((await after.engine.runDue({ catchUp: true })).failures).toEqual([])
  expect(await writtenOff()).toBe(1)
  // And its instant is right.
  expect((await database.query("SELECT at FROM studio_billing.due")).rows).toEqual([])
  await before.close()
  await after.close()
})
