// Claims of organizations that are due, so that processes that share a file do not work on the same ones.
import * as Effect from "effect/Effect"
import type { BillingStore, DueClaim } from "studio-billing"
import type { Database } from "./Database.ts"
import { whenFree } from "./whenFree.ts"

/** Taking claims and moving their ends. */
export const dueClaims = (database: Database): Pick<BillingStore["Service"], "claimDue" | "moveClaims"> => ({
  claimDue: (claim) => Effect.orDie(whenFree(() => database.write(() => takeClaims(database, claim)))),
  moveClaims: (claims, until) =>
    Effect.orDie(
      whenFree(() => {
        database.run(
          `UPDATE due SET claimed_until = :until FROM json_each(:claims)
             WHERE organization_id = value ->> '$.organizationId' AND claimed_until = value ->> '$.until'`,
          { claims: JSON.stringify(claims), until },
        )
      }),
    ),
})

const takeClaims = (
  database: Database,
  { now, limit, leaseMillis, clockSkewMillis }: Parameters<BillingStore["Service"]["claimDue"]>[0],
) => {
  const until = now + leaseMillis
  // A claim of a clock that was wrong counts as none.
  const claims = database.all<DueClaim>(
    `SELECT organization_id AS organizationId, at, :until AS until FROM due
     WHERE free_at <= :now OR (claimed_at > :latest AND at <= :now)
     ORDER BY iif(claimed_at > :latest, at, free_at), organization_id LIMIT :limit`,
    { now, limit, until, latest: now + clockSkewMillis },
  )
  database.run(
    `UPDATE due SET claimed_at = :now, claimed_until = :until
     WHERE organization_id IN (SELECT value ->> '$.organizationId' FROM json_each(:claims))`,
    { now, until, claims: JSON.stringify(claims) },
  )
  return claims
}
