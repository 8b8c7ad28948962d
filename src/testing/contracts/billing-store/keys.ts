// Unique keys and what is found by them: addresses, codes, one-time passwords, idempotency keys, sessions; and the counts
// of coupons, which cross organizations.
import * as Effect from "effect/Effect"
import type { Session } from "../../../core/identity/Session.ts"
import type { Put, Scope } from "../../../ports/BillingStore.ts"
import { same } from "../../Law.ts"
import { addressOf, couponOf, idempotencyKeyOf, sessionOf } from "../records.ts"
import { at, commit, conflictOf, planPut, type StoreCase, userPut } from "./StoreCase.ts"

const couponPut = (couponId: string, redemptionsMax: number | null = null): Put => ({
  kind: "Coupon",
  record: couponOf(couponId, redemptionsMax),
})

/** Unique keys. */
export const keys: ReadonlyArray<StoreCase> = [
  {
    name: "an address belongs to one user",
    rule: "A user with an address that another one has is a conflict with that one's scope; an address that was given up can be taken.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, { puts: [userPut("user-1", "a@example.com")] })
      const taken = { puts: [planPut("plan-1"), userPut("user-2", "a@example.com")] }
      same("conflict", yield* conflictOf(store, taken), { kind: "user", id: "user-1" })
      same("nothing", yield* store.plan("plan-1"), null)
      yield* commit(store, { puts: [userPut("user-1", "b@example.com")] })
      yield* commit(store, { puts: [userPut("user-2", "a@example.com")] })
      same("moved", (yield* store.userByEmail("a@example.com"))?.value.userId, "user-2")
      same("stayed", (yield* store.userByEmail("b@example.com"))?.value.userId, "user-1")
    }),
  },
  {
    name: "a code belongs to one coupon",
    rule: "A coupon with a code that another one has is a conflict with that one's scope.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, { puts: [couponPut("coupon-1")] })
      const record = { ...couponOf("coupon-2", null), code: "COUPON-1" }
      const code = yield* conflictOf(store, { puts: [{ kind: "Coupon", record }] })
      same("conflict", code, { kind: "coupon", id: "coupon-1" })
      same("holder", (yield* store.couponByCode("COUPON-1"))?.couponId, "coupon-1")
    }),
  },
  {
    name: "an address of which nothing is known is empty, at version 0",
    rule: "Nobody has to create an address before its first one-time password.",
    tell: Effect.fnUntraced(function* (store) {
      const email = "a@example.com"
      same("empty", yield* store.otpAddress(email), { value: addressOf(email, []), version: 0 })
    }),
  },
  {
    name: "every OTP of an address leads to it",
    rule: "An address is found by each of its one-time passwords, at its version.",
    tell: Effect.fnUntraced(function* (store) {
      const email = "a@example.com"
      const otps = addressOf(email, ["otp-1", "otp-2"])
      const put: Put = { kind: "OtpAddress", record: otps }
      yield* commit(store, { expects: [at({ kind: "address", id: email }, 0)], puts: [put] })
      same("first", yield* store.otpAddressOf("otp-1"), { value: otps, version: 1 })
      same("second", yield* store.otpAddressOf("otp-2"), { value: otps, version: 1 })
      same("unknown", yield* store.otpAddressOf("otp-3"), null)
    }),
  },
  {
    name: "an idempotency key is read as it was put last",
    rule: "A key that was answered is found with its answer, and whoever takes it on an older version conflicts.",
    tell: Effect.fnUntraced(function* (store) {
      const scope: Scope = { kind: "idempotency_key", id: "key-1" }
      same("unknown", yield* store.idempotencyKey("key-1"), null)
      const answered = idempotencyKeyOf("key-1", { status: "ANSWERED", answer: "200" })
      for (const [version, record] of [idempotencyKeyOf("key-1"), answered].entries()) {
        yield* commit(store, { expects: [at(scope, version)], puts: [{ kind: "IdempotencyKey", record }] })
        same("known", yield* store.idempotencyKey("key-1"), { value: record, version: version + 1 })
      }
      same("taken twice", yield* conflictOf(store, { expects: [at(scope, 1)] }), scope)
    }),
  },
  {
    name: "the open sessions of a user are those that are neither ended nor over",
    rule: "They are the user's own, without those that were revoked, and until the instant at which each expires.",
    tell: Effect.fnUntraced(function* (store) {
      const put = (sessionId: string, userId: string, members: Partial<Session> = {}): Put => ({
        kind: "Session",
        record: { ...sessionOf(sessionId, userId), ...members },
      })
      const ended = put("ended", "user-1", { revokedAt: 5 })
      const puts = [put("a", "user-1"), put("b", "user-1", { expiresAt: 20 }), ended, put("c", "user-2")]
      const expects = ["a", "b", "ended", "c"].map((id) => at({ kind: "session", id }, 0))
      yield* commit(store, { expects, puts })
      const read = (userId: string, instant: number) =>
        Effect.map(store.openSessions(userId, instant), (found) =>
          found.map(({ value, version }) => `${value.sessionId}@${version}`).toSorted(),
        )
      same("open", yield* read("user-1", 19), ["a@1", "b@1"])
      same("over", yield* read("user-1", 20), ["a@1"])
      same("of another", yield* read("user-2", 0), ["c@1"])
      same("of nobody", yield* read("user-3", 0), [])
      const revoked = put("a", "user-1", { revokedAt: 6 })
      yield* commit(store, { expects: [at({ kind: "session", id: "a" }, 1)], puts: [revoked] })
      same("ended", yield* read("user-1", 0), ["b@1"])
    }),
  },
]

