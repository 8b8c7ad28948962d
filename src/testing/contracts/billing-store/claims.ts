// Claims of what is due: workers share it out, and nothing stays away for longer than a claim lasts.
import * as Effect from "effect/Effect"
import { same } from "../../Law.ts"
import { commitDue, dueOf } from "./lists.ts"
import { at, commit, organization, organizationPut, type Store, type StoreCase } from "./StoreCase.ts"

const LEASE = 100
const SKEW = 1_000

const claim = (store: Store, now: number, limit = 10) =>
  store.claimDue({ now, limit, leaseMillis: LEASE, clockSkewMillis: SKEW })

const claimed = (store: Store, now: number, limit = 10) =>
  Effect.map(claim(store, now, limit), (found) =>
    found.map(({ organizationId, at }) => `${organizationId}@${at}`),
  )

/** Claims of what is due. */
export const claims: ReadonlyArray<StoreCase> = [
  {
    name: "a claim takes what is due, the earliest first",
    rule: "It takes the first `limit` of those that are due at `now`, each with the instant at which it fell due.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commitDue(store, { c: 5, b: 7, a: 9, d: 1 })
      same("nothing yet", yield* claimed(store, 0), [])
      same("limit", yield* claimed(store, 7, 2), ["d@1", "c@5"])
      same("the rest", yield* claimed(store, 9), ["b@7", "a@9"])
      same("all are taken", yield* claimed(store, 9), [])
    }),
  },
  {
    name: "of many that claim at once each gets others",
    rule: "An organization is given to one of them, and together they get what is due.",
    tell: Effect.fnUntraced(function* (store) {
      const ids = Array.from({ length: 12 }, (_, index) => `org-${index + 10}`)
      yield* commitDue(store, Object.fromEntries(ids.map((id) => [id, 1])))
      const taken = yield* Effect.all(
        Array.from({ length: 6 }, () => claim(store, 10, 2)),
        { concurrency: "unbounded" },
      )
      const all = [...taken.flat(), ...(yield* claim(store, 10))]
      same("organizations", all.map(({ organizationId }) => organizationId).toSorted(), ids)
    }),
  },
  {
    name: "a claim ends when its lease does",
    rule: "Until then nobody else gets its organization, and from then on anybody, under the instant at which it fell due.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commitDue(store, { a: 5 })
      same("claim", yield* claim(store, 10), [{ organizationId: "a", at: 5, until: 110 }])
      same("before the end", yield* claimed(store, 109), [])
      same("at the end", yield* claim(store, 110), [{ organizationId: "a", at: 5, until: 210 }])
    }),
  },
  {
    name: "what was claimed before comes after what waited longer",
    rule: "Order goes by the instant at which an organization could be taken, so that none that fails again and again is always first.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commitDue(store, { a: 5 })
      yield* claim(store, 10)
      yield* commitDue(store, { b: 50, c: 120 })
      same("order", yield* claimed(store, 200), ["b@50", "a@5", "c@120"])
    }),
  },
  {
    name: "a commit that says later ends a claim",
    rule: "The organization can be claimed at the instant that the commit says, however long the lease was.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commitDue(store, { a: 5 })
      yield* claim(store, 10)
      yield* commitDue(store, { a: 20 })
      same("before it is due", yield* claimed(store, 19), [])
      same("when it is due", yield* claimed(store, 20), ["a@20"])
    }),
  },
  {
    name: "a claim that a commit ended stays ended",
    rule: "Also where a later commit says that the organization is due as before.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commitDue(store, { a: 5 })
      yield* claim(store, 10)
      yield* commitDue(store, { a: 20 })
      yield* commitDue(store, { a: 5 })
      same("at once", yield* claimed(store, 10), ["a@5"])
    }),
  },
  {
    name: "a claim of a clock that was wrong counts as none",
    rule: "One that was made after `now + clockSkewMillis` keeps nobody away; one that was made before does.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commitDue(store, { a: 5 })
      yield* claim(store, 10 + SKEW)
      same("by a clock that may be right", yield* claimed(store, 10), [])
      yield* claim(store, 50 + 2 * SKEW)
      same("by one that is wrong", yield* claimed(store, 49 + SKEW), ["a@5"])
      same("again", yield* claimed(store, 49 + SKEW), [])
    }),
  },
  {
    name: "a claimed organization can be changed by others, and stays claimed while it is due",
    rule: "A claim is no lock. A commit that leaves the organization due at the instant of the claim leaves the claim.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commitDue(store, { "org-1": 5 })
      yield* claim(store, 10)
      yield* commit(store, {
        expects: [at(organization, 0)],
        puts: [organizationPut],
        due: [{ organizationId: "org-1", at: 10 }],
      })
      same("record", (yield* store.organization("org-1"))?.organizationId, "org-1")
      same("before the end", yield* claimed(store, 100), [])
      same("after the end", yield* claimed(store, 120), ["org-1@10"])
    }),
  },
  {
    name: "claims end where they are moved to",
    rule: "Earlier, so that others get them at once, or later, so that nobody does for a while.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commitDue(store, { a: 5, b: 6, c: 7 })
      const [a, b] = yield* claim(store, 10)
      if (a !== undefined) yield* store.moveClaims([a], 20)
      if (b !== undefined) yield* store.moveClaims([b], 300)
      yield* store.moveClaims([], 0)
      same("earlier", [yield* claimed(store, 19), yield* claimed(store, 20)], [[], ["a@5"]])
      same("as it was", yield* claimed(store, 115), ["c@7"])
      same("later", [yield* claimed(store, 299), yield* claimed(store, 300)].slice(1), [["b@6"]])
    }),
  },
  {
    name: "a worker moves no claim of another one",
    rule: "A claim that ended is not there, though another worker has one of the same organization.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commitDue(store, { a: 5 })
      const ended = yield* claim(store, 10)
      const another = yield* claim(store, 110)
      yield* store.moveClaims(ended, 0)
      same("of another one", yield* claimed(store, 200), [])
      yield* commitDue(store, { a: 300 })
      yield* store.moveClaims(another, 290)
      same("before it is due", yield* claimed(store, 295), [])
      same("when it is due", yield* claimed(store, 300), ["a@300"])
    }),
  },
  {
    name: "what is due has what is claimed as well",
    rule: "The list says how far behind the work is, whoever has it.",
    tell: Effect.fnUntraced(function* (store) {
      yield* commitDue(store, { a: 5, b: 7 })
      yield* claim(store, 10, 1)
      same("all", yield* dueOf(store, 10, 10), ["a@5", "b@7"])
    }),
  },
]
