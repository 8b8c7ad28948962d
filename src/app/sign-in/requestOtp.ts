// Requesting a one-time password. A known and an unknown address get the same answers by the same port calls: the
// unknown one gets a decoy, which behaves the same. Models "Request an OTP" of the specification. GAP-10, GAP-12
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { run } from "../../core/Decider.ts"
import { normaliseEmail, type OtpContext } from "../../core/identity/Otp.ts"
import * as OtpAddress from "../../core/identity/OtpAddress.ts"
import * as OtpDelivery from "../../core/identity/OtpDelivery.ts"
import { BillingStore, type VersionConflict } from "../../ports/BillingStore.ts"
import { IdSource } from "../../ports/IdSource.ts"
import type { OtpSender, WaitingOtp } from "../../ports/OtpSender.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { commitOfScopes } from "../execution/commitOf.ts"
import { retryConflicts, type StoreBusy } from "../execution/retryConflicts.ts"
import { useCase } from "../execution/useCase.ts"
import { sendOtp } from "../otp-delivery/sendOtp.ts"
import { CurrentOtpPolicy } from "./CurrentOtpPolicy.ts"
import { addressChange } from "./changes.ts"

/** The address of a code, and its purpose. */
export interface RequestOtp {
  readonly email: string
  readonly context: OtpContext
}

/** The answer to the requester; the code goes only to the address. */
export interface RequestedOtp {
  readonly otpId: string
  readonly expiresAt: number
}

/**
 * Makes an OTP for an address and sends its code there, if the address has a user. The answer is the same when the code
 * could not be sent: `deliverOtps` sends it then, as long as it is valid. GAP-142
 *
 * Refused with `TooManyOtps` while the address has the maximum of live ones, and with `OtpLocked` while it is locked,
 * with a user or without.
 */
export const requestOtp = useCase("requestOtp")(function* (
  request: RequestOtp,
): Effect.fn.Return<
  RequestedOtp,
  OtpAddress.OtpAddressRejection | StoreBusy,
  BillingStore | IdSource | Secrets | OtpSender
> {
  const ids = yield* IdSource
  const secrets = yield* Secrets
  const policy = yield* CurrentOtpPolicy
  const otpId = yield* ids.next
  const code = yield* secrets.otpCode(policy.digits)
  const codeHash = secrets.digest({ subject: otpId, text: code })
  const email = normaliseEmail(request.email)

  const { context } = request
  const waiting = yield* retryConflicts(tryToRequest({ otpId, email, context, codeHash }, code))
  yield* sendOtp(waiting)
  return { otpId, expiresAt: waiting.message.expiresAt }
})

/** A requested OTP; its code goes nowhere but into the message. */
type Wish = Pick<
  Extract<OtpAddress.OtpAddressCommand, { readonly _tag: "Request" }>,
  "otpId" | "email" | "context" | "codeHash"
>

const tryToRequest = Effect.fnUntraced(function* (
  wish: Wish,
  code: string,
): Effect.fn.Return<WaitingOtp, OtpAddress.OtpAddressRejection | VersionConflict, BillingStore> {
  const store = yield* BillingStore
  const policy = yield* CurrentOtpPolicy
  const { otpId, email } = wish
  const now = yield* Clock.currentTimeMillis
  const user = yield* store.userByEmail(email)
  const address = yield* store.otpAddress(email)
  const command = { _tag: "Request", ...wish, now, decoy: user === null } as const
  const { state, events } = yield* Effect.fromResult(run(OtpAddress.decider(policy), address.value, command))
  const event = events.find((candidate) => candidate._tag === "OtpRequested")
  if (event === undefined) return yield* Effect.die(new Error("An id was given twice"))
  const { _tag, codeHash: _, at: createdAt, ...otp } = event
  const message = { ...otp, code, createdAt }
  const waiting: WaitingOtp = { kind: "OTP", messageId: otpId, message, ...OtpDelivery.begin(now) }
  yield* store.commit(commitOfScopes([addressChange(address, state)], [waiting]))
  return waiting
})
