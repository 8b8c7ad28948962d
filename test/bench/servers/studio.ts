// The simulator with a world that was made ahead: many organizations with a card and a token each, of which the first has
// a subscription and as many invoices as are asked for. What the hand-written servers need to do the same is written out.
import { json } from "node:stream/consumers"
import { putRecords, type Tables } from "../../../simulator/adapters/memory/Tables.ts"
import { defaultSeed } from "../../../simulator/adapters/seed/defaultSeed.ts"
import { beginYoung } from "../../../simulator/cli/collector.ts"
import { makeGuard } from "../../../simulator/control/guard.ts"
import { snapshotOfSeed } from "../../../simulator/world/state/snapshotOfSeed.ts"
import { makeWorld } from "../../../simulator/world/World.ts"
import { makeFetch } from "../../../src/http/makeFetch.ts"
import { listen } from "../../../src/http/node/nodeServer.ts"
import { makeSigningKeys } from "../../../src/http/tokens/SigningKeys.ts"
import type { Put } from "../../../src/index.ts"
import { seeded } from "../../support/simulator.ts"
import type { Fixture } from "./crud.ts"

/** What the world is to hold. */
export interface Size {
  /** Organizations beside those of the seed. */
  readonly organizations: number
  /** Invoices of the first organization. */
  readonly invoices: number
  /** Whether those beside it have a subscription like it. */
  readonly subscribed?: boolean
  /** Whether they have tokens. */
  readonly tokens?: boolean
}

const now = Date.parse("2026-01-31T00:00:00.000Z")
const url = "http://localhost"

const idOf = (kind: number, index: number): string =>
  `0190b000-0000-7000-8${String(kind).padStart(3, "0")}-${String(index).padStart(12, "0")}`

