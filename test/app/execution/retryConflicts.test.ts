import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { describe, expect, it } from "vitest"
import { retryConflicts } from "../../../src/app/execution/retryConflicts.ts"
import type { VersionConflict } from "../../../src/ports/BillingStore.ts"
import { PaymentGateway } from "../../../src/ports/PaymentGateway.ts"

const conflict: VersionConflict = { _tag: "VersionConflict", scope: { kind: "user", id: "user-1" } }

/** A clock whose time passes as it is told, and not while somebody sleeps. */
const clockOf = async (
  now: () => number,
  onSleep: (duration: Duration.Duration) => void = () => undefined,
): Promise<Clock.Clock> => ({
  ...(await Effect.runPromise(Effect.service(Clock.Clock))),
  currentTimeMillis: Effect.sync(now),
  sleep: (duration) => Effect.sync(() => onSleep(duration)),
})

/** Runs an attempt that meets so many conflicts first, each after so many milliseconds; with the pauses. */
const retried = async (
  conflicts: number,
  last: Effect.Effect<string, { readonly _tag: "Other" }>,
  millis = 0,
) => {
  let tries = 0
  let now = 0
  const pauses: Array<number> = []
  const attempt = Effect.gen(function* () {
    tries += 1
    now += millis
    return tries <= conflicts ? yield* Effect.fail(conflict) : yield* last
  })
  const clock = await clockOf(
    () => now,
    (duration) => void pauses.push(Duration.toMillis(duration)),
  )
  const answer = await Effect.runPromise(
    Effect.match(retryConflicts(attempt), {
      onFailure: (error) => error._tag,
      onSuccess: (value) => value,
    }).pipe(Effect.provideService(Clock.Clock, clock), Random.withSeed("conflicts")),
  )
  return { answer, tries, pauses }
}

describe("retrying conflicts", () => {
  it("tries until a commit meets none", async () => {
    for (const conflicts of [0, 1, 9, 199]) {
      const { answer, tries } = await retried(conflicts, Effect.succeed("done"))
      expect({ answer, tries }).toEqual({ answer: "done", tries: conflicts + 1 })
    }
  })

  it.each([
    ["the tenth conflict, where three seconds have passed", 3_000, 10],
    ["the first one after three seconds", 200, 16],
    ["the two hundredth, however fast they come", 0, 200],
  ])("gives up at %s", async (_, millis, tries) => {
    expect(await retried(1_000, Effect.succeed("done"), millis)).toMatchObject({ answer: "StoreBusy", tries })
  })

  it("pauses at random below a bound that goes up to 16 milliseconds, and not at all before the first two", async () => {
    const { pauses } = await retried(12, Effect.succeed("done"))
    const bounds = [2, 2, 4, 4, 8, 8, 16, 16, 16, 16]
    expect(pauses).toHaveLength(bounds.length)
    for (const [index, bound] of bounds.entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(0)
      expect(pauses[index]).toBeLessThan(bound)
    }
    expect(new Set(pauses).size).toBeGreaterThan(1)
  })

  it("does not try again after another failure", async () => {
    const { answer, tries } = await retried(1, Effect.fail({ _tag: "Other" }))
    expect({ answer, tries }).toEqual({ answer: "Other", tries: 2 })
  })

  it("tries something else again where it is given that", async () => {
    const tried: Array<string> = []
    const failing = (name: string) =>
      Effect.suspend(() => {
        tried.push(name)
        return Effect.fail(conflict)
      })
    const trying = Effect.flip(retryConflicts(failing("first"), failing("again")))
    await Effect.runPromise(Effect.provideService(trying, Clock.Clock, await clockOf(() => 0)))
    expect(tried).toEqual(["first", ...Array.from({ length: 199 }, () => "again")])
  })

  it("takes no attempt that needs a gateway", () => {
    const gateway = Effect.flatMap(PaymentGateway, ({ tokenize }) => tokenize("tok_visa"))
    // @effect-diagnostics-next-line missingEffectContext:off
    // @ts-expect-error what a gateway does cannot be done again
    expect(Effect.isEffect(retryConflicts(gateway))).toBe(true)
  })
})
