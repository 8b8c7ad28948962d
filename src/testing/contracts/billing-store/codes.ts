// One-time codes on their way: which are ready, who takes one, and what is left of one that is given up.
import * as Effect from "effect/Effect"
import { same } from "../../Law.ts"
import { undeliveredOtpOf, waitingOtpOf } from "../records.ts"
import { announced } from "./commits.ts"
import { commit, type Store, type StoreCase } from "./StoreCase.ts"

/** The ids of the codes that are ready. */
export const readyOf = (store: Store, now: number, limit: number) =>
  Effect.map(store.readyOtps({ now, limit }), (found) => found.map((one) => one.messageId))

/** Codes in the outbox. */
export const codes: ReadonlyArray<StoreCase> = [
  {
    name: "codes that are ready come oldest first, up to an instant",
    rule: "A code is ready from its `readyAt` on; those that are not ready take no place of the first `limit`.",
    tell: Effect.fnUntraced(function* (store) {
      const later = waitingOtpOf("1", { readyAt: 6 })
      const others = [waitingOtpOf("2", { readyAt: 5 }), waitingOtpOf("3")]
      yield* commit(store, { outbox: [announced("event"), later, ...others] })
      same("at 5", yield* readyOf(store, 5, 10), ["2", "3"])
      same("at 6", yield* readyOf(store, 6, 10), ["1", "2", "3"])
      same("limit", yield* readyOf(store, 5, 1), ["2"])
    }),
  },
  {
    name: "of many that take a code exactly one gets it",
    rule: "The next attempt replaces the one that was read, once; with other attempts it is no longer there.",
    tell: Effect.fnUntraced(function* (store) {
      const [first, second] = [waitingOtpOf("1"), waitingOtpOf("1", { attempts: 2, readyAt: 9 })]
      yield* commit(store, { outbox: [first] })
      const four = Array.from({ length: 4 }, () => store.replaceOtp(first, second))
      const taken = yield* Effect.all(four, { concurrency: "unbounded" })
      same("taken", taken.filter(Boolean).length, 1)
      same("stored", yield* store.outbox({ kind: "OTP", limit: 10 }), [second])
    }),
  },
  {
    name: "a code that is given up leaves a letter and no code",
    rule: "It is not read as a code any more, and its dead letter stays until it is acknowledged.",
    tell: Effect.fnUntraced(function* (store) {
      const waiting = waitingOtpOf("1")
      const letter = undeliveredOtpOf("1")
      yield* commit(store, { outbox: [waiting] })
      same("given up", yield* store.replaceOtp(waiting, letter), true)
      same("codes", yield* store.outbox({ kind: "OTP", limit: 10 }), [])
      same("letters", yield* store.outbox({ kind: "OTP_UNDELIVERED", limit: 10 }), [letter])
    }),
  },
]
