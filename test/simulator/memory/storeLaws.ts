// What every BillingStore has to do, as checks of any one: each begins with an empty store. They know no test runner.
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import type { Session } from "../../../src/core/access/Session.ts"
import type { Voucher, VoucherStatus } from "../../../src/core/discount/Voucher.ts"
import type { PaymentAttempt } from "../../../src/core/payment/PaymentAttempt.ts"
import {
  BillingStore,
  type Commit,
  type Expectation,
  type Scope,
  type VersionConflict,
} from "../../../src/ports/BillingStore.ts"
import {
  addressOf,
  cardOf,
  commitWith,
  couponOf,
  cycleOf,
  groupOf,
  idempotencyKeyOf,
  invoiceOf,
  organizationOf,
  planOf,
  sessionOf,
  subscriptionOf,
  userOf,
  voucherOf,
} from "../../../src/testing/contracts/records.ts"

/** The store answered something else than it has to. */
export interface StoreLawBroken {
  readonly _tag: "StoreLawBroken"
  readonly what: string
  readonly expected: unknown
  readonly actual: unknown
}

/** One thing that every store has to do. */
export interface StoreLaw {
  readonly name: string
  readonly check: Effect.Effect<void, StoreLawBroken | VersionConflict, BillingStore>
}

type Store = BillingStore["Service"]

const law = (
  name: string,
  check: (store: Store) => Effect.Effect<void, StoreLawBroken | VersionConflict>,
): StoreLaw => ({ name, check: Effect.flatMap(BillingStore, check) })

const same = (what: string, actual: unknown, expected: unknown): Effect.Effect<void, StoreLawBroken> =>
  Equal.equals(actual, expected)
    ? Effect.void
    : Effect.fail({ _tag: "StoreLawBroken", what, expected, actual })

const organization = { kind: "organization", id: "org-1" } as const
const at = (scope: Scope, version: number): Expectation => ({ scope, version })
const organizationPut = { kind: "Organization", record: organizationOf("org-1") } as const
const planPut = (planId: string, status: "ACTIVE" | "INACTIVE" = "ACTIVE") =>
  ({ kind: "Plan", record: planOf(planId, { status }) }) as const
const userPut = (userId: string, email: string) => ({ kind: "User", record: userOf(userId, email) }) as const
const conflictOf = (store: Store, commit: Partial<Commit>) =>
  Effect.match(store.commit(commitWith(commit)), {
    onFailure: ({ scope }): Scope | null => scope,
    onSuccess: () => null,
  })

const conflicts: ReadonlyArray<StoreLaw> = [
  law("a commit advances the version of every scope that it expects", (store) =>
    Effect.gen(function* () {
      yield* same("nothing", yield* store.account("org-1"), null)
      yield* store.commit(commitWith({ expects: [at(organization, 0)], puts: [organizationPut] }))
      yield* store.commit(commitWith({ expects: [at(organization, 1)] }))
      yield* same("version", (yield* store.account("org-1"))?.version, 2)
    }),
  ),
  law("a commit on a version that is gone changes nothing at all", (store) =>
    Effect.gen(function* () {
      const user = { kind: "user", id: "user-1" } as const
      yield* store.commit(commitWith({ expects: [at(organization, 0)], puts: [organizationPut] }))
      const stale = {
        expects: [at(user, 0), at(organization, 0)],
        puts: [userPut("user-1", "a@example.com"), planPut("plan-1")],
        deletes: [],
        due: [{ organizationId: "org-1", at: 1 }],
        outbox: [announced("message-1")],
      }
      yield* same("conflict", yield* conflictOf(store, stale), organization)
      yield* same("user", yield* store.user("user-1"), null)
      yield* same("plan", yield* store.plan("plan-1"), null)
      yield* same("due", yield* store.due({ until: 10, limit: 10 }), [])
      yield* same("outbox", yield* store.outbox({ kind: "EVENT", limit: 10 }), [])
      yield* same("version", (yield* store.account("org-1"))?.version, 1)
      yield* same("retry", yield* conflictOf(store, { expects: [at(user, 0)] }), null)
    }),
  ),
  law("of many commits on one version exactly one succeeds", (store) =>
    Effect.gen(function* () {
      yield* store.commit(commitWith({ puts: [organizationPut] }))
      const attempts = Array.from({ length: 20 }, (_, index) =>
        Effect.gen(function* () {
          const version = (yield* store.account("org-1"))?.version ?? -1
          return yield* conflictOf(store, {
            expects: [at(organization, version)],
            puts: [{ kind: "PaymentMethod", record: cardOf(`method-${index}`, "org-1") }],
          })
        }),
      )
      const found = yield* Effect.all(attempts, { concurrency: "unbounded" })
      const methods = (yield* store.account("org-1"))?.value.paymentMethods.length
      yield* same("methods", methods, found.filter((scope) => scope === null).length)
      yield* same("version", (yield* store.account("org-1"))?.version, methods)
    }),
  ),
]

