import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { makeMemoryBillingStore } from "../../../simulator/adapters/memory/MemoryBillingStore.ts"
import { IDEMPOTENCY_KEYS_MAX, OTP_ADDRESSES_MAX } from "../../../simulator/adapters/memory/Tables.ts"
import { commitOf } from "../../../src/app/execution/commitOf.ts"
import type { Account, Change, Rules } from "../../../src/core/billing/Account.ts"
import { pay, recordAnswer } from "../../../src/core/billing/collection/Payments.ts"
import { recordUsage } from "../../../src/core/billing/periods/Usage.ts"
import { nextDue, takeStep } from "../../../src/core/billing/Schedule.ts"
import { subscribe } from "../../../src/core/billing/subscriptions/Subscribe.ts"
import type { Invoice } from "../../../src/core/invoice/Invoice.ts"
import { defaultPolicy } from "../../../src/core/policy/BillingPolicy.ts"
import { BillingStore } from "../../../src/ports/BillingStore.ts"
import {
  addressOf,
  cardOf,
  commitWith,
  couponOf,
  idempotencyKeyOf,
  invoiceOf,
  organizationOf,
  planOf,
  subscriptionOf,
  voucherOf,
} from "../../../src/testing/contracts/records.ts"
import { billingStoreContract } from "../../../src/testing/index.ts"
import { withoutVersionCheck } from "../../support/withoutVersionCheck.ts"

const rules: Rules = { policy: defaultPolicy, deriveId: (key) => key }
const pauses = [
  ["at once", Effect.void],
  ["with other fibers at every step", Effect.yieldNow],
] as const

describe.each(pauses)("the store keeps the port's contract %s", (_, pause) => {
  const contract = billingStoreContract(() =>
    Layer.sync(BillingStore, () => makeMemoryBillingStore({ pause }).store),
  )
  it.each(contract)("$name", ({ check }) => check())
})

describe("records of one instant", () => {
  const run = <A, E>(effect: Effect.Effect<A, E>): A => Effect.runSync(effect)

  it("come with the later one first, and what is due comes by id", () => {
    const { store } = makeMemoryBillingStore()
    const ids = ["b", "a", "c"]
    const puts = ids.flatMap((id) => [
      { kind: "Invoice", record: invoiceOf(id) } as const,
      { kind: "Subscription", record: subscriptionOf(id) } as const,
      { kind: "Voucher", record: voucherOf(id, []) } as const,
    ])
    const due = ids.map((organizationId) => ({ organizationId, at: 1 }))
    run(store.commit(commitWith({ puts, due })))
    const list = { page: 1, limit: 10, status: null }
    expect(run(store.invoices("org-1", list)).items.map(({ invoiceId }) => invoiceId)).toEqual([
      "c",
      "a",
      "b",
    ])
    const subscriptions = run(store.subscriptions("org-1", list)).items
    expect(subscriptions.map(({ subscriptionId }) => subscriptionId)).toEqual(["c", "a", "b"])
    const vouchers = run(store.vouchers("org-1", { ...list, at: 0 })).items
    expect(vouchers.map(({ voucherId }) => voucherId)).toEqual(["c", "a", "b"])
    const found = run(store.due({ until: 1, limit: 10 })).map(({ organizationId }) => organizationId)
    expect(found).toEqual(["a", "b", "c"])
  })
})

describe("without the version check", () => {
  const contract = billingStoreContract(() =>
    Layer.sync(BillingStore, () =>
      withoutVersionCheck(makeMemoryBillingStore({ pause: Effect.yieldNow }).store),
    ),
  )
  const passes = (name: string): Promise<boolean> | undefined =>
    contract
      .find((candidate) => candidate.name === name)
      ?.check()
      .then(
        () => true,
        () => false,
      )

  it("stale commits are let through", async () => {
    expect(await passes("a commit on a version that is gone changes nothing at all")).toBe(false)
  })

  it("coupon counts stay conditional, and records of one commit together", async () => {
    expect(await passes("of many that redeem a coupon as many succeed as it has redemptions")).toBe(true)
    expect(await passes("every read sees the commit before it")).toBe(true)
  })
})

