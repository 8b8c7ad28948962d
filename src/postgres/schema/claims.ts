// Claims of organizations that are due, beside their due instants.

/**
 * An organization may be taken at `free_at`, by which claims find it. A claim covers the instants up to its own: a commit
 * that says a later one ends it, whichever program made that commit.
 */
export const dueClaims = (schema: string): string => `
  ALTER TABLE ${schema}.due ADD COLUMN claimed_at bigint, ADD COLUMN claimed_until bigint,
    ADD COLUMN free_at bigint NOT NULL GENERATED ALWAYS AS (CASE WHEN at <= claimed_at THEN claimed_until ELSE at END) STORED;
  CREATE INDEX due_free ON ${schema}.due (free_at, organization_id);
`