const keys: ReadonlyArray<StoreLaw> = [
  law("an address belongs to one user and a code to one coupon", (store) =>
    Effect.gen(function* () {
      const coupon = couponOf("coupon-1", null)
      const first = [userPut("user-1", "a@example.com"), { kind: "Coupon", record: coupon } as const]
      yield* store.commit(commitWith({ puts: first }))
      const taken = { puts: [planPut("plan-1"), userPut("user-2", "a@example.com")] }
      yield* same("user", yield* conflictOf(store, taken), { kind: "user", id: "user-1" })
      yield* same("nothing", yield* store.plan("plan-1"), null)
      const other = { ...coupon, couponId: "coupon-2" }
      const code = yield* conflictOf(store, { puts: [{ kind: "Coupon", record: other }] })
      yield* same("coupon", code, { kind: "coupon", id: "coupon-1" })
      yield* store.commit(commitWith({ puts: [userPut("user-1", "b@example.com")] }))
      yield* store.commit(commitWith({ puts: [userPut("user-2", "a@example.com")] }))
      yield* same("moved", (yield* store.userByEmail("a@example.com"))?.value.userId, "user-2")
    }),
  ),
  law("an address without records is empty, and its OTPs lead to it", (store) =>
    Effect.gen(function* () {
      const email = "a@example.com"
      const address = { kind: "address", id: email } as const
      yield* same("empty", yield* store.otpAddress(email), { value: addressOf(email, []), version: 0 })
      const otps = addressOf(email, ["otp-1", "otp-2"])
      const put = { kind: "OtpAddress", record: otps } as const
      yield* store.commit(commitWith({ expects: [at(address, 0)], puts: [put] }))
      yield* same("by OTP", yield* store.otpAddressOf("otp-2"), { value: otps, version: 1 })
      yield* same("unknown OTP", yield* store.otpAddressOf("otp-3"), null)
    }),
  ),
  law("an idempotency key is read as it was put last", (store) =>
    Effect.gen(function* () {
      const scope = { kind: "idempotency_key", id: "key-1" } as const
      yield* same("unknown", yield* store.idempotencyKey("key-1"), null)
      const answered = idempotencyKeyOf("key-1", { status: "ANSWERED", answer: "200" })
      for (const [version, record] of [idempotencyKeyOf("key-1"), answered].entries()) {
        yield* store.commit(
          commitWith({ expects: [at(scope, version)], puts: [{ kind: "IdempotencyKey", record }] }),
        )
      }
      yield* same("known", yield* store.idempotencyKey("key-1"), { value: answered, version: 2 })
      yield* same("taken twice", yield* conflictOf(store, { expects: [at(scope, 1)] }), scope)
    }),
  ),
  law("an event id belongs to one organization", (store) =>
    Effect.gen(function* () {
      const event = { eventId: "event-1", meter: "api_calls", quantity: 1, occurredAt: 0 }
      const put = { kind: "UsageEvent", record: { ...event, organizationId: "org-1" } } as const
      yield* store.commit(commitWith({ puts: [organizationPut, put] }))
      yield* same("known", yield* store.usageEvents("org-1", ["event-0", "event-1"]), [event])
      yield* same("elsewhere", yield* store.usageEvents("org-2", ["event-1"]), [])
    }),
  ),
  law("what is deleted is gone", (store) =>
    Effect.gen(function* () {
      const threshold = { value: 1, currency: "BRL", organizationId: "org-1" }
      const puts = [
        organizationPut,
        { kind: "PaymentMethod", record: cardOf("method-1", "org-1") },
        { kind: "BillingThreshold", record: threshold },
      ] as const
      yield* store.commit(commitWith({ puts }))
      const deletes = [
        { kind: "PaymentMethod", organizationId: "org-1", paymentMethodId: "method-1" },
        { kind: "BillingThreshold", organizationId: "org-1" },
      ] as const
      yield* store.commit(commitWith({ deletes }))
      const account = (yield* store.account("org-1"))?.value
      yield* same("methods", account?.paymentMethods, [])
      yield* same("threshold", account?.threshold, null)
    }),
  ),
]

