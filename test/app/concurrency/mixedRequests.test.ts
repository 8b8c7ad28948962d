// Two hundred mixed requests at once on one organization, with adapters that yield at every step and time that passes
// meanwhile. The audit finds nothing wrong, right after and when all that was left open is known; without the version
// check it does, so it would have noticed.
import { describe, expect, it } from "vitest"
import { defaultPolicy, runDue } from "../../../src/index.ts"
import { organizationId } from "../../support/billing.ts"
import { runs } from "../../support/runs.ts"
import { thorough } from "../../support/thorough.ts"
import { withoutLedgerCheck, withoutVersionCheck } from "../../support/withoutVersionCheck.ts"
import { audit, type Evidence } from "./audit.ts"
import { storm } from "./storm.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** How often an attempt is looked up at most. */
const LOOKUPS = defaultPolicy.reconciliationMillis.length
const seeds = Array.from({ length: Math.min(Math.max(runs(6), 6), 300) }, (_, index) => index + 1)

type Storm = Awaited<ReturnType<typeof storm>>

const evidenceOf = ({ billing, answered }: Storm): Evidence => {
  const { state, charges } = billing
  const records = state.ofOrganization(organizationId)
  if (records === null) throw new Error("The organization is lost")
  return { records, outbox: state.outbox(), coupons: state.coupons(), charges: charges(), answered }
}

/**
 * Long enough for look-ups, slips and dunning to end, and for the cycle. By hours on the first day: a charge that was not
 * made in time may be made while the gateway would remember it, and after a whole day only an operator can tell.
 */
const waitUntilKnown = async ({ billing }: Storm): Promise<void> => {
  for (const wait of [...Array.from({ length: 24 }, () => HOUR), ...Array.from({ length: 44 }, () => DAY)]) {
    billing.setNow(billing.now() + wait)
    const { failures } = await billing.run(runDue(billing.now()))
    expect(failures).toEqual([])
  }
}

describe("two hundred requests at once", () => {
  it("leave limits, subscriptions, coupon, money, usage and announcements as they should be", async () => {
    const redeemed: Array<number | undefined> = []
    for (const seed of seeds) {
      const became = await storm(seed, (store) => store)
      expect(became.requests).toBe(200)
      expect(became.succeeded, `seed ${seed}`).toBeGreaterThan(30)
      expect(audit(evidenceOf(became)), `seed ${seed}, right after`).toEqual([])
      await waitUntilKnown(became)
      const evidence = evidenceOf(became)
      expect(audit(evidence), `seed ${seed}, when all is known`).toEqual([])
      const open = evidence.records.invoices.flatMap(({ attempts }) =>
        attempts.filter(({ status }) => status === "STARTED" || status === "UNKNOWN"),
      )
      // Time may leap between each decision to charge and its charge, so that none is made: only an operator can tell then.
      const charged = new Set(evidence.charges.map(({ attemptId }) => attemptId))
      expect(
        open.filter(({ attemptId, lookups }) => charged.has(attemptId) || lookups < LOOKUPS),
        `seed ${seed}`,
      ).toEqual([])
      redeemed.push(evidence.coupons.find(({ code }) => code === "LASTONE")?.timesRedeemed)
    }
    expect(redeemed).toContain(1)
  })

  it.runIf(thorough)("are noticed to break things where no version is checked", async () => {
    const findings = new Set<string>()
    for (const seed of seeds.slice(0, 6)) {
      const found = await storm(seed, (store) => withoutVersionCheck(withoutLedgerCheck(store))).then(
        (became) => audit(evidenceOf(became)),
        // What is stored contradicts itself so that a request dies of it.
        (defect) => [String(defect)],
      )
      expect(found, `seed ${seed}`).not.toEqual([])
      for (const finding of found) findings.add(finding)
    }
    for (const kind of [
      /cards|boleto|default/,
      /two live subscriptions/,
      /a charge that no attempt tells of/,
      /ledger/,
    ]) {
      expect([...findings].filter((finding) => kind.test(finding))).not.toEqual([])
    }
  })

  it("come again in the same way with the same seed", async () => {
    const play = async () => JSON.stringify(evidenceOf(await storm(1, (store) => store)))
    // What the gateway calls a card is its own.
    const withoutReferences = (text: string) => text.replaceAll(/"gatewayReference":"[^"]*"/g, "")
    expect(withoutReferences(await play())).toBe(withoutReferences(await play()))
  })
})
