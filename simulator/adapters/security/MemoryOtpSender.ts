// A sender that keeps codes instead of sending them: the inbox in which users of the simulator read them. It holds a
// bounded number, never a decoy, and each OTP once however often it is sent. GAP-10
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Otp, type OtpMessage, type OtpSender } from "../../../src/index.ts"

/** The most messages of the inbox; the oldest goes first. */
export const INBOX_MAX = 1000

/** The messages that arrived. An address is normalised; null stands for every address. */
export interface OtpInbox {
  /** Newest first. */
  readonly list: (email: string | null) => ReadonlyArray<OtpMessage>
  /** The next message that arrives from now on; null when none does within so many milliseconds. */
  readonly waitFor: (email: string | null, millis: number) => Effect.Effect<OtpMessage | null>
  /** Holds these from now on, newest first, and no others; those who wait go on waiting. */
  readonly replace: (messages: ReadonlyArray<OtpMessage>) => void
}

/** A sender with its inbox. `changed` is told of each message that is kept. */
export const makeMemoryOtpSender = (
  changed: () => void = () => undefined,
): { readonly sender: OtpSender["Service"]; readonly inbox: OtpInbox } => {
  const messages = new Map<string, OtpMessage>()
  const waiting = new Set<(message: OtpMessage) => void>()

  const keep = (message: OtpMessage): void => {
    if (message.decoy || messages.has(message.otpId)) return
    const oldest = messages.size < INBOX_MAX ? undefined : messages.keys().next().value
    if (oldest !== undefined) messages.delete(oldest)
    messages.set(message.otpId, message)
    changed()
    for (const tell of [...waiting]) tell(message)
  }

  const next = (isWanted: (message: OtpMessage) => boolean) =>
    Effect.callback<OtpMessage>((resume) => {
      const tell = (message: OtpMessage) => {
        if (!isWanted(message)) return
        waiting.delete(tell)
        resume(Effect.succeed(message))
      }
      waiting.add(tell)
      return Effect.sync(() => waiting.delete(tell))
    })

  return {
    sender: { send: (message) => Effect.sync(() => keep(message)) },
    inbox: {
      list: (email) => [...messages.values()].filter(isTo(email)).reverse(),
      waitFor: (email, millis) =>
        Effect.map(Effect.timeoutOption(next(isTo(email)), millis), Option.getOrNull),
      replace: (latest) => {
        messages.clear()
        for (const message of latest.slice(0, INBOX_MAX).toReversed()) messages.set(message.otpId, message)
      },
    },
  }
}

const isTo = (email: string | null) => {
  const address = email === null ? null : Otp.normaliseEmail(email)
  return (message: OtpMessage): boolean => address === null || message.email === address
}