describe("an account that the core has changed", () => {
  const organizationId = "org-1"
  const startAt = Date.UTC(2025, 0, 31)
  const world = () => {
    const memory = makeMemoryBillingStore()
    const { store } = memory
    const run = <A, E>(effect: Effect.Effect<A, E>): A => Effect.runSync(effect)
    run(
      store.commit(
        commitWith({
          puts: [
            { kind: "Organization", record: organizationOf(organizationId) },
            { kind: "PaymentMethod", record: cardOf("method-1", organizationId) },
            { kind: "Coupon", record: couponOf("coupon-1", 1) },
          ],
        }),
      ),
    )
    /** Decides on the stored account, commits, and checks that what is stored is what was decided. */
    const decide = <E>(
      decision: (account: Account) => Result.Result<Change, E>,
      reload: (account: Account) => Account = (account) => account,
      invoiceIds: ReadonlyArray<string> = [],
    ): Change => {
      const loaded = run(store.account(organizationId, { invoiceIds }))
      if (loaded === null) return expect.unreachable()
      const change = Result.getOrThrow(decision(loaded.value))
      const commit = commitOf(loaded, change, rules)
      if (commit !== null) run(store.commit(commit))
      expect(run(store.account(organizationId))?.value).toEqual(reload(change.account))
      return change
    }
    return { ...memory, run, decide }
  }

  const subscribed = () => {
    const all = world()
    const { decide, run, store } = all
    decide((account) =>
      subscribe(
        account,
        {
          subscriptionId: "subscription-1",
          plan: planOf("plan-1"),
          planIntervalId: "plan-1-monthly",
          paymentMethodId: "method-1",
          coupon: { code: "COUPON-1", coupon: run(store.couponByCode("COUPON-1")) },
          now: startAt,
        },
        rules,
      ),
    )
    return all
  }

  it("is read back as it was decided, through usage, payment and two boundaries", () => {
    const { decide, run, state, store } = subscribed()
    const event = { eventId: "event-1", meter: "api_calls", quantity: 7, occurredAt: startAt + 1 }
    decide((account) => recordUsage(account, { events: [event], known: [], now: startAt + 1 }, rules))
    for (const _ of [0, 1]) {
      const step = decide((account) => {
        const due = nextDue(account, rules)
        return due === null ? expect.unreachable() : takeStep(account, due, rules)
      })
      const [charge] = step.charges
      if (charge === undefined) return expect.unreachable()
      const { invoiceId, attemptId, at } = charge
      const answer = { _tag: "Approved" } as const
      decide((account) => recordAnswer(account, { invoiceId, attemptId, answer, now: at }, rules))
    }
    expect(run(store.invoices(organizationId, { page: 1, limit: 1, status: "PAID" })).totalItems).toBe(2)
    expect(run(store.couponByCode("COUPON-1"))?.timesRedeemed).toBe(1)
    const cycle = run(store.account(organizationId))?.value.subscription?.cycle
    expect(state.snapshot().due).toEqual([{ organizationId, at: cycle?.endAt }])
  })

  it("keeps a paid document of the running cycle, because it says what was billed", () => {
    const { decide } = subscribed()
    const invoiceId = "invoice/subscription-1/0/CYCLE/0"
    const attemptId = `attempt/${invoiceId}/0`
    const answer = { _tag: "Approved" } as const
    const wish = { invoiceId, paymentMethodId: null, expectedPayableAmount: null, now: startAt }
    decide((account) => pay(account, wish, rules))
    const { account } = decide((loaded) =>
      recordAnswer(loaded, { invoiceId, attemptId, answer, now: startAt }, rules),
    )
    expect(account.invoices.map(({ status }) => status)).toEqual(["PAID"])
  })

  it("leaves out a settled period with its documents, unless one of them is asked for", () => {
    const { decide, run, store } = subscribed()
    const invoiceId = "invoice/subscription-1/0/CYCLE/0"
    decide((account) =>
      pay(account, { invoiceId, paymentMethodId: null, expectedPayableAmount: null, now: startAt }, rules),
    )
    const settle = () => {
      const loaded = run(store.account(organizationId))
      const [period] = loaded?.value.periods ?? []
      if (period === undefined) return expect.unreachable()
      const settled = { ...period, settled: true, organizationId }
      run(store.commit(commitWith({ puts: [{ kind: "BillingPeriod", record: settled }] })))
    }
    settle()
    const invoiceIds = (...asked: ReadonlyArray<string>) =>
      run(store.account(organizationId, { invoiceIds: asked }))?.value.invoices.map(
        (invoice) => invoice.invoiceId,
      )
    expect(run(store.account(organizationId))?.value.periods).toEqual([])
    expect(invoiceIds()).toEqual([])
    expect(run(store.account(organizationId))?.value.receivables, "its attempt is in flight").toMatchObject([
      { invoiceId, attempt: { status: "STARTED" } },
    ])
    const answer = { _tag: "Approved" } as const
    const attemptId = `attempt/${invoiceId}/0`
    decide(
      (account) => recordAnswer(account, { invoiceId, attemptId, answer, now: startAt }, rules),
      (account) => ({ ...account, periods: [], invoices: [] }),
      [invoiceId],
    )
    expect(invoiceIds()).toEqual([])
    expect(invoiceIds(invoiceId)).toEqual([invoiceId])
    const periods = run(store.account(organizationId, { invoiceIds: [invoiceId] }))?.value.periods
    expect(periods).toMatchObject([{ cycle: 0, settled: true }])
  })

  it("is told by its invoices whose they are", () => {
    const { decide, run, state, store } = subscribed()
    run(store.commit(commitWith({ puts: [{ kind: "Organization", record: organizationOf("org-2") }] })))
    const invoiceId = "invoice/subscription-1/0/CYCLE/0"
    expect(state.organizationOfInvoice(invoiceId)).toBeNull()
    decide((account) =>
      pay(account, { invoiceId, paymentMethodId: null, expectedPayableAmount: null, now: startAt }, rules),
    )
    expect(state.organizationOfInvoice(invoiceId)).toBe(organizationId)
  })

  it("is the same in a store that is made from a snapshot, versions included", () => {
    const { run, state, store } = subscribed()
    const snapshot = JSON.parse(JSON.stringify(state.snapshot()))
    const copy = makeMemoryBillingStore({ snapshot })
    expect(run(copy.store.account(organizationId))).toEqual(run(store.account(organizationId)))
    expect(run(copy.store.outbox({ kind: "EVENT", limit: 10 }))).toEqual(
      run(store.outbox({ kind: "EVENT", limit: 10 })),
    )
    expect(copy.state.snapshot()).toEqual(snapshot)
  })
})

