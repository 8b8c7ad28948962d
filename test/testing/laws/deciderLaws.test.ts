import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe } from "vitest"
import { type Decider, PaymentAttempt } from "../../../src/index.ts"
import { deciderLaws } from "../../../src/testing/index.ts"
import { describeBreaches } from "../breaches.ts"

type Attempt = Decider.Decider<
  PaymentAttempt.PaymentAttempt | null,
  PaymentAttempt.AttemptCommand,
  PaymentAttempt.AttemptEvent,
  PaymentAttempt.AttemptTransitionInvalid
>

const commands: fc.Arbitrary<PaymentAttempt.AttemptCommand> = fc.constantFrom(
  { _tag: "Start", attemptId: "attempt-1", paymentMethodId: "method-1", amount: 100, now: 1 },
  { _tag: "RecordAnswer", answer: { _tag: "Approved" }, now: 1 },
  { _tag: "RecordAnswer", answer: { _tag: "Unknown" }, now: 1 },
  { _tag: "CountLookup", lookups: 1, now: 1 },
  { _tag: "MarkCharged", chargedAt: 2, now: 1 },
  { _tag: "RecordSettlement", now: 1 },
  { _tag: "Expire", now: 1 },
)

const lawsOf = (decider: Attempt) => deciderLaws({ decider, start: null, commands })
const real: Attempt = PaymentAttempt.PaymentAttempt
let calls = 0

const wrong: Readonly<Record<string, Attempt>> = {
  // It reads a clock.
  "the same command in the same state causes the same, and changes neither": {
    ...real,
    decide: (state, command) => real.decide(state, { ...command, now: ++calls }),
  },
  "nothing is thrown": {
    ...real,
    decide: (state, command) => {
      if (state === null && command._tag === "Expire") throw new Error("there is no attempt")
      return real.decide(state, command)
    },
  },
  "a command that is repeated adds no event": {
    ...real,
    decide: (state, command) =>
      command._tag === "RecordSettlement" && state !== null
        ? Result.succeed([{ _tag: "AttemptApproved", at: command.now }])
        : real.decide(state, command),
  },
  // Its events hold what JSON does not.
  "events fold to the state": {
    decide: (state, command) =>
      Result.map(real.decide(state, command), (events) =>
        events.map((event) => ({ ...event, at: new Date(event.at) as unknown as number })),
      ),
    evolve: (state, event) => real.evolve(state, { ...event, at: Number(event.at) }),
  },
  "every state takes every event, and stays as it was": {
    ...real,
    evolve: (state, event) => {
      if (state !== null && event._tag === "AttemptStarted") throw new Error("it has started")
      return real.evolve(state, event)
    },
  },
}

describe("the laws of life cycles", () => {
  describeBreaches(lawsOf, real, wrong)
})
