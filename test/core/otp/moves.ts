import * as fc from "fast-check"
import type * as Otp from "../../../src/core/identity/Otp.ts"
import { DAY, EMAIL, exchange, expire, MINUTE, NOON, request, validate } from "./fixtures.ts"

/** So few that no OTP is ever forgotten. */
export const SLOTS = 8

/** A command against the `slot`-th OTP, `wait` after the one before. */
export interface Move {
  readonly kind: "Request" | "Validate" | "Exchange" | "Expire"
  readonly slot: number
  readonly right: boolean
  readonly slip: "none" | "email" | "context"
  readonly signIn: boolean
  readonly wait: number
}

export const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom(
    "Request",
    "Request",
    "Validate",
    "Validate",
    "Validate",
    "Exchange",
    "Exchange",
    "Expire",
  ),
  slot: fc.nat({ max: SLOTS - 1 }),
  right: fc.boolean(),
  slip: fc.constantFrom("none", "none", "none", "none", "none", "email", "context"),
  signIn: fc.constantFrom(true, true, true, false),
  wait: fc.constantFrom(0, 0, 0, 0, 1, 1000, MINUTE, 10 * MINUTE - 1, 10 * MINUTE, DAY / 2, DAY),
})
export const moves = fc.array(move, { maxLength: 60, size: "max" })

/** The commands of these moves, from noon on. */
export const commandsOf = (list: ReadonlyArray<Move>, decoy = false): ReadonlyArray<Otp.OtpCommand> => {
  let now = NOON
  return list.map((each) => {
    now += each.wait
    return commandOf(each, now, decoy)
  })
}

const commandOf = (each: Move, now: number, decoy: boolean): Otp.OtpCommand => {
  const otpId = `otp-${each.slot}`
  // The slot decides the context, so that most validations ask in the context of the request.
  const context = each.slot === 7 ? "EMAIL_VERIFICATION" : "MAGIC_AUTH"
  switch (each.kind) {
    case "Request":
      return request({ otpId, context, decoy, now })
    case "Validate":
      return validate({
        otpId,
        codeMatches: each.right,
        context: each.slip === "context" ? "RESET_PASSWORD" : context,
        email: each.slip === "email" ? "other@example.com" : EMAIL,
        now,
      })
    case "Exchange":
      return exchange({ otpId, codeMatches: each.right && each.signIn, now })
    case "Expire":
      return expire({ otpId, now })
  }
}

const plain = { right: true, slip: "none", signIn: true, wait: 0 } as const

/** The whole flow, and signing in a second time. */
export const signIn = (slot: number): Array<Move> =>
  (["Request", "Validate", "Exchange", "Exchange"] as const).map((kind) => ({ ...plain, kind, slot }))

/** Wrong codes at validation. */
export const guesses = (slot: number, count: number): Array<Move> =>
  Array.from({ length: count }, () => ({ ...plain, kind: "Validate", slot, right: false }))

/** A second sign-in, a lock after the validation, a lock of the whole address. */
export const examples: Array<[Array<Move>]> = [
  [[...signIn(0), ...signIn(0)]],
  [[...signIn(0).slice(0, 2), ...guesses(0, 5), ...signIn(0)]],
  [[0, 1, 2, 3, 4].flatMap((slot) => [...signIn(slot).slice(0, 1), ...guesses(slot, 5)])],
]
