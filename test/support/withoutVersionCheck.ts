// A store that lets every commit through, whatever was committed since its reads: a concurrency test that still passes
// on it proves nothing.
import type { BillingStore } from "../../src/ports/BillingStore.ts"

/** The store, with each commit expecting nothing. Commits stay whole, and coupon counts stay conditional. */
export const withoutVersionCheck = (store: BillingStore["Service"]): BillingStore["Service"] => ({
  ...store,
  commit: (commit) => store.commit({ ...commit, expects: [] }),
})
