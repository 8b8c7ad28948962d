// The audit of a moment: of the present one of a world, or of one that is to take its place.
import type { BillingPolicy } from "../../src/index.ts"
import { CHARGES_MAX, chargesOf } from "../adapters/gateway/ScriptedGateway.ts"
import { makeBillingState } from "../adapters/memory/BillingState.ts"
import { type Audit, audit } from "../audit/audit.ts"
import type { WorldSnapshot } from "../world/state/WorldSnapshot.ts"

/** Audits all that a world holds at a moment. */
export const auditOf = (moment: WorldSnapshot, policy: BillingPolicy): Audit => {
  const { now, tables, gateway, couponsBefore } = moment
  const items = chargesOf(gateway)
  return audit({
    snapshot: makeBillingState(tables).snapshot(),
    charges: { items, complete: items.length < CHARGES_MAX },
    now,
    policy,
    couponsBefore,
  })
}
