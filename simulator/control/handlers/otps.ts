// The codes that were sent, for whoever has no mailbox to read them in.
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import { Email, paging, presentPage } from "../../../src/api/index.ts"
import { BillingStore, Iso, Otp, type OtpMessage, paginate } from "../../../src/index.ts"
import { respondJson } from "../../../src/http/index.ts"
import type { ControlledWorld, ControlRoute } from "../ControlledWorld.ts"
import { parametersOf } from "../input.ts"

/** How long a call waits for a code at most. */
export const WAIT_MILLIS_MAX = 60_000

const readQuery = parametersOf(
  Schema.Struct({
    ...paging,
    email: Schema.optionalKey(Email),
    wait: Schema.optionalKey(
      Schema.String.check(
        Schema.makeFilter((text: string) => /^\d{1,5}$/.test(text) && Number(text) <= WAIT_MILLIS_MAX, {
          expected: `an integer from 0 to ${WAIT_MILLIS_MAX}`,
        }),
      ),
    ),
  }),
)

/**
 * `GET /_simulator/otps`: newest first, of one address or of all. With `wait` it answers as soon as there is a code
 * that was not used yet, and in any case after so many milliseconds.
 */
export const otpRoutes = (world: ControlledWorld): ReadonlyArray<ControlRoute> => [
  {
    method: "GET",
    path: "/_simulator/otps",
    handle: Effect.fnUntraced(function* (request) {
      const { email = null, wait = "0", page, limit } = yield* readQuery(request)
      // Waiting begins before looking, so that no code falls between.
      const waiting = yield* Effect.forkChild(world.inbox.waitFor(email, Number(wait)), {
        startImmediately: true,
      })
      let codes = yield* codesOf(world, email)
      if (!codes.some(({ status }) => status === "REQUESTED")) {
        yield* Fiber.join(waiting)
        codes = yield* codesOf(world, email)
      }
      yield* Fiber.interrupt(waiting)
      return respondJson(
        200,
        presentPage(paginate(codes, { page, limit }), { page, limit }, (code) => code),
      )
    }),
  },
]

const codesOf = (world: ControlledWorld, email: string | null) =>
  Effect.forEach(world.inbox.list(email), (message) =>
    Effect.map(statusOf(message, world.clock.now()), (status) => ({
      otpId: message.otpId,
      email: message.email,
      code: message.code,
      context: message.context,
      createdAt: Iso.toIso(message.createdAt),
      expiresAt: Iso.toIso(message.expiresAt),
      status,
    })),
  )

const statusOf = Effect.fnUntraced(function* (
  { otpId }: OtpMessage,
  now: number,
): Effect.fn.Return<Otp.OtpStatus, never, BillingStore> {
  const address = yield* (yield* BillingStore).otpAddressOf(otpId)
  const otp = address?.value.otps.find((candidate) => candidate.otpId === otpId)
  // The store forgets codes only when their time is over.
  return otp === undefined ? "EXPIRED" : Otp.statusAt(otp, now)
})
