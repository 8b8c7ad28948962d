// What an engine claimed and has not begun, while claims come late.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { expect, it } from "vitest"
import { makeClaims } from "../../src/engine/claims.ts"
import { boundsOf } from "../../src/engine/EngineBounds.ts"
import { BillingStore, type DueClaim } from "../../src/index.ts"
import { makeBilling } from "../support/billing.ts"

const claimOf = (organizationId: string): DueClaim => ({
  organizationId,
  at: 0,
  until: Number.MAX_SAFE_INTEGER,
})

it("loses no claim that comes while the next one is taken", async () => {
  const { run } = makeBilling()
  const taken = await run(
    Effect.gen(function* () {
      const claims = makeClaims(yield* BillingStore, boundsOf())
      yield* claims.add([claimOf("first")])
      // A fiber may be held up at any step, also while it reads the clock.
      const heldUp = (clock: Clock.Clock): Clock.Clock => ({
        ...clock,
        currentTimeMillis: Effect.andThen(Effect.yieldNow, clock.currentTimeMillis),
      })
      const taking = Effect.updateService(claims.next, Clock.Clock, heldUp)
      const next = yield* Effect.forkChild(taking, { startImmediately: true })
      yield* claims.add([claimOf("late")])
      const first = yield* Fiber.join(next)
      return [first, yield* claims.next, yield* claims.next].map((claim) => claim?.organizationId ?? null)
    }),
  )
  expect(taken).toEqual(["first", "late", null])
})
