// Stores that read wrongly, each by one fault, over a good one.
import * as Effect from "effect/Effect"
import type { Account, Page } from "../../../../src/index.ts"
import type { Broken, Store } from "./commits.ts"

/** A store whose accounts are changed after they were read. */
const withAccounts =
  (
    change: (
      account: Account.Account,
      read: { readonly focus: ReadonlyArray<string>; readonly plain: Account.Account },
    ) => Partial<Account.Account>,
  ) =>
  (good: Store): Partial<Store> => ({
    account: (organizationId, focus) =>
      Effect.gen(function* () {
        const found = yield* good.account(organizationId, focus)
        const plain = yield* good.account(organizationId)
        if (found === null || plain === null) return null
        const changed = change(found.value, { focus: focus?.invoiceIds ?? [], plain: plain.value })
        return { ...found, value: { ...found.value, ...changed } }
      }),
  })

/** The last page instead of one beyond it. */
const lastPage = <A, L extends { readonly page: number; readonly limit: number }>(
  read: (list: L) => Effect.Effect<Page<A>>,
  list: L,
): Effect.Effect<Page<A>> =>
  Effect.flatMap(read(list), (found) =>
    found.items.length > 0 || found.totalItems === 0
      ? Effect.succeed(found)
      : read({ ...list, page: Math.ceil(found.totalItems / list.limit) }),
  )

/** What was found first is found ever after. */
const cached = <A>(read: (key: string) => Effect.Effect<A>): ((key: string) => Effect.Effect<A>) => {
  const known = new Map<string, A>()
  return (key) =>
    Effect.map(read(key), (found) => {
      const first = known.get(key) ?? found
      known.set(key, first)
      return first
    })
}

const isSpent = ({ balance }: { readonly balance: number }): boolean => balance === 0

