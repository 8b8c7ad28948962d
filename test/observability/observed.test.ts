// What an exporter sees of observed ports: spans with their parents, metrics from events, and no text of a cause.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { describe, expect, it } from "vitest"
import { makeScriptedGateway } from "../../simulator/index.ts"
import { attribute } from "../../src/app/telemetry/telemetry.ts"
import { runEngine } from "../../src/engine/index.ts"
import {
  type BillingPorts,
  BillingStore,
  type PaymentGateway,
  payInvoice,
  previewUpcomingInvoice,
} from "../../src/index.ts"
import { observed, observeEngine } from "../../src/observability/index.ts"
import { makeBilling, organizationId, startAt, subscribed } from "../support/billing.ts"
import { makeExporter } from "./exporter.ts"

type Gateway = PaymentGateway["Service"]

/** The upcoming invoice is paid at a gateway that answers so, over observed ports. */
const paid = async (charge?: Gateway["charge"]) => {
  const { gateway } = makeScriptedGateway()
  const billing = makeBilling({
    policy: { chargeDeadlineMillis: 500 },
    ...(charge !== undefined && { gateway: () => ({ ...gateway, charge }) }),
  })
  await billing.seeded()
  await billing.run(subscribed())
  const { invoiceId } = await billing.run(previewUpcomingInvoice(organizationId))
  const exporter = makeExporter()
  const ports = observed(Layer.succeedContext(billing.services), exporter.layer)
  const run = <A, E>(effect: Effect.Effect<A, E, BillingPorts>): Promise<Exit.Exit<A, E>> =>
    Effect.runPromiseExit(Effect.provide(effect, ports))
  const exit = await run(
    payInvoice({ organizationId, invoiceId, paymentMethodId: null, expectedPayableAmount: null }),
  )
  const spanOf = (name: string) => {
    const found = exporter.spans.find((span) => span.name === name)
    if (found === undefined) throw new Error(`there is no span ${name}`)
    const [errorType, rejection] = [attribute.errorType, attribute.rejection].map((key) =>
      found.attributes.get(key),
    )
    return { outcome: found.attributes.get(attribute.outcome), errorType, rejection }
  }
  return { ...exporter, exit, invoiceId, spanOf, run }
}

const about = { [attribute.organizationId]: organizationId }
const brl = { [attribute.currency]: "BRL" }

describe("a payment over observed ports", () => {
  it("shows two commits with the charge between them, under the use case", async () => {
    const { spans, invoiceId, metrics } = await paid()
    const shown = spans.map(({ name, kind, parent }) => [
      Option.match(parent, { onNone: () => null, onSome: (of) => (of._tag === "Span" ? of.name : of) }),
      name,
      kind,
    ])
    expect(shown).toEqual([
      [null, "payInvoice", "internal"],
      ["payInvoice", "BillingStore.account", "client"],
      ["payInvoice", "BillingStore.commit", "client"],
      ["payInvoice", "PaymentGateway.charge", "client"],
      ["payInvoice", "BillingStore.commit", "client"],
    ])
    expect(Object.fromEntries(spans[2]?.attributes ?? [])).toEqual({
      ...about,
      [attribute.eventTypes]: ["invoice.issued"],
    })
    expect(Object.fromEntries(spans[3]?.attributes ?? [])).toEqual({
      ...about,
      [attribute.invoiceId]: invoiceId,
      [attribute.attemptId]: expect.any(String),
      [attribute.paymentMethod]: "CARD",
      [attribute.outcome]: "Approved",
    })
    expect(metrics()).toEqual([
      ["studio.invoices.issued", { ...brl, [attribute.billingReason]: "CYCLE" }, 1],
      ["studio.gateway.call.duration", { "studio.operation": "charge", [attribute.outcome]: "Approved" }, 1],
      ["studio.payments", { ...brl, [attribute.outcome]: "approved" }, 1],
    ])
  })

  it("counts a refused one and the amount that is unpaid, and is no error", async () => {
    const { spans, spanOf, metrics } = await paid(() =>
      Effect.succeed({ _tag: "Declined", declineCode: "stolen_card", retryable: false }),
    )
    expect(spanOf("payInvoice")).toEqual({ rejection: "PaymentDeclined" })
    expect(spanOf("PaymentGateway.charge")).toEqual({ outcome: "Declined" })
    expect(spans.every(({ status }) => status._tag === "Ended" && Exit.isSuccess(status.exit))).toBe(true)
    expect(metrics()).toContainEqual([
      "studio.payments",
      { ...brl, [attribute.outcome]: "failed", [attribute.declineCode]: "stolen_card" },
      1,
    ])
    expect(metrics()).toContainEqual(["studio.delinquency.entered", brl, 9990])
  })

  it.each([
    ["an unknown outcome", "Unknown", () => Effect.succeed({ _tag: "Unknown" as const })],
    ["an adapter that never answers", "NoAnswer", () => Effect.never],
    ["an adapter that dies", "NoAnswer", () => Effect.die(new Error("the card tok_secret"))],
    [
      "an adapter that throws",
      "NoAnswer",
      () => {
        throw new TypeError("the card tok_secret")
      },
    ],
  ])("shows %s as an error without its text", async (_, outcome, charge: Gateway["charge"]) => {
    const { spans, spanOf } = await paid(charge)
    expect(spanOf("PaymentGateway.charge")).toEqual({ outcome, errorType: outcome })
    const ends = spans.map(({ status }) => (status._tag === "Ended" ? String(status.exit) : ""))
    expect(ends.join()).not.toContain("tok_secret")
    expect(ends.filter((end) => end.includes(outcome))).toHaveLength(1)
  })
})

