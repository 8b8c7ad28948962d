// The metrics and logs of what is no payment: the engine by its reports, the outbox, webhooks, codes and requests.
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import type { EngineReport } from "../../src/engine/index.ts"
import { makeStudioServer } from "../../src/http/index.ts"
import {
  BillingStore,
  OtpSender,
  type WebhookDelivery,
  WebhookSender,
  WebhookStore,
} from "../../src/index.ts"
import { observed, observeEngine, observeOutbox } from "../../src/observability/index.ts"
import { makeBilling, organizationId, subscribed } from "../support/billing.ts"
import { makeExporter } from "./exporter.ts"

/** Runs over observed ports, and gives what the exporter has. */
const exportedBy = async <R>(ports: Context.Context<R>, effect: Effect.Effect<unknown, unknown, R>) => {
  const exporter = makeExporter()
  const layer = observed(Layer.succeedContext(ports), exporter.layer)
  await Effect.runPromise(Effect.provide(effect, layer))
  return {
    ...exporter,
    points: exporter.metrics(),
    attributes: exporter.spans.map((span) => Object.fromEntries(span.attributes)),
  }
}

const secret = Cause.die(new TypeError("the card tok_secret"))

describe("an engine", () => {
  const told = async (...reports: ReadonlyArray<EngineReport>) =>
    exportedBy(Context.empty(), Effect.forEach(reports, observeEngine, { discard: true }))

  it("tells how late it is, and what it has to do", async () => {
    const { points } = await told({ _tag: "Looked", at: 0, due: 3, lagMillis: 1500, running: 2, failing: 1 })
    expect(points).toEqual([
      ["studio.engine.due.lag", {}, 1.5],
      ["studio.engine.due", {}, 3],
      ["studio.engine.running", {}, 2],
      ["studio.engine.failing", {}, 1],
    ])
  })

  it("counts runs by their end, and logs what failed without its text", async () => {
    const { points, logs } = await told(
      { _tag: "Ran", organizationId, millis: 20, billingEvents: 1 },
      {
        _tag: "Failed",
        organizationId,
        rejection: "Defect",
        cause: Cause.die(secret),
        failures: 1,
        againAt: 0,
      },
      { _tag: "Hung", what: organizationId, millis: 5 },
      { _tag: "StoreFailed", cause: secret, againAt: 0 },
      { _tag: "TaskFailed", task: "codes", cause: secret, againAt: 0 },
      { _tag: "Stopped", left: 2 },
    )
    expect(points).toEqual([
      ["studio.engine.runs", { "studio.outcome": "ran" }, 1],
      ["studio.engine.run.duration", {}, 1],
      ["studio.engine.runs", { "studio.outcome": "failed", "studio.rejection": "Defect" }, 1],
      ["studio.engine.runs", { "studio.outcome": "hung" }, 1],
    ])
    expect(logs.map(({ level, annotations }) => [level, annotations])).toEqual([
      ["Error", { "studio.organization.id": organizationId, "studio.rejection": "Defect" }],
      ["Error", {}],
      ["Error", { "error.type": "TypeError" }],
      ["Error", { "error.type": "TypeError" }],
      ["Info", {}],
    ])
    expect(JSON.stringify(logs)).not.toContain("tok_secret")
  })
})

it("the age of the outbox is that of its oldest message", async () => {
  const billing = makeBilling()
  await billing.seeded()
  const empty = await exportedBy(billing.services, observeOutbox)
  expect(empty.points).toEqual([
    ["studio.outbox.age", { "studio.message.kind": "EVENT" }, 0],
    ["studio.outbox.age", { "studio.message.kind": "OTP" }, 0],
  ])
  await billing.run(subscribed())
  billing.setNow(billing.now() + 90_000)
  const { points } = await exportedBy(billing.services, observeOutbox)
  expect(points[0]).toEqual(["studio.outbox.age", { "studio.message.kind": "EVENT" }, 90])
})