const sessions: ReadonlyArray<StoreLaw> = [
  law("the open sessions of a user are those that are neither ended nor over", (store) =>
    Effect.gen(function* () {
      const put = (sessionId: string, userId: string, members: Partial<Session> = {}) =>
        ({ kind: "Session", record: { ...sessionOf(sessionId, userId), ...members } }) as const
      const ended = put("ended", "user-1", { revokedAt: 5 })
      const puts = [put("a", "user-1"), put("b", "user-1", { expiresAt: 20 }), ended, put("c", "user-2")]
      const expects = puts.map(({ record }) => at({ kind: "session", id: record.sessionId }, 0))
      yield* store.commit(commitWith({ expects, puts }))
      const read = (userId: string, instant: number) =>
        Effect.map(store.openSessions(userId, instant), (found) =>
          found.map(({ value, version }) => `${value.sessionId}@${version}`).toSorted(),
        )
      yield* same("open", yield* read("user-1", 19), ["a@1", "b@1"])
      yield* same("over", yield* read("user-1", 20), ["a@1"])
      yield* same("of another", yield* read("user-2", 0), ["c@1"])
      yield* same("of nobody", yield* read("user-3", 0), [])
      const next = {
        expects: [at({ kind: "session", id: "a" }, 1)],
        puts: [put("a", "user-1", { revokedAt: 6 })],
      }
      yield* store.commit(commitWith(next))
      yield* same("ended", yield* read("user-1", 0), ["b@1"])
    }),
  ),
]

const coupons: ReadonlyArray<StoreLaw> = [
  law("of many that redeem a coupon as many succeed as it has redemptions", (store) =>
    Effect.gen(function* () {
      yield* store.commit(commitWith({ puts: [{ kind: "Coupon", record: couponOf("coupon-1", 3) }] }))
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
      yield* same("refused", refused, Array(7).fill({ kind: "coupon", id: "coupon-1" }))
      const coupon = yield* store.couponByCode("COUPON-1")
      yield* same("counts", [coupon?.timesRedeemed, coupon?.amountRedeemed], [3, 30])
      const users = yield* Effect.forEach(found, (_, index) => store.user(`user-${index}`))
      yield* same("users", users.filter((user) => user !== null).length, 3)
    }),
  ),
  law("a depleted coupon still counts what it takes off, and several counts of one commit add up", (store) =>
    Effect.gen(function* () {
      yield* store.commit(commitWith({ puts: [{ kind: "Coupon", record: couponOf("coupon-1", 1) }] }))
      const count = (redemptions: number, amount: number) => ({ couponId: "coupon-1", redemptions, amount })
      const both = yield* conflictOf(store, { couponCounts: [count(1, 0), count(1, 0)] })
      yield* same("both", both, { kind: "coupon", id: "coupon-1" })
      yield* store.commit(commitWith({ couponCounts: [count(1, 0), count(0, 5)] }))
      yield* store.commit(commitWith({ couponCounts: [count(0, 7)] }))
      const coupon = yield* store.couponByCode("COUPON-1")
      yield* same("counts", [coupon?.timesRedeemed, coupon?.amountRedeemed], [1, 12])
    }),
  ),
  law("coupons come by id, those that there are", (store) =>
    Effect.gen(function* () {
      const [first, second] = [couponOf("coupon-1", null), couponOf("coupon-2", null)]
      const puts = [first, second].map((record) => ({ kind: "Coupon", record }) as const)
      yield* store.commit(commitWith({ puts }))
      const found = yield* store.couponsById(["coupon-2", "coupon-3", "coupon-1", "coupon-2"])
      const ids = found.map(({ couponId }) => couponId)
      yield* same("found", ids.toSorted(), ["coupon-1", "coupon-2"])
      yield* same("none", yield* store.couponsById([]), [])
    }),
  ),
  law("a coupon that was counted cannot be put as it was before", (store) =>
    Effect.gen(function* () {
      const record = couponOf("coupon-1", null)
      const put = { expects: [at({ kind: "coupon", id: "coupon-1" }, 1)], puts: [{ kind: "Coupon", record }] }
      const defined = { expects: [at({ kind: "coupon", id: "coupon-1" }, 0)], puts: put.puts } as const
      yield* store.commit(commitWith(defined as Partial<Commit>))
      yield* store.commit(commitWith({ couponCounts: [{ couponId: "coupon-1", redemptions: 1, amount: 0 }] }))
      const stale = yield* conflictOf(store, put as Partial<Commit>)
      yield* same("conflict", stale, { kind: "coupon", id: "coupon-1" })
    }),
  ),
]