describe("an observed store", () => {
  it("may be an instance of a class, and frozen, with members of its own", async () => {
    class Store {
      organization(id: string) {
        return Effect.succeed(this.prefix + id)
      }
      readonly prefix = "the "
    }
    const exporter = makeExporter()
    const store = Object.freeze(new Store()) as unknown as BillingStore["Service"]
    const ports = observed(Layer.succeed(BillingStore, store), exporter.layer)
    const asked = Effect.flatMap(BillingStore, (observing) => observing.organization("one"))
    expect(await Effect.runPromise(Effect.provide(asked, ports))).toBe("the one")
    expect(exporter.spans.map(({ name }) => name)).toEqual(["BillingStore.organization"])
  })

  it("tells of a conflict, which is no error, and counts nothing of it", async () => {
    const { run, spanOf, spans, metrics } = await paid()
    spans.splice(0)
    const before = metrics()
    const again = Effect.gen(function* () {
      const store = yield* BillingStore
      const outbox = yield* store.outbox({ kind: "EVENT", limit: 10 })
      const scope = { kind: "organization", id: organizationId } as const
      const nothing = { puts: [], deletes: [], couponCounts: [], due: [] }
      yield* store.commit({ ...nothing, expects: [{ scope, version: 0 }], outbox })
    })
    expect(Exit.isFailure(await run(again))).toBe(true)
    expect(spanOf("BillingStore.commit")).toEqual({ rejection: "VersionConflict" })
    expect(spans.at(-1)?.attributes.get(attribute.eventTypes)).toContain("payment.approved")
    expect(metrics()).toEqual(before)
  })
})

it("an engine over observed ports has a span for each organization, with its commits under it", async () => {
  const billing = makeBilling()
  await billing.seeded()
  await billing.run(subscribed())
  billing.setNow(startAt + 40 * 86_400_000)
  const { layer, spans, metrics } = makeExporter()
  const ran = Promise.withResolvers<void>()
  const engine = runEngine({
    catchUp: true,
    onReport: (report) =>
      Effect.andThen(
        observeEngine(report),
        Effect.sync(() => report._tag === "Ran" && ran.resolve()),
      ),
  })
  const running = Effect.runFork(
    Effect.provide(engine, observed(Layer.succeedContext(billing.services), layer)),
  )
  await ran.promise
  await Effect.runPromise(Fiber.interrupt(running))
  const [run] = spans.filter(({ name }) => name === "bringUpToDate")
  expect(Object.fromEntries(run?.attributes ?? [])).toEqual(about)
  const commits = spans.filter(({ name }) => name === "BillingStore.commit")
  expect(commits.length).toBeGreaterThan(1)
  expect(commits.every(({ parent }) => Option.getOrNull(parent) === run)).toBe(true)
  expect(metrics()).toContainEqual(["studio.engine.due.lag", {}, expect.any(Number)])
  expect(metrics()).toContainEqual(["studio.payments", { ...brl, [attribute.outcome]: "approved" }, 1])
})
