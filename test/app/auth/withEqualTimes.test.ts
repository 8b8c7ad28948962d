// A sender that takes as long for every code, whatever becomes of it.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"
import { EQUAL_MILLIS, type OtpMessage, withEqualTimes } from "../../../src/index.ts"
import { waitingOtpOf } from "../../../src/testing/contracts/records.ts"

const { message } = waitingOtpOf("1")
const decoy: OtpMessage = { ...message, decoy: true }

/** What a send gave, and how long it took. */
const sent = (send: (message: OtpMessage) => Effect.Effect<void>, what: OtpMessage) =>
  Effect.gen(function* () {
    const sending = yield* Effect.forkChild(
      Effect.flatMap(Effect.exit(withEqualTimes({ send }).send(what)), (exit) =>
        Effect.map(Clock.currentTimeMillis, (at) => ({ exit, at })),
      ),
    )
    yield* TestClock.adjust(EQUAL_MILLIS - 1)
    expect(sending.pollUnsafe()).toBeUndefined()
    yield* TestClock.adjust(10_000)
    return yield* Fiber.join(sending)
  }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)

it.each([
  ["was accepted at once", () => Effect.void, true],
  ["was accepted late", () => Effect.sleep(EQUAL_MILLIS - 1), true],
  ["was refused", () => Effect.die(new Error("no")), false],
  [
    "was thrown",
    () => {
      throw new Error("no")
    },
    false,
  ],
  ["hangs", () => Effect.never, false],
  ["cannot be interrupted", () => Effect.uninterruptible(Effect.never), false],
] as const)("takes as long for a code that %s", async (_, send, isAccepted) => {
  const { exit, at } = await sent(send, message)
  expect([Exit.isSuccess(exit), at]).toEqual([isAccepted, EQUAL_MILLIS])
})

it("takes as long for a decoy, which nobody is sent", async () => {
  const got: Array<string> = []
  const send = ({ email }: OtpMessage) => Effect.sync(() => void got.push(email))
  expect(await sent(send, decoy)).toEqual({ exit: Exit.void, at: EQUAL_MILLIS })
  expect(got).toEqual([])
})

it("interrupts what was not accepted in time", async () => {
  let isInterrupted = false
  const interrupted = Effect.sync(() => {
    isInterrupted = true
  })
  const send = () => Effect.onInterrupt(Effect.never, () => interrupted)
  await sent(send, message)
  expect(isInterrupted).toBe(true)
})

it.each([0, 5_000, 1.5, Number.NaN])("refuses %s ms", (millis) => {
  expect(() => withEqualTimes({ send: () => Effect.void }, millis)).toThrow(
    "millis has to be an integer from 1 to 4999",
  )
})
