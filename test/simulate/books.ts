// All that organizations have, read through a store, whether or not a call asks for it.
import * as Effect from "effect/Effect"
import type { Seed } from "../../simulator/adapters/seed/Seed.ts"
import type { BillingStore } from "../../src/index.ts"

const ALL = { page: 1, limit: 100_000 }

/** Reads the books of the organizations of a seed, and the catalogue. */
export const readBooks = (store: BillingStore["Service"], seed: Seed): Effect.Effect<void> =>
  Effect.gen(function* () {
    yield* store.plans({ ...ALL, status: null })
    yield* store.couponsById(seed.coupons.map(({ couponId }) => couponId))
    yield* store.due({ until: Number.MAX_SAFE_INTEGER, limit: ALL.limit })
    yield* store.outbox({ kind: "EVENT", limit: ALL.limit })
    for (const { organizationId } of seed.organizations) {
      const { items: invoices } = yield* store.invoices(organizationId, { ...ALL, status: null })
      const { items: vouchers } = yield* store.vouchers(organizationId, { ...ALL, status: null, at: 0 })
      yield* store.subscriptions(organizationId, ALL)
      yield* store.account(organizationId, { invoiceIds: invoices.map(({ invoiceId }) => invoiceId) })
      for (const { voucherId } of vouchers) yield* store.voucherEntries(organizationId, voucherId, ALL)
    }
  })
