// Decisions that are made while time goes on: whoever read the clock before a boundary may decide after it.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { pauseSubscription, recordUsage, resumeSubscription, runDue } from "../../../src/index.ts"
import { makeBilling, organizationId, startAt, subscribed } from "../../support/billing.ts"
import { atPoint } from "../../support/processes.ts"

const boundary = Date.UTC(2026, 1, 28, 12)

describe("a command that read the clock right before a boundary", () => {
  it("is decided in the cycle that somebody else began meanwhile, and counts no time twice", async () => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(subscribed())
    billing.setNow(startAt + 1)
    await billing.run(pauseSubscription(organizationId))

    billing.setNow(boundary - 1)
    const overtaken = billing.processOf(
      atPoint({ call: "commit", nth: 1, when: "before" }, () => {
        billing.setNow(boundary)
        return runDue(boundary).pipe(Effect.asVoid, Effect.provideContext(billing.services))
      }),
    )
    await overtaken.run(resumeSubscription(organizationId))

    const periods = billing.state.ofOrganization(organizationId)?.periods ?? []
    const spans = periods.map(({ segments }) => segments.map((segment) => segment.spans))
    expect(spans).toEqual([[[{ from: startAt, to: startAt + 1 }]], [[{ from: boundary, to: null }]]])
  })
})

describe("a command that loses a race", () => {
  it("is decided when it is tried again, after what won", async () => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(subscribed())
    const usedAt = startAt + 5
    const events = [{ eventId: "e1", meter: "messages", quantity: 1, occurredAt: usedAt }]
    const overtaken = billing.processOf(
      atPoint({ call: "commit", nth: 1, when: "before" }, () => {
        billing.setNow(usedAt)
        return recordUsage({ organizationId, events }).pipe(
          Effect.asVoid,
          Effect.orDie,
          Effect.provideContext(billing.services),
        )
      }),
    )

    expect(await overtaken.run(pauseSubscription(organizationId))).toMatchObject({ pausedAt: usedAt })
  })
})
