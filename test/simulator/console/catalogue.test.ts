import { describe, expect, it } from "vitest"
import {
  actorOf,
  cards,
  declineCodes,
  eventTypes,
  otpContexts,
} from "../../../simulator/console/data/catalogue.ts"
import type { Member } from "../../../simulator/console/data/shapes.ts"
import { testCards } from "../../../simulator/index.ts"
import { DeclineCode } from "../../../src/api/index.ts"
import { Otp, WebhookEvent } from "../../../src/index.ts"

describe("what the console offers", () => {
  it("are the test cards", () => {
    const known = Array.from(testCards, ([token, { brand, last4 }]) => [token, `${brand} ${last4}`])
    expect(cards.map(([token, what]) => [token, what.split(",")[0]])).toEqual(known)
  })

  it("are the types of events", () => {
    expect([...eventTypes].sort()).toEqual([...WebhookEvent.EVENT_TYPES].sort())
  })

  it("are the contexts of codes, and the reasons of a refusal", () => {
    expect(otpContexts).toEqual(Otp.OTP_CONTEXTS)
    expect(declineCodes).toEqual(DeclineCode.literals)
  })
})

describe("in whose name something is done", () => {
  const organization = { organizationId: "o", name: "O", currency: "BRL", status: "ACTIVE" } as const
  const user = (email: string, permissions: Member["permissions"], emailVerified = true) => ({
    userId: email,
    email,
    emailVerified,
    permissions,
  })

  it("is that of the user who may do the most, a verified one before another", () => {
    const users = [
      user("viewer", ["plan:read"]),
      user("new", ["plan:read", "invoice:pay"], false),
      user("owner", ["plan:read", "invoice:pay"]),
      user("late", ["plan:read", "invoice:pay"]),
    ]
    expect(actorOf({ ...organization, users })).toEqual({ organizationId: "o", email: "owner" })
  })

  it("is nobody's where there is no user", () => {
    expect(actorOf({ ...organization, users: [] })).toBe(null)
  })
})
