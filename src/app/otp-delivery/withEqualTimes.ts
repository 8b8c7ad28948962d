// A sender that takes as long for every code. A request for a code waits for its sender, so that its time would tell who has an
// account: an address that nobody has gets a decoy, of which nothing is sent. GAP-10
import * as Effect from "effect/Effect"
import { SEND_MILLIS_MAX } from "../../core/identity/OtpDelivery.ts"
import type { OtpSender } from "../../ports/OtpSender.ts"
import { exitWithin } from "../ports/exitWithin.ts"

/** How long a send takes where nothing else is said. */
export const EQUAL_MILLIS = 2_000

/**
 * The sender with sends that take `millis` each, from 1 to less than the 5 seconds that a send may take. It gets no decoys. What it
 * has not accepted by then is interrupted, and tried again as what it refused is.
 *
 * @throws RangeError for another `millis`.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { withEqualTimes } from "studio-billing"
 *
 * const sender = withEqualTimes({ send: ({ email, code }) => Effect.log("To the mail service", email, code.length) })
 * typeof sender.send // "function"
 * ```
 */
export const withEqualTimes = (
  sender: OtpSender["Service"],
  millis: number = EQUAL_MILLIS,
): OtpSender["Service"] => {
  if (!Number.isInteger(millis) || millis < 1 || millis >= SEND_MILLIS_MAX) {
    throw new RangeError(`withEqualTimes: millis has to be an integer from 1 to ${SEND_MILLIS_MAX - 1}`)
  }
  const late = Effect.die(new Error(`The sender accepted nothing within ${millis} ms`))
  return {
    send: (message) => {
      const sending = message.decoy ? Effect.void : Effect.suspend(() => sender.send(message))
      const both = Effect.all([exitWithin(sending, millis), Effect.sleep(millis)], { concurrency: 2 })
      return Effect.flatMap(both, ([exit]) => exit ?? late)
    },
  }
}
