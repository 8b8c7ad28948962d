// What is refused changes nothing: each refusal over HTTP has its code and names the member that is wrong, and all that
// the API and the control plane show is as it was before.
import { describe, expect, it } from "vitest"
import { everythingShown } from "../support/shown.ts"
import { type Answer, callerOf, inProcess, seeded, subscribe } from "../support/simulator.ts"

const base = `/studio/organizations/${seeded.organizationId}`
const tenth = "2026-02-10T00:00:00.000Z"

/** A world on 10 February, ten days after the first organization subscribed; the second one has a card, too. */
const worldOf = async (cardToken = "tok_visa") => {
  const client = await inProcess()
  const { call } = client
  const token = await client.token()
  const mine = callerOf(client, token)
  const theirs = callerOf(client, await client.token({ organizationId: seeded.american }))
  const created = await subscribe(client, token, { cardToken })
  const foreign = await theirs("POST", `/studio/organizations/${seeded.american}/payment-methods`, {
    type: "CARD",
    cardToken: "tok_visa",
  })
  await mine("PUT", `${base}/billing-threshold`, { value: 5000, currency: "BRL" })
  const clock = (body: unknown) => call("POST", "/_simulator/clock", { body })
  const usage = (...events: ReadonlyArray<object>) =>
    call("POST", `/_simulator/organizations/${seeded.organizationId}/usage`, { body: { events } })
  const voucher = await call("POST", `/_simulator/organizations/${seeded.american}/vouchers`, {
    body: { name: "Goodwill", amount: 100, currency: "BRL" },
  })
  await usage({ eventId: "e1", meter: "messages", quantity: 3 })
  await clock({ to: tenth })
  const act = (invoiceId: string, name: string, body?: unknown) =>
    call("POST", `/_simulator/invoices/${invoiceId}/${name}`, { body })
  return {
    client,
    clock,
    usage,
    act,
    studio: (method: string, path: string, body?: unknown) => mine(method, base + path, body),
    ownCard: created.paymentMethodId as string,
    foreignCard: foreign.json.paymentMethodId as string,
    foreignVoucher: voucher.json.voucherId as string,
    upcoming: async (): Promise<string> =>
      (await mine("GET", `${base}/subscriptions/upcoming-invoice`)).json.invoiceId,
  }
}
type World = Awaited<ReturnType<typeof worldOf>>

/** Pays the upcoming invoice, and gives its id. */
const payUpcoming = async ({ studio, upcoming }: World): Promise<string> => {
  const invoiceId = await upcoming()
  await studio("POST", `/invoices/${invoiceId}/pay`)
  return invoiceId
}
const command =
  (name: string, body?: unknown) =>
  ({ studio }: World): Promise<Answer> =>
    studio("POST", `/subscriptions/${name}`, body)

/** What is tried, in a world with that card, after something was done; and what it is answered with. */
interface Row {
  readonly cardToken?: string
  readonly done?: (world: World) => Promise<unknown>
  /** With the id that was given before, where one was. */
  readonly tried: (world: World, id: string) => Promise<Answer>
  readonly answer: readonly [status: number, code: string, ...members: ReadonlyArray<string>]
}

const invalid = (...members: ReadonlyArray<string>) => [400, "validation_error", ...members] as const
const forbidden = [409, "subscription.invalid_transition"] as const
const refused = [409, "subscription.usage_refused"] as const
const toPro = { planId: seeded.pro, planIntervalId: seeded.proMonthly }
const event = { eventId: "e2", meter: "messages", quantity: 1 }
const fine = { ...event, eventId: "fine" }
const setThreshold = (value: unknown, currency = "BRL") => ({
  tried: ({ studio }: World) => studio("PUT", "/billing-threshold", { value, currency }),
})
const moveClock = (body: object) => ({ tried: ({ clock }: World) => clock(body) })
const onPaid = (name: string, body?: unknown) => ({
  done: payUpcoming,
  tried: ({ act }: World, id: string) => act(id, name, body),
})