const lists: ReadonlyArray<StoreLaw> = [
  law("what is due comes by instant and id, and moves", (store) =>
    Effect.gen(function* () {
      const due = (entries: ReadonlyArray<readonly [string, number | null]>) =>
        store.commit(commitWith({ due: entries.map(([organizationId, at]) => ({ organizationId, at })) }))
      const read = (until: number, limit: number) =>
        Effect.map(store.due({ until, limit }), (found) =>
          found.map(({ organizationId, at }) => `${organizationId}@${at}`),
        )
      yield* due([
        ["c", 5],
        ["b", 5],
        ["a", 9],
        ["d", 1],
      ])
      yield* same("order", yield* read(9, 10), ["d@1", "b@5", "c@5", "a@9"])
      yield* same("until", yield* read(5, 10), ["d@1", "b@5", "c@5"])
      yield* same("limit", yield* read(9, 2), ["d@1", "b@5"])
      yield* due([
        ["d", null],
        ["b", 20],
        ["a", 2],
      ])
      yield* same("moved", yield* read(20, 10), ["a@2", "c@5", "b@20"])
    }),
  ),
  law("messages stay in order until they are acknowledged", (store) =>
    Effect.gen(function* () {
      yield* store.commit(commitWith({ outbox: [announced("1"), announced("2")] }))
      yield* store.commit(commitWith({ outbox: [announced("3")] }))
      const read = (limit: number) =>
        Effect.map(store.outbox({ kind: "EVENT", limit }), (found) => found.map((one) => one.messageId))
      yield* same("order", yield* read(2), ["1", "2"])
      yield* store.acknowledge(["2", "unknown"])
      yield* same("rest", yield* read(10), ["1", "3"])
      yield* same("other kind", yield* store.outbox({ kind: "OTP", limit: 10 }), [])
    }),
  ),
  law("invoices come newest first, page by page, by status, and move between statuses", (store) =>
    Effect.gen(function* () {
      const put = (invoiceId: string, issuedAt: number, status: "OPEN" | "PAID") =>
        ({ kind: "Invoice", record: invoiceOf(invoiceId, { issuedAt, status }) }) as const
      const puts = [put("a", 1, "PAID"), put("b", 3, "OPEN"), put("c", 3, "PAID"), put("d", 2, "OPEN")]
      yield* store.commit(commitWith({ puts: [organizationPut, ...puts] }))
      const read = (page: number, limit: number, status: "OPEN" | "PAID" | "VOID" | null) =>
        Effect.map(
          store.invoices("org-1", { page, limit, status }),
          ({ items, totalItems }) => `${items.map((one) => one.invoiceId).join("")} of ${totalItems}`,
        )
      yield* same("all", yield* read(1, 10, null), "cbda of 4")
      yield* same("page 1", yield* read(1, 3, null), "cbd of 4")
      yield* same("page 2", yield* read(2, 3, null), "a of 4")
      yield* same("page 3", yield* read(3, 3, null), " of 4")
      yield* same("open", yield* read(1, 10, "OPEN"), "bd of 2")
      yield* same("none", yield* read(1, 10, "VOID"), " of 0")
      yield* store.commit(commitWith({ puts: [put("b", 3, "PAID")] }))
      yield* same("paid", yield* read(1, 10, "PAID"), "cba of 3")
      yield* same("left open", yield* read(1, 10, "OPEN"), "d of 1")
      yield* same("one", (yield* store.invoice("org-1", "b"))?.status, "PAID")
      yield* same("of another", yield* store.invoice("org-2", "b"), null)
    }),
  ),
  law("subscriptions come newest first, page by page, and keep their place when they change", (store) =>
    Effect.gen(function* () {
      const put = (subscriptionId: string, createdAt: number, status: "ACTIVE" | "CANCELLED") =>
        ({ kind: "Subscription", record: subscriptionOf(subscriptionId, { createdAt, status }) }) as const
      const puts = [put("a", 2, "CANCELLED"), put("b", 1, "CANCELLED"), put("c", 3, "CANCELLED")]
      yield* store.commit(commitWith({ puts: [organizationPut, ...puts, put("d", 3, "ACTIVE")] }))
      const read = (page: number, limit: number) =>
        Effect.map(
          store.subscriptions("org-1", { page, limit }),
          ({ items, totalItems }) => `${items.map((one) => one.subscriptionId).join("")} of ${totalItems}`,
        )
      yield* same("all", yield* read(1, 10), "dcab of 4")
      yield* same("page 1", yield* read(1, 3), "dca of 4")
      yield* same("page 2", yield* read(2, 3), "b of 4")
      yield* same("page 3", yield* read(3, 3), " of 4")
      yield* store.commit(commitWith({ puts: [put("d", 3, "CANCELLED")] }))
      yield* same("changed", yield* read(1, 10), "dcab of 4")
      yield* same("one", (yield* store.subscription("org-1", "d"))?.status, "CANCELLED")
      yield* same("unknown", yield* store.subscription("org-1", "e"), null)
      yield* same("of another", yield* store.subscription("org-2", "d"), null)
      yield* same("none", yield* store.subscriptions("org-2", { page: 1, limit: 10 }), {
        items: [],
        totalItems: 0,
      })
    }),
  ),
  law("vouchers come newest first, page by page, by the status that they have at an instant", (store) =>
    Effect.gen(function* () {
      const put = (voucherId: string, createdAt: number, members: Partial<Voucher> = {}) =>
        ({ kind: "Voucher", record: { ...voucherOf(voucherId, []), createdAt, ...members } }) as const
      const later = put("d", 2, { effectiveAt: 20 })
      const puts = [put("a", 1), put("b", 3, { expiresAt: 10 }), put("c", 3), later]
      yield* store.commit(commitWith({ puts: [organizationPut, ...puts] }))
      const read = (page: number, limit: number, status: VoucherStatus | null, at = 9) =>
        Effect.map(
          store.vouchers("org-1", { page, limit, status, at }),
          ({ items, totalItems }) => `${items.map((one) => one.voucherId).join("")} of ${totalItems}`,
        )
      yield* same("all", yield* read(1, 10, null), "cbda of 4")
      yield* same("page 1", yield* read(1, 3, null), "cbd of 4")
      yield* same("page 2", yield* read(2, 3, null), "a of 4")
      yield* same("page 3", yield* read(3, 3, null), " of 4")
      yield* same("active", yield* read(1, 2, "ACTIVE"), "cb of 3")
      yield* same("the rest of them", yield* read(2, 2, "ACTIVE"), "a of 3")
      yield* same("expired by now", yield* read(1, 10, "EXPIRED", 10), "b of 1")
      yield* same("active without it", yield* read(1, 10, "ACTIVE", 10), "ca of 2")
      yield* same("pending", yield* read(1, 10, "PENDING"), "d of 1")
      yield* same("pending no longer", yield* read(1, 10, "PENDING", 20), " of 0")
      yield* store.commit(commitWith({ puts: [put("c", 3, { balance: 0 })] }))
      yield* same("depleted, at its place", yield* read(1, 10, null), "cbda of 4")
      yield* same("depleted", yield* read(1, 10, "DEPLETED"), "c of 1")
      yield* same("one", yield* store.voucher("org-1", "d"), later.record)
      yield* same("none", yield* store.voucher("org-1", "e"), null)
      yield* same("of another", yield* store.voucher("org-2", "d"), null)
      const elsewhere = yield* store.vouchers("org-2", { page: 1, limit: 10, status: null, at: 0 })
      yield* same("elsewhere", elsewhere, { items: [], totalItems: 0 })
    }),
  ),
  law("plans come in the order in which they were defined", (store) =>
    Effect.gen(function* () {
      yield* store.commit(commitWith({ puts: [planPut("b"), planPut("a", "INACTIVE"), planPut("c")] }))
      yield* store.commit(commitWith({ puts: [planPut("b")] }))
      const read = (status: "ACTIVE" | "INACTIVE" | null) =>
        Effect.map(store.plans({ page: 1, limit: 10, status }), ({ items }) =>
          items.map((one) => one.planId).join(""),
        )
      yield* same("all", yield* read(null), "bac")
      yield* same("active", yield* read("ACTIVE"), "bc")
      yield* same("inactive", yield* read("INACTIVE"), "a")
    }),
  ),
]

