// Claims of organizations that are due. One statement takes them, by two indexed columns, and passes over the rows that
// another worker or a commit has under its hands.
import type { BillingStore } from "../ports/BillingStore.ts"
import type { Statements } from "./statements.ts"

/** Taking claims and moving their ends. */
export const claims = (statements: Statements): Pick<BillingStore["Service"], "claimDue" | "moveClaims"> => ({
  claimDue: ({ now, limit, leaseMillis, clockSkewMillis }) =>
    statements.all(
      // A claim of a clock that was wrong counts as none.
      `WITH free AS (
         SELECT organization_id, free_at FROM $schema.due
         WHERE free_at <= $1::bigint AND (claimed_at > $4::bigint) IS NOT TRUE
         ORDER BY free_at, organization_id LIMIT $2::bigint FOR UPDATE SKIP LOCKED
       ), void AS (
         SELECT organization_id, at AS free_at FROM $schema.due WHERE claimed_at > $4::bigint AND at <= $1::bigint
         ORDER BY claimed_at LIMIT $2::bigint FOR UPDATE SKIP LOCKED
       ), first AS (
         SELECT * FROM (SELECT * FROM free UNION ALL SELECT * FROM void) either
         ORDER BY free_at, organization_id LIMIT $2::bigint
       ), taken AS (
         UPDATE $schema.due SET claimed_at = $1::bigint, claimed_until = $3::bigint FROM first
         WHERE due.organization_id = first.organization_id
         RETURNING due.organization_id, due.at, first.free_at
       )
       SELECT json_build_object('organizationId', organization_id, 'at', at, 'until', $3::bigint)::text AS result
       FROM taken ORDER BY free_at, organization_id`,
      [now, limit, now + leaseMillis, now + clockSkewMillis],
    ),
  moveClaims: (moved, until) =>
    statements.run(
      // In the order in which commits take them, so that neither waits for the other.
      `WITH held AS (
         SELECT organization_id FROM $schema.due
         JOIN json_to_recordset($1::json) AS x("organizationId" text, until bigint)
           ON organization_id = x."organizationId" AND claimed_until = x.until
         ORDER BY organization_id COLLATE "C" FOR UPDATE OF due
       )
       UPDATE $schema.due SET claimed_until = $2::bigint FROM held WHERE due.organization_id = held.organization_id`,
      [JSON.stringify(moved), until],
    ),
})