/** Counts of coupons. */
export const counts: ReadonlyArray<StoreCase> = [
  {
    name: "of many that redeem a coupon as many succeed as it has redemptions",
    rule: "A redemption more than a coupon has left is a conflict with the coupon, and nothing of its commit happens.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, { puts: [couponPut("coupon-1", 3)] })
      const redeem = (index: number) =>
        conflictOf(store, {
          puts: [userPut(`user-${index}`, `${index}@example.com`)],
          couponCounts: [{ couponId: "coupon-1", redemptions: 1, amount: 10 }],
        })
      const found = yield* Effect.all(
        Array.from({ length: 10 }, (_, index) => redeem(index)),
        { concurrency: "unbounded" },
      )
      const refused = found.filter((scope) => scope !== null)
      same("refused", refused, Array(7).fill({ kind: "coupon", id: "coupon-1" }))
      const coupon = yield* store.couponByCode("COUPON-1")
      same("counts", [coupon?.timesRedeemed, coupon?.amountRedeemed], [3, 30])
      const users = yield* Effect.forEach(found, (_, index) => store.user(`user-${index}`))
      same("users", users.filter((user) => user !== null).length, 3)
    }),
  },
  {
    name: "several counts of one commit add up",
    rule: "Two redemptions of one commit are two, also where only one is left.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, { puts: [couponPut("coupon-1", 1), couponPut("coupon-2", 2)] })
      const count = (couponId: string, redemptions: number) => ({ couponId, redemptions, amount: 5 })
      const both = yield* conflictOf(store, {
        couponCounts: [count("coupon-1", 1), count("coupon-1", 1)],
      })
      same("both", both, { kind: "coupon", id: "coupon-1" })
      yield* commit(store, { couponCounts: [count("coupon-2", 1), count("coupon-2", 1)] })
      const coupon = yield* store.couponByCode("COUPON-2")
      same("counts", [coupon?.timesRedeemed, coupon?.amountRedeemed], [2, 10])
    }),
  },
  {
    name: "a depleted coupon still counts what it takes off",
    rule: "A count without a redemption needs none to be left.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, { puts: [couponPut("coupon-1", 1)] })
      yield* commit(store, { couponCounts: [{ couponId: "coupon-1", redemptions: 1, amount: 5 }] })
      yield* commit(store, { couponCounts: [{ couponId: "coupon-1", redemptions: 0, amount: 7 }] })
      const coupon = yield* store.couponByCode("COUPON-1")
      same("counts", [coupon?.timesRedeemed, coupon?.amountRedeemed], [1, 12])
    }),
  },
  {
    name: "a coupon that was counted cannot be put as it was before",
    rule: "A count advances the version of its coupon, so that nobody takes it back unawares.",
    tell: Effect.fnUntraced(function* (store) {
      const scope: Scope = { kind: "coupon", id: "coupon-1" }
      yield* commit(store, { expects: [at(scope, 0)], puts: [couponPut("coupon-1")] })
      yield* commit(store, { couponCounts: [{ couponId: "coupon-1", redemptions: 1, amount: 0 }] })
      const stale = { expects: [at(scope, 1)], puts: [couponPut("coupon-1")] }
      same("conflict", yield* conflictOf(store, stale), scope)
      same("counted", (yield* store.couponByCode("COUPON-1"))?.timesRedeemed, 1)
    }),
  },
  {
    name: "coupons come by id, those that there are",
    rule: "Each of them once, whatever else is asked for, and none where none is asked for.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commit(store, { puts: [couponPut("coupon-1"), couponPut("coupon-2")] })
      const found = yield* store.couponsById(["coupon-2", "coupon-3", "coupon-1", "coupon-2"])
      const ids = found.map(({ couponId }) => couponId)
      same("found", ids.toSorted(), ["coupon-1", "coupon-2"])
      same("none", yield* store.couponsById([]), [])
    }),
  },
]