const accounts: ReadonlyArray<StoreLaw> = [
  law(
    "an account has what takes or awaits a payment, and a settled invoice with its vouchers on request",
    (store) =>
      Effect.gen(function* () {
        const slip = invoiceOf("slip", { attempts: [pendingAttempt] })
        const invoices = [invoiceOf("open", { status: "OPEN" }), invoiceOf("paid"), slip]
        const vouchers = [voucherOf("spent-1", ["open", "x"]), voucherOf("spent-2", ["paid", "y"])]
        const puts = [
          organizationPut,
          ...[...vouchers, voucherOf("full", [])].map((record) => ({ kind: "Voucher", record }) as const),
          ...invoices.map((record) => ({ kind: "Invoice", record }) as const),
        ]
        yield* store.commit(commitWith({ puts }))
        const read = (invoiceId?: string) =>
          Effect.map(
            store.account("org-1", invoiceId === undefined ? undefined : { invoiceId }),
            (found) => ({
              invoices: found?.value.invoices.map((one) => one.invoiceId),
              vouchers: found?.value.vouchers.map((one) => one.voucherId),
            }),
          )
        yield* same("account", yield* read(), { invoices: ["open", "slip"], vouchers: ["spent-1", "full"] })
        yield* same("focus", yield* read("paid"), {
          invoices: ["open", "paid", "slip"],
          vouchers: ["spent-1", "spent-2", "full"],
        })
        yield* same("unknown focus", yield* read("none"), yield* read())
      }),
  ),
  law("a voucher that paid an invoice after its issue comes with it, though nothing of it is left", (store) =>
    Effect.gen(function* () {
      const applied = voucherOf("applied", ["open", "paid"])
      const entries = applied.entries.map((entry) =>
        entry.kind === "CONSUME" ? { ...entry, cause: `receipt of ${entry.cause}` } : entry,
      )
      const record = { ...applied, entries }
      const puts = [
        organizationPut,
        { kind: "Invoice", record: invoiceOf("open", { status: "OPEN" }) },
        { kind: "Voucher", record },
      ] as const
      yield* store.commit(commitWith({ puts }))
      yield* same("vouchers", (yield* store.account("org-1"))?.value.vouchers, [record])
    }),
  ),
]

