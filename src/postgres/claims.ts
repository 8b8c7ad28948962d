// Claims of organizations that are due. One statement takes them, by one indexed column, and passes over the rows that
// another worker or a commit has under its hands.
import type { BillingStore } from "../ports/BillingStore.ts"
import type { Statements } from "./statements.ts"

/** Taking claims and moving their ends. */
export const claims = (statements: Statements): Pick<BillingStore["Service"], "claimDue" | "moveClaims"> => ({
  claimDue: ({ now, limit, leaseMillis }) =>
    statements.all(
      `WITH free AS (
         SELECT organization_id, free_at FROM $schema.due WHERE free_at <= $1::bigint
         ORDER BY free_at, organization_id LIMIT $2::bigint FOR UPDATE SKIP LOCKED
       ), taken AS (
         UPDATE $schema.due SET claimed_at = $1::bigint, claimed_until = $3::bigint FROM free
         WHERE due.organization_id = free.organization_id
         RETURNING due.organization_id, due.at, free.free_at
       )
       SELECT json_build_object('organizationId', organization_id, 'at', at, 'until', $3::bigint)::text AS result
       FROM taken ORDER BY free_at, organization_id`,
      [now, limit, now + leaseMillis],
    ),
  moveClaims: (moved, until) =>
    statements.run(
      `UPDATE $schema.due SET claimed_until = $2::bigint
       FROM json_to_recordset($1::json) AS x("organizationId" text, until bigint)
       WHERE organization_id = x."organizationId" AND claimed_until = x.until`,
      [JSON.stringify(moved), until],
    ),
})
