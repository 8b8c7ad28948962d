import * as IdempotencyKey from "../../../src/core/identity/IdempotencyKey.ts"
import { defaultPolicy } from "../../../src/core/policy/BillingPolicy.ts"
import { just, NOW, ofEvents } from "./Lifecycle.ts"

const { clockSkewMillis } = defaultPolicy
const FREE_MILLIS = IdempotencyKey.IN_USE_MILLIS + clockSkewMillis

const keyIn = (status: IdempotencyKey.IdempotencyKey["status"]): IdempotencyKey.IdempotencyKey => ({
  keyId: "key-1",
  status,
  callId: "call-1",
  fingerprint: "body-1",
  answer: status === "ANSWERED" ? "200" : null,
  takenAt: NOW,
  expiresAt: NOW + IdempotencyKey.KEY_LIFE_MILLIS,
})

const take = (now: number, fingerprint = "body-1"): IdempotencyKey.IdempotencyKeyCommand => ({
  _tag: "Take",
  keyId: "key-1",
  callId: "call-2",
  fingerprint,
  now,
  clockSkewMillis,
})

export const idempotencyKey = ofEvents<
  IdempotencyKey.IdempotencyKey,
  IdempotencyKey.IdempotencyKeyCommand,
  IdempotencyKey.IdempotencyKeyEvent
>({
  decider: IdempotencyKey.IdempotencyKey,
  states: { none: null, IN_USE: keyIn("IN_USE"), ANSWERED: keyIn("ANSWERED"), FREE: keyIn("FREE") },
  nameOf: ({ status }) => status,
  columns: {
    Take: just(take(NOW)),
    "Take (after 16 min)": just(take(NOW + FREE_MILLIS)),
    "Take (another request)": just(take(NOW + FREE_MILLIS, "body-2")),
    "Take (after a day)": just(take(NOW + IdempotencyKey.KEY_LIFE_MILLIS)),
    Answer: just({ _tag: "Answer", callId: "call-1", answer: "200" }),
    "Answer (its time is over)": just({ _tag: "Answer", callId: "call-0", answer: "200" }),
    Release: just({ _tag: "Release", callId: "call-1" }),
  },
})
