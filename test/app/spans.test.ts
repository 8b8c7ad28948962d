// What a tracer sees: one span for each use case, with the ids of its organization and invoice, and no secret.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Tracer from "effect/Tracer"
import { describe, expect, it } from "vitest"
import { attribute } from "../../src/app/telemetry/telemetry.ts"
import {
  authenticate,
  type BillingPorts,
  createOrganization,
  createUser,
  defineCoupon,
  definePlan,
  deliverEvents,
  endSession,
  listDeliveries,
  listEndpoints,
  listSessions,
  recoverDeliveries,
  redeliver,
  refreshTokens,
  registerEndpoint,
  removeEndpoint,
  requestOtp,
  rotateEndpointSecret,
  runDue,
  signIn,
  signOut,
  switchOrganization,
  updateEndpoint,
  validateOtp,
  viewProfile,
} from "../../src/index.ts"
import { coupon, makeBilling, organizationId, plan, subscribed } from "../support/billing.ts"
import { changes, id, reads } from "../support/useCases.ts"
import { aWorld, OWNER } from "./auth/support.ts"
import { makeWebhooks, secret } from "./webhooks/support.ts"

/** The operators' use cases that concern no account, and the engine. */
const others: Readonly<Record<string, Effect.Effect<unknown, unknown, BillingPorts>>> = {
  createOrganization: createOrganization({
    organizationId: id,
    name: "One",
    currency: "BRL",
    status: "ACTIVE",
  }),
  createUser: createUser({ userId: null, email: OWNER, emailVerified: true, memberships: [] }),
  defineCoupon: defineCoupon({ ...coupon, planIds: null }),
  definePlan: definePlan(plan),
  runDue: runDue(0),
}

/** A tracer that keeps what it is told, and the effect under it. */
const makeTracer = () => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    },
  })
  return {
    traced: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provideService(effect, Tracer.Tracer, tracer),
    seen: () => spans.map(({ name, attributes }) => ({ name, ...Object.fromEntries(attributes) })),
    /** What the spans tell of how they ended, and an exporter would export. */
    endings: () => spans.map(({ status }) => (status._tag === "Ended" ? status.exit : status)),
  }
}

/** The ids that the span of a use case has. */
const idsOf = (name: string) => {
  if (name === "createOrganization") return { [attribute.organizationId]: id }
  if (name in others) return {}
  const ofInvoice =
    /^(pay|view|refund|settle|void|writeOff)Invoice$|Dispute$|failPayment|hearGateway|applyVoucher/
  return {
    [attribute.organizationId]: organizationId,
    ...(ofInvoice.test(name) && { [attribute.invoiceId]: id }),
  }
}

describe("the span", () => {
  it.each(Object.entries({ ...changes, ...reads, ...others }))(
    "of %s has its name and ids, tells a refusal by its tag alone, and is the only one",
    async (name, useCase) => {
      const { traced, seen, endings } = makeTracer()
      const billing = makeBilling()
      await billing.seeded()
      await billing.run(subscribed())
      const result = await billing.run(Effect.result(traced<unknown, unknown, BillingPorts>(useCase)))
      const refusal =
        Result.isFailure(result) && Predicate.hasProperty(result.failure, "_tag") && result.failure._tag
      expect(seen()).toEqual([
        { name, ...idsOf(name), ...(refusal !== false && { [attribute.rejection]: refusal }) },
      ])
      expect(endings()).toEqual([Exit.void])
    },
  )

  it("of what concerns a session tells nothing of codes and tokens", async () => {
    const { traced, seen } = makeTracer()
    const { succeed, run, requested } = await aWorld()
    const { otpId, code, ...more } = await requested(OWNER)
    await succeed(traced(requestOtp({ email: OWNER, context: "MAGIC_AUTH" })))
    await succeed(traced(validateOtp({ otpId, code, ...more })))
    const tokens = await succeed(traced(signIn({ otpId, code, organizationId: "org-1" })))
    const { accessToken, refreshToken } = await succeed(traced(refreshTokens(tokens)))
    const authorization = `Bearer ${accessToken}`
    const call = { authorization, organizationId: "org-1", required: null }
    // A step of every call, and cheap: it has none.
    const { userId, sessionId } = await succeed(traced(authenticate(call)))
    await succeed(traced(viewProfile(userId)))
    await succeed(traced(listSessions({ userId })))
    await run(traced(switchOrganization({ userId, sessionId, organizationId: "org-2" })))
    await succeed(traced(endSession({ userId, sessionId: sessionId ?? "" })))
    await succeed(traced(signOut({ refreshToken })))
    expect(seen()).toEqual([
      { name: "requestOtp" },
      { name: "validateOtp" },
      { name: "signIn", [attribute.organizationId]: "org-1" },
      { name: "refreshTokens" },
      { name: "viewProfile" },
      { name: "listSessions" },
      {
        name: "switchOrganization",
        [attribute.organizationId]: "org-2",
        [attribute.rejection]: "OrganizationNotFound",
      },
      { name: "endSession" },
      { name: "signOut" },
    ])
  })

  it("of what concerns webhooks tells nothing of their secrets", async () => {
    const { traced, seen } = makeTracer()
    const { run } = makeWebhooks()
    const endpoint = { url: "https://one.example/", types: null, secret }
    const { endpointId } = await run(traced(registerEndpoint(endpoint)))
    await run(traced(deliverEvents(() => undefined)))
    await run(traced(rotateEndpointSecret({ endpointId, secret: null })))
    await run(traced(updateEndpoint({ endpointId, types: ["invoice.issued"] })))
    await run(traced(listEndpoints()))
    await run(traced(listDeliveries({ endpointId, status: "PARKED", page: 1, limit: 1 })))
    await run(traced(recoverDeliveries({ endpointId, since: null, limit: null })))
    await run(Effect.result(traced(redeliver(id))))
    await run(traced(removeEndpoint(endpointId)))
    expect(seen().map((span) => Object.values(span))).toEqual([
      ["registerEndpoint"],
      ["deliverEvents"],
      ["rotateEndpointSecret"],
      ["updateEndpoint"],
      ["listEndpoints"],
      ["listDeliveries"],
      ["recoverDeliveries"],
      ["redeliver", "WebhookDeliveryNotFound"],
      ["removeEndpoint"],
    ])
  })
})