describe("a webhook", () => {
  const pending = { status: "PENDING", failures: 0 } as WebhookDelivery.WebhookDelivery

  it.each([
    [{ ...pending, status: "DELIVERED" }, "delivered"],
    [{ ...pending, failures: 1 }, "failed"],
    [{ ...pending, status: "PARKED", failures: 10 }, "parked"],
    [{ ...pending, leasedUntil: 1 }, null],
  ] as const)("%# is counted by its outcome", async (after, outcome) => {
    const store = { replace: () => Effect.succeed(true) } as unknown as WebhookStore["Service"]
    const replace = Effect.flatMap(WebhookStore, ({ replace }) => replace(pending, after))
    const { points } = await exportedBy(Context.make(WebhookStore, store), replace)
    expect(points).toEqual(
      outcome === null ? [] : [["studio.webhook.deliveries", { "studio.outcome": outcome }, 1]],
    )
  })

  it.each([
    [{ status: 204, failure: null, durationMillis: 1 }, { "http.response.status_code": 204 }],
    [
      { status: 500, failure: null, durationMillis: 1 },
      { "http.response.status_code": 500, "error.type": "500" },
    ],
    [{ status: null, failure: "TIMEOUT", durationMillis: 1 }, { "error.type": "TIMEOUT" }],
  ] as const)("is a span without its address: %j", async (answer, attributes) => {
    const sender = { send: () => Effect.succeed(answer), accepts: () => true }
    const request = {
      deliveryId: "1",
      url: "https://one.example/secret",
      headers: {},
      body: "",
      timeoutMillis: 1,
    }
    const send = Effect.flatMap(WebhookSender, ({ send }) => send(request))
    const exported = await exportedBy(Context.make(WebhookSender, sender), send)
    expect(exported.attributes).toEqual([
      { "http.request.method": "POST", "server.address": "one.example", ...attributes },
    ])
  })
})

describe("a code", () => {
  it("is a span that says nothing of it", async () => {
    const send = Effect.flatMap(OtpSender, ({ send }) =>
      send({ email: "a@b.example", code: "123456" } as never),
    )
    const { spans, attributes } = await exportedBy(Context.make(OtpSender, { send: () => Effect.void }), send)
    expect(spans.map(({ name }) => name)).toEqual(["OtpSender.send"])
    expect(attributes).toEqual([{}])
  })

  it("is counted where it was given up", async () => {
    const store = { replaceOtp: () => Effect.succeed(true) } as unknown as BillingStore["Service"]
    const givenUp = { kind: "OTP_UNDELIVERED", reason: "EXPIRED", email: "a@b.example" }
    const replace = Effect.flatMap(BillingStore, (store) => store.replaceOtp({} as never, givenUp as never))
    const { points } = await exportedBy(Context.make(BillingStore, store), replace)
    expect(points).toEqual([["studio.otps.undelivered", { "studio.outcome": "EXPIRED" }, 1]])
  })
})

describe("a request", () => {
  const asked = async (
    store: Partial<BillingStore["Service"]>,
    headers: Record<string, string> = {},
    path = "/studio/plans",
  ) => {
    const exporter = makeExporter()
    const { services } = makeBilling({ wrapStore: (inner) => ({ ...inner, ...store }) })
    const server = makeStudioServer({
      ports: observed(Layer.succeedContext(services), exporter.layer),
      authenticate: () =>
        Effect.succeed({ userId: "u", organizationId: "o", permissions: [], sessionId: null }),
      onDefect: () => undefined,
    })
    const { status } = await server.fetch(path, {
      headers: { authorization: "Bearer secret", ...headers },
    })
    await server.close()
    const span = exporter.spans.find(({ kind }) => kind === "server")
    return { ...exporter, status, span, attributes: Object.fromEntries(span?.attributes ?? []) }
  }

  it("is a span under the caller's, and is counted", async () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    const { status, span, metrics } = await asked({}, { traceparent })
    expect(span?.traceId).toBe("0af7651916cd43dd8448eb211c80319c")
    expect(metrics()).toEqual([
      [
        "http.server.request.duration",
        {
          "http.request.method": "GET",
          "http.route": "/studio/plans",
          "http.response.status_code": String(status),
        },
        1,
      ],
    ])
  })

  it.each(["", "00-0-0-01", "x".repeat(10_000)])(
    "begins a trace where the caller names none: %.12s",
    async (traceparent) => {
      const { span } = await asked({}, { traceparent })
      expect(span?.parent._tag).toBe("None")
    },
  )

  it("shows nothing of a path that is no id", async () => {
    const { attributes } = await asked({}, {}, "/studio/organizations/tok_secret/invoices?page=tok_secret")
    expect(attributes["url.path"]).toBe("/studio/organizations/{organizationId}/invoices")
    expect(JSON.stringify(attributes)).not.toContain("tok_secret")
  })

  it("that ends by a defect is an error by its kind, and is logged with its trace", async () => {
    const plans = () => Effect.die(new RangeError("the card tok_secret"))
    const { status, span, attributes, logs } = await asked({ plans })
    expect(status).toBe(500)
    expect(attributes).toMatchObject({ "http.response.status_code": 500, "error.type": "RangeError" })
    const end = span?.status._tag === "Ended" ? String(span.status.exit) : ""
    expect(end).toContain("RangeError")
    expect(logs).toMatchObject([
      { level: "Error", traceId: span?.traceId, annotations: { "error.type": "RangeError" } },
    ])
    expect(JSON.stringify([logs, attributes, end])).not.toContain("tok_secret")
  })
})
