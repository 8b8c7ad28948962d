import * as Result from "effect/Result"
import { run } from "../../../src/core/Decider.ts"
import type * as Otp from "../../../src/core/identity/Otp.ts"
import * as OtpAddress from "../../../src/core/identity/OtpAddress.ts"
import { defaultOtpPolicy } from "../../../src/core/identity/OtpPolicy.ts"

export const NOON = Date.UTC(2024, 0, 31, 12)
export const MINUTE = 60_000
export const DAY = 86_400_000
export const EMAIL = "owner@example.com"
export const address = OtpAddress.decider(defaultOtpPolicy)

type Command<Tag extends Otp.OtpCommand["_tag"]> = Extract<Otp.OtpCommand, { readonly _tag: Tag }>

export const request = (over: Partial<Command<"Request">> = {}): Command<"Request"> => ({
  _tag: "Request",
  otpId: "otp-1",
  email: EMAIL,
  context: "MAGIC_AUTH",
  codeHash: "hash",
  decoy: false,
  now: NOON,
  ...over,
})

export const validate = (over: Partial<Command<"Validate">> = {}): Command<"Validate"> => ({
  _tag: "Validate",
  otpId: "otp-1",
  email: EMAIL,
  context: "MAGIC_AUTH",
  codeMatches: true,
  now: NOON,
  ...over,
})

export const exchange = (over: Partial<Command<"Exchange">> = {}): Command<"Exchange"> => ({
  _tag: "Exchange",
  otpId: "otp-1",
  codeMatches: true,
  now: NOON,
  ...over,
})

export const expire = (over: Partial<Command<"Expire">> = {}): Command<"Expire"> => ({
  _tag: "Expire",
  otpId: "otp-1",
  now: NOON,
  ...over,
})

export const anOtp = (over: Partial<Otp.Otp> = {}): Otp.Otp => ({
  otpId: "otp-1",
  email: EMAIL,
  context: "MAGIC_AUTH",
  codeHash: "hash",
  decoy: false,
  status: "REQUESTED",
  wrongAttempts: 0,
  createdAt: NOON,
  expiresAt: NOON + 10 * MINUTE,
  verifiedAt: null,
  exchangedAt: null,
  ...over,
})

/** What a decision comes to in one line: `refused <tag>`, the tags of its events, or `nothing`. */
export const said = (
  decided: Result.Result<ReadonlyArray<{ readonly _tag: string }>, { readonly _tag: string }>,
): string =>
  Result.match(decided, {
    onFailure: (rejection) => `refused ${rejection._tag}`,
    onSuccess: (events) => events.map((event) => event._tag).join(", ") || "nothing",
  })

/** One command as a use case runs it; `answer` is the refusal its caller hears, or null. */
export interface Step {
  readonly command: Otp.OtpCommand
  readonly before: OtpAddress.OtpAddress
  readonly after: OtpAddress.OtpAddress
  readonly events: ReadonlyArray<OtpAddress.OtpAddressEvent>
  readonly answer: OtpAddress.OtpAddressRejection | null
}

/** Runs commands one after another as use cases do: decide, commit the events if any, then answer. */
export const walk = (
  commands: ReadonlyArray<Otp.OtpCommand>,
  from: OtpAddress.OtpAddress = OtpAddress.empty(EMAIL),
): ReadonlyArray<Step> => {
  let before = from
  return commands.map((command) => {
    const decided = run(address, before, command)
    const { state: after, events } = Result.getOrElse(decided, () => ({ state: before, events: [] }))
    const answer = Result.isFailure(decided) ? decided.failure : OtpAddress.refusalOf(events)
    const step = { command, before, after, events, answer }
    before = after
    return step
  })
}

export const times = <A>(count: number, make: (index: number) => A): Array<A> =>
  Array.from({ length: count }, (_, index) => make(index))

/** Commands that present `count` wrong codes, five an OTP, each OTP requested first. */
export const wrongCodes = (count: number, now = NOON): ReadonlyArray<Otp.OtpCommand> =>
  times(count, (index) => {
    const otpId = `wrong-${Math.floor(index / 5)}`
    const wrong = validate({ otpId, codeMatches: false, now })
    return index % 5 === 0 ? [request({ otpId, now }), wrong] : [wrong]
  }).flat()

/** The address after these commands. */
export const given = (commands: ReadonlyArray<Otp.OtpCommand>): OtpAddress.OtpAddress =>
  walk(commands).at(-1)?.after ?? OtpAddress.empty(EMAIL)
/** What the caller hears, command by command: the tag of the refusal, or `ok`. */
export const answers = (commands: ReadonlyArray<Otp.OtpCommand>) =>
  walk(commands).map((step) => step.answer?._tag ?? "ok")
