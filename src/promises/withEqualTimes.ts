// The sender of codes that takes as long for each, for who does not know Effect.
import * as app from "../app/otp-delivery/withEqualTimes.ts"
import type { OtpSender } from "../ports/OtpSender.ts"
import type { OtpSenderPort } from "./ports/ports.ts"
import { adapters } from "./ports/services.ts"
import { callback } from "./shapes.ts"

/**
 * The sender with sends that take `millis` each, by default 2,000 and less than the 5,000 that a send may take: nobody learns by
 * the time of a request which addresses have an account. It gets no decoys. What it has not accepted by then is tried again, and
 * its `signal` is aborted. Throws a `RangeError` for another `millis`.
 *
 * @example
 * ```ts
 * import { withEqualTimes } from "studio-billing/promises"
 *
 * const otpSender = withEqualTimes({
 *   send: async ({ email, code }, { signal }) => {
 *     const body = JSON.stringify({ to: email, text: `Your code is ${code}` })
 *     const { ok, status } = await fetch("https://mail.example", { method: "POST", body, signal })
 *     if (!ok) throw new Error(`The mail service answered ${status}`)
 *   },
 * })
 * typeof otpSender.send // "function"
 * ```
 */
export const withEqualTimes = (sender: OtpSenderPort, millis?: number): OtpSenderPort => {
  callback(sender.send, "withEqualTimes: send")
  const { send } = adapters.otpSender.members
  const service = { send: send?.(sender as never, "send", "otpSender.send") }
  return app.withEqualTimes(service as OtpSender["Service"], millis)
}