const focused: ReadonlyArray<StoreLaw> = [
  law("an invoice that is asked for brings its settled group, and the documents since", (store) =>
    Effect.gen(function* () {
      const cycles = [0, 1, 2, 3]
      const earlier = invoiceOf("earlier", { subscriptionId: "subscription-0" })
      const invoices = [earlier, ...cycles.map((cycle) => invoiceOf(`cycle-${cycle}`, { cycle }))]
      const puts = [
        organizationPut,
        { kind: "Subscription", record: subscriptionOf("subscription-1", { cycle: cycleOf(3) }) } as const,
        ...cycles.map((cycle) => {
          const record = { ...groupOf(cycle, cycle < 3), organizationId: "org-1" }
          return { kind: "BillingGroup", record } as const
        }),
        ...invoices.map((record) => ({ kind: "Invoice", record }) as const),
      ]
      yield* store.commit(commitWith({ puts }))
      const read = (invoiceId: string) =>
        Effect.map(store.account("org-1", { invoiceId }), (found) => ({
          groups: found?.value.groups.map(({ cycle, settled }) => `${cycle}${settled ? " settled" : ""}`),
          invoices: found?.value.invoices.map((one) => one.invoiceId),
        }))
      yield* same("running", yield* read("cycle-3"), { groups: ["3"], invoices: ["cycle-3"] })
      yield* same("settled", yield* read("cycle-1"), {
        groups: ["1 settled", "3"],
        invoices: ["cycle-1", "cycle-2", "cycle-3"],
      })
      // Its cycle is another subscription's.
      yield* same("earlier", yield* read("earlier"), { groups: ["3"], invoices: ["earlier", "cycle-3"] })
    }),
  ),
]

const pendingAttempt: PaymentAttempt = {
  attemptId: "attempt-1",
  paymentMethodId: "method-1",
  amount: 100,
  status: "PENDING",
  declineCode: null,
  retryable: false,
  lookups: 0,
  slip: null,
  startedAt: 0,
  at: 0,
}

const announced = (messageId: string) =>
  ({
    kind: "EVENT",
    messageId,
    organizationId: "org-1",
    announcement: { type: "invoice.issued", at: 0, invoice: invoiceOf("paid") },
  }) as const

/** Everything that every store has to do. */
export const storeLaws: ReadonlyArray<StoreLaw> = [
  ...conflicts,
  ...keys,
  ...sessions,
  ...coupons,
  ...lists,
  ...accounts,
  ...focused,
]