export const brokenReads: Broken = {
  // A replica that lags behind: who asked before there was a session does not see it.
  "every read sees the commit before it": (good) => {
    const missed = new Set<string>()
    return {
      session: (sessionId) =>
        Effect.map(good.session(sessionId), (found) => {
          if (found === null) missed.add(sessionId)
          return missed.has(sessionId) ? null : found
        }),
    }
  },
  "an account is all that its organization owns": withAccounts(() => ({ couponUses: [] })),
  // As a text is written in UTF-8 where nobody asks whether it can be.
  "a text is read as it was put, or its commit ends as a defect": (good) => ({
    organization: (organizationId) =>
      Effect.map(
        good.organization(organizationId),
        (found) => found && { ...found, name: found.name.toWellFormed() },
      ),
  }),
  "an organization sees its own records only": (good) => ({
    voucher: (_, voucherId) => good.voucher("org-1", voucherId),
  }),
  "usage events come with the account by their ids, those that there are": (good) => ({
    account: (organizationId, focus) =>
      Effect.map(good.account(organizationId, focus), (found) => {
        const events = (focus?.eventIds ?? []).flatMap(
          (id) => found?.usageEvents.filter(({ eventId }) => eventId === id) ?? [],
        )
        return found && { ...found, usageEvents: events }
      }),
  }),
  // It reads the account, and the events a moment later.
  "usage events that come with the account are those of its version": (good) => ({
    account: (organizationId, focus) =>
      Effect.zipWith(
        good.account(organizationId, { invoiceIds: focus?.invoiceIds ?? [] }),
        good.account(organizationId, focus),
        (found, later) => found && { ...found, usageEvents: later?.usageEvents ?? [] },
      ),
  }),
  "an address of which nothing is known is empty, at version 0": (good) => ({
    otpAddress: (email) =>
      Effect.map(good.otpAddress(email), (found) => (found.version === 0 ? { ...found, version: 1 } : found)),
  }),
  "every OTP of an address leads to it": (good) => ({
    otpAddressOf: (otpId) =>
      Effect.map(good.otpAddressOf(otpId), (found) => (found?.value.otps[0]?.otpId === otpId ? found : null)),
  }),
  "an idempotency key is read as it was put last": (good) => {
    const read = cached(good.idempotencyKey)
    // Only what was found is remembered.
    return {
      idempotencyKey: (keyId) =>
        Effect.flatMap(good.idempotencyKey(keyId), (found) =>
          found === null
            ? Effect.succeed(null)
            : Effect.map(read(keyId), (first) => ({
                value: first?.value ?? found.value,
                version: found.version,
              })),
        ),
    }
  },
  "the open sessions of a user are those that are neither ended nor over": (good) => ({
    openSessions: (userId) => good.openSessions(userId, 0),
  }),
  "coupons come by id, those that there are": (good) => ({
    couponsById: (couponIds) =>
      Effect.map(good.couponsById(couponIds), (found) =>
        couponIds.flatMap((id) => found.filter(({ couponId }) => couponId === id)),
      ),
  }),
  "what is due comes earliest first, up to an instant": (good) => ({
    due: ({ until, limit }) =>
      Effect.map(good.due({ until, limit: 1_000 }), (found) =>
        found.toSorted((a, b) => (a.organizationId < b.organizationId ? -1 : 1)).slice(0, limit),
      ),
  }),
  "messages come oldest first": (good) => ({
    outbox: (list) => Effect.map(good.outbox(list), (found) => found.toReversed()),
  }),
  "messages of one kind do not come with those of another": (good) => ({
    outbox: (list) =>
      list.kind === "OTP_UNDELIVERED"
        ? good.outbox(list)
        : Effect.zipWith(
            good.outbox({ ...list, kind: "EVENT" }),
            good.outbox({ ...list, kind: "OTP" }),
            (events, codes) => [...events, ...codes],
          ),
  }),
  // It takes the oldest ones first, and then of these those that are ready.
  "codes that are ready come oldest first, up to an instant": (good) => ({
    readyOtps: ({ now, limit }) =>
      Effect.map(good.readyOtps({ now: Number.MAX_SAFE_INTEGER, limit }), (found) =>
        found.filter(({ readyAt }) => readyAt <= now),
      ),
  }),
  // It looks first, and replaces whatever is there a moment later.
  "of many that take a code exactly one gets it": (good) => ({
    replaceOtp: (before, after) =>
      Effect.gen(function* () {
        const waiting = yield* good.outbox({ kind: "OTP", limit: 100 })
        if (!waiting.some(({ messageId }) => messageId === before.messageId)) return false
        yield* Effect.yieldNow
        yield* good.replaceOtp(before, after)
        return true
      }),
  }),
  // It deletes a code that is given up.
  "a code that is given up leaves a letter and no code": (good) => ({
    replaceOtp: (before, after) =>
      after.kind === "OTP"
        ? good.replaceOtp(before, after)
        : Effect.as(good.acknowledge([before.messageId]), true),
  }),
  "invoices come newest first, page by page": (good) => ({
    invoices: (organizationId, list) => lastPage((asked) => good.invoices(organizationId, asked), list),
  }),
  // Each page is ordered anew, and invoices of one instant come as they please.
  "invoices of one instant are each on one page": (good) => ({
    invoices: (organizationId, list) =>
      Effect.map(
        good.invoices(organizationId, { ...list, page: 1, limit: 1_000 }),
        ({ items, totalItems }) => {
          const isEven = list.page % 2 === 0
          const found = items.toSorted(
            (a, b) => b.issuedAt - a.issuedAt || (a.invoiceId < b.invoiceId === isEven ? -1 : 1),
          )
          const from = (list.page - 1) * list.limit
          return { items: found.slice(from, from + list.limit), totalItems }
        },
      ),
  }),
  "invoices come by status, and move between statuses": (good) => ({
    invoices: (organizationId, list) =>
      Effect.zipWith(
        good.invoices(organizationId, list),
        good.invoices(organizationId, { ...list, status: null }),
        ({ items }, { totalItems }) => ({ items, totalItems }),
      ),
  }),
  "subscriptions come newest first, and keep their place when they change": (good) => ({
    subscriptions: (organizationId, list) =>
      lastPage((asked) => good.subscriptions(organizationId, asked), list),
  }),
  "vouchers come newest first, by the status that they have at an instant": (good) => ({
    vouchers: (organizationId, list) =>
      good.vouchers(organizationId, { ...list, at: list.status === "PENDING" ? 0 : list.at }),
  }),
  // The ledger as it was before vouchers could be frozen.
  "a voucher whose money is disputed is listed as such": (good) => ({
    vouchers: (organizationId, list) =>
      list.status === "FROZEN"
        ? Effect.succeed({ items: [], totalItems: 0 })
        : good.vouchers(organizationId, list),
  }),
  "the entries of a voucher come latest first, page by page": (good) => ({
    voucherEntries: (organizationId, voucherId, list) =>
      lastPage((asked) => good.voucherEntries(organizationId, voucherId, asked), list),
  }),
  "plans come in the order in which they were defined": (good) => ({
    plans: (list) =>
      Effect.map(good.plans(list), ({ items, totalItems }) => ({
        items: items.toSorted((a, b) => (a.planId < b.planId ? -1 : 1)),
        totalItems,
      })),
  }),
  "an account has its live subscription, or the latest that was cancelled": withAccounts(
    ({ subscription }) => ({ subscription: subscription?.status === "CANCELLED" ? null : subscription }),
  ),
  // What an attempt is in flight for is taken for paid.
  "an account has the receivables of the invoices that take or await a payment": withAccounts(
    ({ receivables }) => ({ receivables: receivables.filter(({ attempt }) => attempt === null) }),
  ),
  // Those of the running one alone.
  "an account has the documents of its periods that are not settled, paid or not": withAccounts(
    ({ invoices, subscription }, { focus }) => ({
      invoices: invoices.filter(
        ({ cycle }) => focus.length > 0 || invoices.length > 2 || cycle === subscription?.cycle.cycle,
      ),
    }),
  ),
  "an account has the documents that bill an item of its periods": withAccounts(
    ({ invoices, periods }, { focus }) => ({
      // Those of their own cycle alone.
      invoices: invoices.filter(
        (one) => focus.includes(one.invoiceId) || periods.some(({ cycle }) => cycle === one.cycle),
      ),
    }),
  ),
  // Only where an invoice of theirs is asked for.
  // It has columns for the members that it knew when it was written.
  "a subscription keeps its trial, and the plans that were tried": withAccounts(({ subscription }) => {
    if (subscription === null) return {}
    const { trial: _, trialPlanIds: __, ...known } = subscription
    return { subscription: known }
  }),
  "an account has the earlier subscriptions of which something is owed": withAccounts(
    ({ formerSubscriptions }, { focus }) => ({
      formerSubscriptions: focus.length > 0 ? formerSubscriptions : [],
    }),
  ),
  "a spent voucher comes with the invoice that took it": withAccounts(
    ({ vouchers, invoices }, { focus }) => ({
      vouchers: vouchers.filter(
        (one) =>
          focus.length > 0 ||
          !isSpent(one) ||
          !invoices.some(({ discounts }) => discounts.some(({ code }) => code === one.voucherId)),
      ),
    }),
  ),
  "a voucher that paid an invoice after its issue comes with it": withAccounts(({ vouchers, invoices }) => ({
    vouchers: vouchers.filter(
      (one) =>
        !isSpent(one) ||
        !invoices.some(({ receipts }) => receipts.some(({ voucherId }) => voucherId === one.voucherId)),
    ),
  })),
  "an invoice that is asked for comes with its vouchers": withAccounts(({ vouchers }, { plain }) => ({
    vouchers: vouchers.filter(
      ({ voucherId, creditOf }) =>
        creditOf !== null || plain.vouchers.some((known) => known.voucherId === voucherId),
    ),
  })),
  // Only credit that is left comes along.
  "an invoice that is asked for comes with the vouchers that give its money back": withAccounts(
    ({ vouchers }) => ({ vouchers: vouchers.filter((one) => !isSpent(one) || one.creditOf === null) }),
  ),
  "an invoice that is asked for brings its period, settled or not, with the documents of it": withAccounts(
    ({ periods, subscription }) => ({
      periods: periods.filter(({ subscriptionId }) => subscriptionId === subscription?.subscriptionId),
    }),
  ),
  "an invoice that is asked for brings the periods that it has a line of": withAccounts(
    ({ periods, invoices }, { focus, plain }) => ({
      periods: periods.filter(
        ({ cycle }) =>
          plain.periods.some((period) => period.cycle === cycle) ||
          invoices.some((invoice) => focus.includes(invoice.invoiceId) && invoice.cycle === cycle),
      ),
    }),
  ),
}
