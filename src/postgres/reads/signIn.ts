// Reads of people, of what they sign in with, and of idempotency keys.
import * as Effect from "effect/Effect"
import type { User } from "../../core/identity/Access.ts"
import type { IdempotencyKey } from "../../core/identity/IdempotencyKey.ts"
import { empty, type OtpAddress } from "../../core/identity/OtpAddress.ts"
import type { Session } from "../../core/identity/Session.ts"
import type { BillingStore } from "../../ports/BillingStore.ts"
import type { Statements } from "../statements.ts"

/** The reads of a store. */
export const signInReads = ({ versioned }: Statements) => {
  const one = <A>(...args: Parameters<Statements["versioned"]>) =>
    Effect.map(versioned<A>(...args), ([found]) => found ?? null)
  return {
    user: (userId) => one<User>("user", "user_id = $1", [userId]),
    userByEmail: (email) => one<User>("user", "email = $1", [email]),
    otpAddress: (email) =>
      Effect.map(
        one<OtpAddress>("address", "email = $1", [email]),
        (found) => found ?? { value: empty(email), version: 0 },
      ),
    otpAddressOf: (otpId) =>
      one<OtpAddress>("address", "email = (SELECT email FROM $schema.otps WHERE otp_id = $1)", [otpId]),
    session: (sessionId) => one<Session>("session", "session_id = $1", [sessionId]),
    openSessions: (userId, at) =>
      versioned<Session>("session", "user_id = $1 AND open AND $2::bigint < forgettable_at", [userId, at]),
    idempotencyKey: (keyId) => one<IdempotencyKey>("idempotency_key", "key_id = $1", [keyId]),
  } satisfies Partial<BillingStore["Service"]>
}
