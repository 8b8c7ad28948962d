import * as Otp from "../../../src/core/identity/Otp.ts"
import { defaultOtpPolicy } from "../../../src/core/identity/OtpPolicy.ts"
import * as Session from "../../../src/core/identity/Session.ts"
import { just, LATER, NOW, ofEvents } from "./Lifecycle.ts"

const otpIn = (status: Otp.OtpStatus): Otp.Otp => ({
  otpId: "otp-1",
  email: "owner@example.com",
  context: "MAGIC_AUTH",
  codeHash: "hash",
  decoy: false,
  status,
  wrongAttempts: 0,
  createdAt: NOW,
  expiresAt: LATER,
  verifiedAt: null,
  exchangedAt: null,
})

const otpStates: Readonly<Record<"none" | Otp.OtpStatus, Otp.Otp | null>> = {
  none: null,
  REQUESTED: otpIn("REQUESTED"),
  VERIFIED: otpIn("VERIFIED"),
  EXCHANGED: otpIn("EXCHANGED"),
  LOCKED: otpIn("LOCKED"),
  EXPIRED: otpIn("EXPIRED"),
}

const { email, context, codeHash } = otpIn("REQUESTED")
const validate = (codeMatches: boolean, now = NOW): Otp.OtpCommand => ({
  _tag: "Validate",
  otpId: "otp-1",
  email,
  context,
  codeMatches,
  now,
})
const exchange = (codeMatches: boolean, now = NOW): Otp.OtpCommand => ({
  _tag: "Exchange",
  otpId: "otp-1",
  codeMatches,
  now,
})
const lastTry = (command: Otp.OtpCommand) => (state: Otp.Otp | null) =>
  [
    state === null ? null : { ...state, wrongAttempts: defaultOtpPolicy.wrongAttemptsMax - 1 },
    command,
  ] as const

export const otp = ofEvents<Otp.Otp, Otp.OtpCommand, Otp.OtpEvent>({
  decider: Otp.decider(defaultOtpPolicy),
  states: otpStates,
  nameOf: ({ status }) => status,
  columns: {
    Request: just({ _tag: "Request", otpId: "otp-1", email, context, codeHash, decoy: false, now: NOW }),
    "Validate (right code)": just(validate(true)),
    "Validate (wrong code)": just(validate(false)),
    "Validate (fifth wrong code)": lastTry(validate(false)),
    "Validate (too late)": just(validate(true, LATER)),
    "Exchange (right code)": just(exchange(true)),
    "Exchange (wrong code)": just(exchange(false)),
    "Exchange (fifth wrong code)": lastTry(exchange(false)),
    "Exchange (too late)": just(exchange(true, LATER)),
    Expire: just({ _tag: "Expire", otpId: "otp-1", now: LATER }),
    "Expire (too early)": just({ _tag: "Expire", otpId: "otp-1", now: NOW }),
  },
})

const open: Session.Session = {
  sessionId: "session-1",
  userId: "user-1",
  organizationId: "organization-1",
  permissions: [],
  tokenHash: "#1",
  previousHash: "#0",
  rotatedAt: NOW - Session.SAME_SUCCESSOR_MILLIS + 1,
  expiresAt: LATER,
  revokedAt: null,
}

const refresh = (presentedHash: string): Session.SessionCommand => ({
  _tag: "Refresh",
  presentedHash,
  successorHash: "#2",
  now: NOW,
})

export const session = ofEvents<Session.Session, Session.SessionCommand, Session.SessionEvent>({
  decider: Session.Session,
  states: { none: null, OPEN: open, OVER: { ...open, expiresAt: NOW }, ENDED: { ...open, revokedAt: 0 } },
  nameOf: ({ revokedAt, expiresAt }) => (revokedAt !== null ? "ENDED" : expiresAt <= NOW ? "OVER" : "OPEN"),
  columns: {
    Open: just({ ...open, _tag: "Open", now: NOW }),
    "Refresh (current token)": just(refresh("#1")),
    "Refresh (the one before, within 10 s)": just(refresh("#0")),
    "Refresh (the one before, later)": (state) => [
      state === null ? null : { ...state, rotatedAt: NOW - Session.SAME_SUCCESSOR_MILLIS },
      refresh("#0"),
    ],
    "Refresh (an older one)": just(refresh("#-1")),
    Switch: just({ _tag: "Switch", organizationId: "organization-2", tokenHash: "#2", now: NOW }),
    SignOut: just({ _tag: "SignOut", now: NOW }),
  },
})