describe("idempotency keys", () => {
  const { store, state } = makeMemoryBillingStore()
  const run = <A, E>(effect: Effect.Effect<A, E>): A => Effect.runSync(effect)
  const put = (id: string) => {
    const expects = [{ scope: { kind: "idempotency_key", id }, version: 0 }] as const
    return commitWith({ expects, puts: [{ kind: "IdempotencyKey", record: idempotencyKeyOf(id) }] })
  }

  it("are bounded: the oldest is as if it had never been, and the others are known in a copy too", () => {
    for (let index = 0; index <= IDEMPOTENCY_KEYS_MAX; index++) {
      run(store.commit(put(`key-${String(index).padStart(5, "0")}`)))
    }
    expect(run(store.idempotencyKey("key-00000"))).toBeNull()
    const { records, versions } = state.snapshot()
    expect([records.length, versions.length]).toEqual([IDEMPOTENCY_KEYS_MAX, IDEMPOTENCY_KEYS_MAX])
    const copy = makeMemoryBillingStore({ snapshot: state.snapshot() }).store
    expect(run(copy.idempotencyKey("key-00001"))).toEqual({
      value: idempotencyKeyOf("key-00001"),
      version: 1,
    })
    run(store.commit(put("key-00000")))
    expect(run(store.idempotencyKey("key-00000"))?.version).toBe(1)
  })
})