const rows: Readonly<Record<string, Row>> = {
  "the clock a millisecond back": {
    ...moveClock({ to: "2026-02-09T23:59:59.999Z" }),
    answer: invalid("to"),
  },
  "the clock to what is no time": { ...moveClock({ to: "tomorrow" }), answer: invalid("to") },
  "the clock to a day that is none": {
    ...moveClock({ to: "2026-02-30T00:00:00.000Z" }),
    answer: invalid("to"),
  },
  "the clock by what is no duration": { ...moveClock({ advanceBy: "a year" }), answer: invalid("advanceBy") },
  "the clock by a duration back": { ...moveClock({ advanceBy: "-P1D" }), answer: invalid("advanceBy") },
  "the clock beyond all time": { ...moveClock({ advanceBy: "P9000Y" }), answer: invalid("advanceBy") },

  "an id in upper case (GAP-184)": {
    done: payUpcoming,
    tried: ({ studio }, id) => studio("POST", `/invoices/${id.toUpperCase()}/pay`),
    answer: [404, "invoice.not_found"],
  },
  "pausing what is past due": {
    cardToken: "tok_charge_declined",
    done: payUpcoming,
    tried: command("pause"),
    answer: forbidden,
  },
  "changing the plan in a pause": {
    done: command("pause"),
    tried: command("change-plan", toPro),
    answer: forbidden,
  },
  "pausing what is about to end": {
    done: command("cancel", { atPeriodEnd: true }),
    tried: command("pause"),
    answer: forbidden,
  },
  "resuming what is cancelled": { done: command("cancel"), tried: command("resume"), answer: forbidden },
  "previewing in a pause": {
    done: command("pause"),
    tried: ({ studio }) => studio("GET", "/subscriptions/upcoming-invoice"),
    answer: [404, "invoice.no_upcoming"],
  },
  "a second live subscription": {
    tried: ({ studio, ownCard }) =>
      studio("POST", "/subscriptions", { ...toPro, paymentMethodId: ownCard, coupon: { code: "LASTONE" } }),
    answer: [409, "subscription.already_exists"],
  },
  "paying what is paid": {
    done: payUpcoming,
    tried: ({ studio }, id) => studio("POST", `/invoices/${id}/pay`),
    answer: [409, "invoice.not_payable"],
  },
  "paying while a payment is in flight": {
    cardToken: "tok_timeout_approved",
    done: payUpcoming,
    tried: ({ studio }, id) => studio("POST", `/invoices/${id}/pay`),
    answer: [409, "invoice.payment_in_progress"],
  },
  "paying another amount than is due": {
    tried: async ({ studio, upcoming }) =>
      studio("POST", `/invoices/${await upcoming()}/pay`, { expectedPayableAmount: 9990 }),
    answer: [409, "invoice.changed"],
  },
  "voiding what is paid": { ...onPaid("void"), answer: [409, "invoice.invalid_transition"] },
  "failing a payment that is over": { ...onPaid("fail"), answer: [409, "invoice.invalid_transition"] },
  "winning a dispute that nobody opened": {
    ...onPaid("dispute/won"),
    answer: [409, "invoice.invalid_transition"],
  },

  "usage of the time of a pause": {
    done: async ({ studio, clock }) => {
      await studio("POST", "/subscriptions/pause")
      await clock({ to: "2026-02-11T00:00:00.000Z" })
    },
    tried: ({ usage }) => usage({ ...event, occurredAt: "2026-02-10T12:00:00.000Z" }),
    answer: refused,
  },
  "usage of the time of a pause that is over": {
    done: async ({ studio, clock }) => {
      await studio("POST", "/subscriptions/pause")
      await clock({ to: "2026-02-11T00:00:00.000Z" })
      await studio("POST", "/subscriptions/resume")
    },
    tried: ({ usage }) => usage(fine, { ...event, occurredAt: "2026-02-10T12:00:00.000Z" }),
    answer: refused,
  },
  "usage from before the subscription": {
    tried: ({ usage }) => usage(fine, { ...event, occurredAt: "2026-01-30T23:59:59.999Z" }),
    answer: refused,
  },
  "usage that arrives after the cancellation": {
    done: command("cancel"),
    tried: ({ usage }) => usage({ ...event, occurredAt: "2026-02-01T00:00:00.000Z" }),
    answer: refused,
  },
  "an event id with another content": {
    tried: ({ usage }) => usage(fine, { ...event, eventId: "e1" }),
    answer: [409, "usage_event.conflict"],
  },
  "an event id with two contents": {
    tried: ({ usage }) => usage(event, { ...event, quantity: 2 }),
    answer: [409, "usage_event.conflict"],
  },
  "an event of a millisecond too long ago": {
    done: ({ clock }) => clock({ to: "2026-03-20T00:00:00.000Z" }),
    tried: ({ usage }) => usage(fine, { ...event, occurredAt: "2026-02-12T23:59:59.999Z" }),
    answer: [400, "usage_event.too_old", "events.1.occurredAt"],
  },
  "an event of a millisecond too far ahead": {
    tried: ({ usage }) => usage(fine, { ...event, occurredAt: "2026-02-10T00:05:00.001Z" }),
    answer: [400, "usage_event.in_future", "events.1.occurredAt"],
  },
  "an event of an unknown meter": {
    tried: ({ usage }) => usage(fine, { ...event, meter: "minutes" }),
    answer: invalid("events.1.meter"),
  },

  "a threshold of 0": { ...setThreshold(0), answer: invalid("value") },
  "a threshold below 0": { ...setThreshold(-1), answer: invalid("value") },
  "a threshold of half a centavo": { ...setThreshold(0.5), answer: invalid("value") },
  "a threshold of another currency": { ...setThreshold(5000, "USD"), answer: invalid("currency") },
  "a threshold of no currency": { ...setThreshold(5000, "XXX"), answer: invalid("currency") },

  "deleting the last method of a live subscription": {
    tried: ({ studio, ownCard }) => studio("DELETE", `/payment-methods/${ownCard}`),
    answer: [409, "payment_method.in_use"],
  },
  "paying with another organization's method": {
    tried: async ({ studio, upcoming, foreignCard }) =>
      studio("POST", `/invoices/${await upcoming()}/pay`, { paymentMethodId: foreignCard }),
    answer: [404, "payment_method.not_found"],
  },
  "having another organization's method charged": {
    tried: ({ studio, foreignCard }) => studio("PATCH", "/subscriptions", { paymentMethodId: foreignCard }),
    answer: [404, "payment_method.not_found"],
  },
  "deleting another organization's method": {
    tried: ({ studio, foreignCard }) => studio("DELETE", `/payment-methods/${foreignCard}`),
    answer: [404, "payment_method.not_found"],
  },
  "paying with another organization's voucher": {
    cardToken: "tok_charge_declined",
    done: payUpcoming,
    tried: ({ act, foreignVoucher }, id) => act(id, "apply-voucher", { voucherId: foreignVoucher }),
    answer: [404, "voucher.not_found"],
  },

  "refunding more than was paid": {
    ...onPaid("refund", { amount: 10_021 }),
    answer: [409, "refund.exceeds_paid"],
  },
  "refunding more than is left of what was paid": {
    done: async (world) => {
      const id = await payUpcoming(world)
      await world.act(id, "refund", { amount: 10_000 })
      return id
    },
    tried: ({ act }, id) => act(id, "refund", { amount: 21 }),
    answer: [409, "refund.exceeds_paid"],
  },
  "refunding nothing": { ...onPaid("refund", { amount: 0 }), answer: invalid("amount") },
  "refunding less than nothing": { ...onPaid("refund", { amount: -1 }), answer: invalid("amount") },
  "refunding what was not paid": {
    cardToken: "tok_charge_declined",
    done: payUpcoming,
    tried: ({ act }, id) => act(id, "refund", { amount: 1 }),
    answer: [409, "invoice.invalid_transition"],
  },
}

