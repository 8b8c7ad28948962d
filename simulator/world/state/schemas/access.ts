// Organizations, users, and what they sign in with. Codes and tokens are in none of these: only their hashes are.
import * as Schema from "effect/Schema"
import {
  type Access,
  IdempotencyKey as IdempotencyKeys,
  type OtpAddress as OtpAddresses,
  Otp as Otps,
  type Session as Sessions,
} from "../../../../src/index.ts"
import { At, AtOrNull, Natural, owner, Permission } from "./scalars.ts"

/** An organization. */
export const Organization: Schema.Codec<Access.Organization> = Schema.Struct({
  ...owner,
  name: Schema.String,
  currency: Schema.String,
  status: Schema.Literals(["ACTIVE", "INACTIVE"]),
})

/** A user. */
export const User: Schema.Codec<Access.User> = Schema.Struct({
  userId: Schema.String,
  email: Schema.String,
  emailVerified: Schema.Boolean,
  memberships: Schema.Array(Schema.Struct({ ...owner, permissions: Schema.Array(Permission) })),
})

/** The purpose of an OTP. */
export const OtpContext = Schema.Literals(Otps.OTP_CONTEXTS)

/** An e-mail address with its one-time passwords. */
export const OtpAddress: Schema.Codec<OtpAddresses.OtpAddress> = Schema.Struct({
  email: Schema.String,
  otps: Schema.Array(
    Schema.Struct({
      otpId: Schema.String,
      email: Schema.String,
      context: OtpContext,
      codeHash: Schema.String,
      decoy: Schema.Boolean,
      status: Schema.Literals(Otps.OTP_STATUSES),
      wrongAttempts: Natural,
      createdAt: At,
      expiresAt: At,
      verifiedAt: AtOrNull,
      exchangedAt: AtOrNull,
    }),
  ),
  wrongCodes: Schema.Struct({ dayAt: At, count: Natural }),
  unlocksAt: AtOrNull,
})

/** A family of refresh tokens. */
export const Session: Schema.Codec<Sessions.Session> = Schema.Struct({
  sessionId: Schema.String,
  userId: Schema.String,
  ...owner,
  permissions: Schema.Array(Permission),
  tokenHash: Schema.String,
  previousHash: Schema.NullOr(Schema.String),
  rotatedAt: At,
  expiresAt: At,
  revokedAt: AtOrNull,
})

/** A key under which the answer to a call is kept. */
export const IdempotencyKey: Schema.Codec<IdempotencyKeys.IdempotencyKey> = Schema.Struct({
  keyId: Schema.String,
  status: Schema.Literals(IdempotencyKeys.IDEMPOTENCY_KEY_STATUSES),
  callId: Schema.String,
  fingerprint: Schema.String,
  answer: Schema.NullOr(Schema.String),
  takenAt: At,
  expiresAt: At,
})