/** A world of this size. Its first organization is that of the seed. */
export const makeBenchWorld = async (size: Size) => {
  const indexes = Array.from({ length: size.organizations }, (_, index) => index)
  const moment = snapshotOfSeed(defaultSeed, now)
  const tables = { ...moment.tables }
  const permissions = defaultSeed.users[0]?.memberships[0]?.permissions ?? []
  putRecords(
    tables,
    indexes.flatMap((index): ReadonlyArray<Put> => {
      const organizationId = idOf(1, index)
      const billingDetails = { name: null, email: null }
      return [
        {
          kind: "Organization",
          record: { organizationId, name: `Organization ${index}`, currency: "BRL", status: "ACTIVE" },
        },
        {
          kind: "PaymentMethod",
          record: {
            type: "CARD",
            paymentMethodId: idOf(2, index),
            organizationId,
            isDefault: true,
            billingDetails,
            test: true,
            createdAt: now,
            brand: "visa",
            last4: "4242",
            expMonth: 12,
            expYear: 2099,
            gatewayReference: `tok_visa:${index}`,
          },
        },
        {
          kind: "User",
          record: {
            userId: idOf(3, index),
            email: `user-${index}@example.com`,
            emailVerified: true,
            memberships: [{ organizationId, permissions }],
          },
        },
      ]
    }),
  )
  const shared = {
    name: "default",
    seed: defaultSeed,
    now,
    clock: "manual",
    keys: makeSigningKeys(),
    guard: makeGuard({ hosts: [] }),
    routes: [],
    onDefect: ({ cause }: { readonly cause: unknown }) => {
      throw cause
    },
  } as const
  let world = makeWorld({ ...shared, moment: { ...moment, tables } })
  const fetch = (path: string, init?: RequestInit) =>
    makeFetch((request) => world.dispatcher(request), url)(path, init)
  // biome-ignore lint/suspicious/noExplicitAny: an answer is looked at member by member
  const call = async (method: string, path: string, body?: unknown, token?: string): Promise<any> => {
    const response = await fetch(path, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.status === 204 ? null : await response.json()
  }
  const tokenOf = async (wish: object): Promise<string> =>
    (await call("POST", "/_simulator/tokens", wish)).accessToken

  const first = await tokenOf({ organizationId: seeded.organizationId })
  const base = `/studio/organizations/${seeded.organizationId}`
  const { paymentMethodId } = await call(
    "POST",
    `${base}/payment-methods`,
    { type: "CARD", cardToken: "tok_visa" },
    first,
  )
  const choice = { planId: seeded.starter, planIntervalId: seeded.starterMonthly }
  const subscription = await call("POST", `${base}/subscriptions`, { ...choice, paymentMethodId }, first)
  const upcoming = await call("GET", `${base}/subscriptions/upcoming-invoice`, undefined, first)
  await call("POST", `${base}/invoices/${upcoming.invoiceId}/pay`, {}, first)

  const present = world.present()
  const withInvoices = { ...present.tables }
  const invoice = present.tables.organizations.get(seeded.organizationId)?.invoices.records()
  const [paid] = Array.from(invoice ?? [])
  if (paid === undefined) throw new Error("Expected an invoice")
  putRecords(
    withInvoices,
    Array.from({ length: size.invoices - 1 }, (_, index): Put => {
      // Each is of a cycle of its own, with its lines: those of the running cycle would be in every account.
      const cycle = 100_000 + index
      const record = {
        ...paid,
        invoiceId: idOf(4, index),
        cycle,
        lines: paid.lines.map((line) => ({ ...line, item: { ...line.item, cycle } })),
        issuedAt: paid.issuedAt - index,
      }
      return { kind: "Invoice", record }
    }),
  )
  if (size.subscribed) subscribeAll(withInvoices, indexes)
  world = makeWorld({ ...shared, moment: { ...present, tables: withInvoices } })
  const plans = await call("GET", "/studio/plans", undefined, first)
  const invoices = await call("GET", `${base}/invoices`, undefined, first)
  const tokens = await Promise.all(
    (size.tokens === false ? [] : indexes).map(async (index) => {
      const organizationId = idOf(1, index)
      return { token: await tokenOf({ email: `user-${index}@example.com`, organizationId }), organizationId }
    }),
  )
  const fixture: Fixture = {
    tokens: [{ token: first, organizationId: seeded.organizationId }, ...tokens],
    plans: plans.data,
    invoice: invoices.data[0],
    subscription,
    invoices: size.invoices,
    paymentMethodIds: Object.fromEntries(indexes.map((index) => [idOf(1, index), idOf(2, index)])),
  }
  return { world, fixture, call, fetch, keys: shared.keys }
}

/** Gives the others what the first organization has: a subscription, its period, and an instant at which it is due. */
const subscribeAll = (tables: Tables, indexes: ReadonlyArray<number>): void => {
  const first = tables.organizations.get(seeded.organizationId)
  const [subscription] = Array.from(first?.subscriptions.records() ?? [])
  const [period] = Array.from(first?.periods.values() ?? [])
  const due = tables.due.all().find(({ organizationId }) => organizationId === seeded.organizationId)
  if (subscription === undefined || period === undefined || due === undefined)
    throw new Error("Expected them")
  putRecords(
    tables,
    indexes.flatMap((index): ReadonlyArray<Put> => {
      const [organizationId, paymentMethodId, subscriptionId] = [
        idOf(1, index),
        idOf(2, index),
        idOf(5, index),
      ]
      return [
        {
          kind: "Subscription",
          record: { ...subscription, organizationId, subscriptionId, paymentMethodId },
        },
        { kind: "BillingPeriod", record: { ...period, organizationId, subscriptionId } },
      ]
    }),
  )
  for (const index of indexes) tables.due = tables.due.move({ organizationId: idOf(1, index), at: due.at })
}

if (import.meta.main) {
  // As the command does.
  beginYoung()
  const { world, fixture, call } = await makeBenchWorld((await json(process.stdin)) as Size)
  await call("POST", "/_simulator/snapshots/bench")
  const { port } = await listen({ dispatcher: world.dispatcher, host: "127.0.0.1", port: 0 })
  process.stdout.write(`${JSON.stringify({ port, fixture })}\n`)
}
