// The contract of `OtpSender`: a code arrives at its own address, a decoy nowhere, and what was not accepted is not said to
// be.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import { type OtpMessage, OtpSender } from "../../ports/OtpSender.ts"
import { hold, type Law, same, story } from "../Law.ts"

/** A mail that arrived. */
export interface ArrivedCode {
  /** The address that it arrived at. */
  readonly email: string
  /** All that can be read there; the code is somewhere in it. */
  readonly text: string
}

/** A sender of codes as a test has it, and where its codes arrive. */
export interface OtpSenderHost {
  /** A sender to which nothing was given yet; called once a case. */
  readonly makeLayer: () => Layer.Layer<OtpSender, unknown>
  /** All that arrived from the sender that was made last. */
  readonly arrived: () => Promise<ReadonlyArray<ArrivedCode>>
  /** From now on the service that delivers is out of reach of the sender that was made last. */
  readonly outage?: () => Promise<void>
}

interface OtpSenderCase {
  readonly name: string
  readonly rule: string
  readonly lacks?: keyof OtpSenderHost
  readonly tell: (sender: OtpSender["Service"], host: OtpSenderHost) => Effect.Effect<void>
}

const messageTo = (email: string, code: string, over: Partial<OtpMessage> = {}): OtpMessage => ({
  otpId: `otp-${code}`,
  email,
  code,
  context: "MAGIC_AUTH",
  createdAt: 0,
  expiresAt: 600_000,
  decoy: false,
  ...over,
})

const arrivedAt = ({ arrived }: OtpSenderHost) =>
  Effect.map(
    Effect.promise(() => arrived()),
    (mails) => mails.map(({ email }) => email).toSorted(),
  )

const cases: ReadonlyArray<OtpSenderCase> = [
  {
    name: "a code arrives at its address",
    rule: "When a message was accepted, its code can be read there as it is, with zeros in front.",
    tell: Effect.fnUntraced(function* (sender, host) {
      yield* sender.send(messageTo("a@example.com", "002913"))
      const [mail, ...others] = yield* Effect.promise(() => host.arrived())
      same("address", mail?.email, "a@example.com")
      hold("the code is not in it", mail?.text.includes("002913") ?? false)
      same("others", others.length, 0)
    }),
  },
  {
    name: "a decoy arrives nowhere",
    rule: "It is accepted as any other message, and nothing is sent.",
    tell: Effect.fnUntraced(function* (sender, host) {
      yield* sender.send(messageTo("nobody@example.com", "402913", { decoy: true }))
      same("arrived", yield* arrivedAt(host), [])
    }),
  },
  {
    name: "codes at the same moment arrive each at its own address",
    rule: "No code is lost, and none is in a mail to another address.",
    tell: Effect.fnUntraced(function* (sender, host) {
      const messages = ["100001", "200002", "300003", "400004"].map((code) =>
        messageTo(`${code}@example.com`, code),
      )
      yield* Effect.all(
        messages.map((message) => sender.send(message)),
        { concurrency: "unbounded" },
      )
      const mails = yield* Effect.promise(() => host.arrived())
      const own = messages.map(({ email, code }) =>
        mails.filter((mail) => mail.text.includes(code)).every((mail) => mail.email === email),
      )
      same("own addresses", own, [true, true, true, true])
      same("arrived", [...new Set(mails.map(({ email }) => email))].toSorted(), [
        ...messages.map(({ email }) => email),
      ])
    }),
  },
  {
    name: "the same message is accepted again",
    rule: "A message whose acknowledgement was lost comes again; it may arrive again, and its failure would be wrong.",
    tell: Effect.fnUntraced(function* (sender, host) {
      const message = messageTo("b@example.com", "502913")
      yield* sender.send(message)
      const again = yield* Effect.exit(sender.send(message))
      same("accepted", Exit.isSuccess(again), true)
      same("addresses", [...new Set(yield* arrivedAt(host))], ["b@example.com"])
    }),
  },
  {
    name: "a message that is not accepted is a defect",
    rule: "While the service is out of reach a send does not succeed, so that it is made again.",
    lacks: "outage",
    tell: Effect.fnUntraced(function* (sender, host) {
      yield* Effect.promise(async () => host.outage?.())
      const exit = yield* Effect.exit(Effect.suspend(() => sender.send(messageTo("c@example.com", "602913"))))
      same("succeeded", Exit.isSuccess(exit), false)
    }),
  },
]

/**
 * The contract of a sender of codes. That a decoy takes as long as any other message is for `withEqualTimes`.
 *
 * @example
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { OtpSender } from "studio-billing"
 * import { type OtpSenderHost, otpSenderContract } from "studio-billing/testing"
 *
 * declare const makeSender: () => OtpSender["Service"]
 * declare const arrived: OtpSenderHost["arrived"]
 * const contract = otpSenderContract({ makeLayer: () => Layer.sync(OtpSender, makeSender), arrived: () => arrived() })
 * contract.at(-1)?.name // "skipped without `outage`: a message that is not accepted is a defect"
 * ```
 */
export const otpSenderContract = (host: OtpSenderHost): ReadonlyArray<Law> =>
  cases.map(({ name, rule, lacks, tell }) =>
    story({
      name,
      rule,
      lacks: lacks !== undefined && host[lacks] === undefined ? lacks : null,
      tell: () =>
        Effect.runPromise(
          Effect.provide(
            Effect.flatMap(OtpSender, (sender) => tell(sender, host)),
            host.makeLayer(),
          ),
        ),
    }),
  )
