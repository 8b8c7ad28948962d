// Those to whom a process sends: receivers of its webhooks, and the sender of its codes.
import * as Effect from "effect/Effect"
import type { OtpSender, WebhookDelivery } from "../../../src/index.ts"
import type { Chance } from "../../support/random.ts"
import type { Mood, SenderMood } from "../history.ts"
import { BROKEN, type Process } from "./Process.ts"

/** What a receiver of a mood answers to a delivery. */
export const answerOf = (
  mood: Mood,
  chance: Chance,
  { sleep, timeoutMillis }: { readonly sleep: Process["sleep"]; readonly timeoutMillis: number },
): Effect.Effect<WebhookDelivery.DeliveryAnswer> => {
  const now = mood === "moody" ? (chance.pick(["well", "failing", "hanging"] as const) ?? "well") : mood
  switch (now) {
    case "failing":
      return Effect.succeed({ status: 500, failure: null, durationMillis: 1 })
    case "hanging":
      return Effect.as(sleep(timeoutMillis), {
        status: null,
        failure: "TIMEOUT",
        durationMillis: timeoutMillis,
      })
    default:
      return Effect.succeed({ status: 204, failure: null, durationMillis: 1 })
  }
}

/** A sender of codes that does as its mood is. */
export const senderOf = (sender: OtpSender["Service"], mood: () => SenderMood): OtpSender["Service"] => ({
  send: (message) =>
    Effect.suspend(() => {
      switch (mood()) {
        case "throwing":
          return Effect.die(new Error(BROKEN))
        case "hanging":
          return Effect.never
        default:
          return sender.send(message)
      }
    }),
})