describe("refused, and nothing is changed by", () => {
  it.each(Object.entries(rows))("%s", async (_, { cardToken, done, tried, answer }) => {
    const world = await worldOf(cardToken)
    const given = done === undefined ? "" : String(await done(world))
    const before = await everythingShown(world.client)
    const { status, json } = await tried(world, given)
    const members = json.errors.map(({ path }: { path: string }) => path)
    expect([status, json.code, ...members]).toEqual(answer)
    expect(json).toMatchObject({ statusCode: status, message: expect.any(String) })
    expect(await everythingShown(world.client)).toEqual(before)
  })
})

describe("what is accepted", () => {
  it.each<[string, (world: World) => Promise<Answer>]>([
    ["usage", ({ usage }) => usage(fine)],
    ["the clock", ({ clock }) => clock({ advanceBy: "PT0.001S" })],
    ["another threshold", ({ studio }) => studio("PUT", "/billing-threshold", { value: 1, currency: "BRL" })],
    ["a scheduled cancellation", command("cancel", { atPeriodEnd: true })],
  ])("is seen by the same look: %s", async (_, tried) => {
    const world = await worldOf()
    const before = await everythingShown(world.client)
    expect((await tried(world)).status).toBe(200)
    expect(await everythingShown(world.client)).not.toEqual(before)
  })
})