describe("addresses of codes", () => {
  it("addresses are bounded while the clock stands, and the one used last is kept", () => {
    const { store, state } = makeMemoryBillingStore()
    const run = <A, E>(effect: Effect.Effect<A, E>): A => Effect.runSync(effect)
    const idOf = (index: number): string => `${String(index).padStart(6, "0")}@example.com`
    const put = (id: string, version = 0) =>
      run(
        store.commit(
          commitWith({
            expects: [{ scope: { kind: "address", id }, version }],
            puts: [{ kind: "OtpAddress", record: addressOf(id, [`otp-${id}`]) }],
          }),
        ),
      )
    for (let index = 0; index < OTP_ADDRESSES_MAX; index++) put(idOf(index))
    put(idOf(0), 1)
    for (let index = 0; index < 100; index++) put(idOf(OTP_ADDRESSES_MAX + index))
    const { records, versions } = state.snapshot()
    expect([records.length, versions.length]).toEqual([OTP_ADDRESSES_MAX, OTP_ADDRESSES_MAX])
    expect(run(store.otpAddress(idOf(0))).version).toBe(2)
    expect(run(store.otpAddressOf(`otp-${idOf(1)}`))).toBeNull()
  })
})

describe("the work that a read does", () => {
  it("does not grow with the invoices that an organization has had", () => {
    const { store } = makeMemoryBillingStore()
    const run = <A, E>(effect: Effect.Effect<A, E>): A => Effect.runSync(effect)
    let reads = 0
    const counted = (invoice: Invoice): Invoice => new Proxy(invoice, { get: count })
    const count = (target: Invoice, member: string | symbol): unknown => {
      reads += 1
      return Reflect.get(target, member)
    }
    const puts = Array.from({ length: 100_000 }, (_, index) => {
      const status = index % 50_000 === 7 ? "OPEN" : "PAID"
      return {
        kind: "Invoice",
        record: counted(invoiceOf(`invoice-${index}`, { status, issuedAt: index, cycle: index })),
      } as const
    })
    const organization = { kind: "Organization", record: organizationOf("org-1") } as const
    run(store.commit(commitWith({ puts: [organization, ...puts] })))

    reads = 0
    expect(run(store.account("org-1"))?.value.receivables).toHaveLength(2)
    expect(reads, "what is owed is read where it is put").toBe(0)

    reads = 0
    const list = { page: 2_500, limit: 20, status: null }
    expect(run(store.invoices("org-1", list)).items).toHaveLength(20)
    expect(run(store.invoices("org-1", { page: 1, limit: 20, status: "OPEN" })).totalItems).toBe(2)
    expect(run(store.invoice("org-1", "invoice-99999"))).not.toBeNull()
    expect(reads).toBe(0)
  })

  it("does not grow with the number of organizations", () => {
    const { store } = makeMemoryBillingStore()
    const run = <A, E>(effect: Effect.Effect<A, E>): A => Effect.runSync(effect)
    const ids = Array.from({ length: 10_000 }, (_, index) => `org-${index}`)
    const puts = ids.map((id) => ({ kind: "Organization", record: organizationOf(id) }) as const)
    let reads = 0
    const due = ids.map((organizationId, index) => ({
      organizationId,
      get at() {
        reads += 1
        return index
      },
    }))
    run(store.commit(commitWith({ puts, due })))
    expect(reads, "once each").toBe(10_000)
    expect(run(store.due({ until: 99, limit: 1_000 }))).toHaveLength(100)
    expect(run(store.account("org-9999"))?.value.organization.organizationId).toBe("org-9999")
    expect(reads).toBe(10_000)
  })
})
