// Issuers of tokens that do wrong: what they give is read, and a deadline holds.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import { issueTokens } from "../../../src/app/sign-in/tokens.ts"
import { CurrentPortReporter, type PortFault, TokenIssuer } from "../../../src/index.ts"

const grant = {
  userId: "u",
  organizationId: "o",
  permissions: [],
  sessionId: null,
  refreshToken: "refresh",
  now: 0,
}

const issuing = async (issue: () => unknown) => {
  const faults: Array<PortFault> = []
  const issuer = { issue, verify: () => Effect.never } as unknown as TokenIssuer["Service"]
  const exit = await Effect.runPromise(
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(Effect.exit(issueTokens(grant)), { startImmediately: true })
      yield* TestClock.adjust("30 seconds")
      return yield* Fiber.join(fiber)
    }).pipe(
      Effect.provideService(TokenIssuer, issuer),
      Effect.provideService(CurrentPortReporter, (fault) => Effect.sync(() => faults.push(fault))),
      Effect.provide(TestClock.layer()),
    ),
  )
  return { exit, faults }
}

describe("an issuer of tokens", () => {
  it.each([
    ["never answers", () => Effect.never, "NO_ANSWER"],
    ["cannot be interrupted", () => Effect.uninterruptible(Effect.never), "NO_ANSWER"],
    ["gives no text", () => Effect.succeed(undefined), "UNREADABLE"],
    ["fails with the token in its message", () => Effect.die(new Error("refresh")), "DEFECT"],
  ])("that %s gives no tokens, and is reported", async (_, issue, kind) => {
    const { exit, faults } = await issuing(issue)
    expect(exit._tag === "Failure" && Cause.pretty(exit.cause)).toContain(
      "TokenIssuer.issue gave no answer that can be used",
    )
    expect(faults).toMatchObject([{ operation: "TokenIssuer.issue", kind, organizationId: "o" }])
    expect(faults[0]?.detail).not.toContain("Error: refresh")
  })
})
