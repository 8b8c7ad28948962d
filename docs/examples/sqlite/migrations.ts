// The schema, as the steps that lead to it. A record is a JSON document; beside it stand the columns by which it is found,
// and those alone. A step that was released never changes: what changes the schema is a further step.

const tables = `
  -- What every commit is checked against: one row a scope that was ever committed to.
  CREATE TABLE versions (
    kind TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;

  -- The catalogue, and people. The counts of a coupon are columns of their own, because they are changed under a condition.
  CREATE TABLE plans (seq INTEGER PRIMARY KEY, plan_id TEXT NOT NULL UNIQUE, status TEXT NOT NULL, doc TEXT NOT NULL) STRICT;
  CREATE INDEX plans_by_status ON plans (status, seq);
  CREATE TABLE coupons (
    coupon_id TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, redemptions_max INTEGER,
    times_redeemed INTEGER NOT NULL, amount_redeemed INTEGER NOT NULL, doc TEXT NOT NULL
  ) STRICT;
  CREATE TABLE users (user_id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE, doc TEXT NOT NULL) STRICT;

  -- What an organization owns. \`seq\` is the order in which records came into being.
  CREATE TABLE organizations (organization_id TEXT PRIMARY KEY, doc TEXT NOT NULL) STRICT;
  CREATE TABLE payment_methods (
    seq INTEGER PRIMARY KEY, organization_id TEXT NOT NULL, payment_method_id TEXT NOT NULL, doc TEXT NOT NULL,
    UNIQUE (organization_id, payment_method_id)
  ) STRICT;
  CREATE TABLE subscriptions (
    seq INTEGER PRIMARY KEY, organization_id TEXT NOT NULL, subscription_id TEXT NOT NULL,
    live INTEGER NOT NULL, created_at INTEGER NOT NULL, doc TEXT NOT NULL,
    UNIQUE (organization_id, subscription_id)
  ) STRICT;
  CREATE INDEX subscriptions_newest ON subscriptions (organization_id, created_at, seq);
  CREATE TABLE billing_groups (
    organization_id TEXT NOT NULL, subscription_id TEXT NOT NULL, cycle INTEGER NOT NULL,
    settled INTEGER NOT NULL, doc TEXT NOT NULL,
    PRIMARY KEY (organization_id, subscription_id, cycle)
  ) STRICT;
  CREATE INDEX billing_groups_unsettled ON billing_groups (organization_id, subscription_id) WHERE settled = 0;
  CREATE TABLE invoices (
    seq INTEGER PRIMARY KEY, organization_id TEXT NOT NULL, invoice_id TEXT NOT NULL,
    subscription_id TEXT NOT NULL, cycle INTEGER NOT NULL, status TEXT NOT NULL,
    unresolved INTEGER NOT NULL, issued_at INTEGER NOT NULL, doc TEXT NOT NULL,
    UNIQUE (organization_id, invoice_id)
  ) STRICT;
  CREATE INDEX invoices_newest ON invoices (organization_id, issued_at, seq);
  CREATE INDEX invoices_by_status ON invoices (organization_id, status, issued_at, seq);
  CREATE INDEX invoices_of_cycle ON invoices (organization_id, subscription_id, cycle);
  CREATE INDEX invoices_unresolved ON invoices (organization_id) WHERE unresolved = 1;
  CREATE TABLE vouchers (
    seq INTEGER PRIMARY KEY, organization_id TEXT NOT NULL, voucher_id TEXT NOT NULL,
    balance INTEGER NOT NULL, effective_at INTEGER NOT NULL, expires_at INTEGER,
    created_at INTEGER NOT NULL, doc TEXT NOT NULL,
    UNIQUE (organization_id, voucher_id)
  ) STRICT;
  CREATE INDEX vouchers_newest ON vouchers (organization_id, created_at, seq);
  CREATE INDEX vouchers_with_balance ON vouchers (organization_id) WHERE balance > 0;
  CREATE TABLE voucher_consumptions (
    organization_id TEXT NOT NULL, invoice_id TEXT NOT NULL, voucher_id TEXT NOT NULL,
    PRIMARY KEY (organization_id, invoice_id, voucher_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE billing_thresholds (organization_id TEXT PRIMARY KEY, doc TEXT NOT NULL) STRICT;
  CREATE TABLE coupon_uses (
    seq INTEGER PRIMARY KEY, organization_id TEXT NOT NULL, coupon_id TEXT NOT NULL, doc TEXT NOT NULL,
    UNIQUE (organization_id, coupon_id)
  ) STRICT;

  -- Events are kept to know one that comes again. Nothing ever sums them: the totals stand in the billing group.
  CREATE TABLE usage_events (
    organization_id TEXT NOT NULL, event_id TEXT NOT NULL, meter TEXT NOT NULL,
    quantity INTEGER NOT NULL, occurred_at INTEGER NOT NULL,
    PRIMARY KEY (organization_id, event_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX usage_events_by_time ON usage_events (occurred_at);

  -- Sign-in and idempotency: records that may be forgotten from an instant on.
  CREATE TABLE otp_addresses (email TEXT PRIMARY KEY, forgettable_at INTEGER NOT NULL, doc TEXT NOT NULL) STRICT;
  CREATE INDEX otp_addresses_forgettable ON otp_addresses (forgettable_at);
  CREATE TABLE otps (otp_id TEXT PRIMARY KEY, email TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX otps_of_address ON otps (email);
  CREATE TABLE sessions (
    session_id TEXT PRIMARY KEY, user_id TEXT NOT NULL, open INTEGER NOT NULL,
    forgettable_at INTEGER NOT NULL, doc TEXT NOT NULL
  ) STRICT;
  CREATE INDEX sessions_open ON sessions (user_id) WHERE open = 1;
  CREATE INDEX sessions_forgettable ON sessions (forgettable_at);
  CREATE TABLE idempotency_keys (key_id TEXT PRIMARY KEY, forgettable_at INTEGER NOT NULL, doc TEXT NOT NULL) STRICT;
  CREATE INDEX idempotency_keys_forgettable ON idempotency_keys (forgettable_at);

  -- When which organization has to be looked at next, and what the world has to be told.
  CREATE TABLE due (organization_id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX due_first ON due (at, organization_id);
  CREATE TABLE outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, doc TEXT NOT NULL
  ) STRICT;
  CREATE INDEX outbox_oldest ON outbox (kind, seq);
`

const webhooks = `
  CREATE TABLE webhook_endpoints (
    seq INTEGER PRIMARY KEY, endpoint_id TEXT NOT NULL UNIQUE, doc TEXT NOT NULL
  ) STRICT;
  CREATE TABLE webhook_events (seq INTEGER PRIMARY KEY, event_id TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE webhook_deliveries (
    seq INTEGER PRIMARY KEY, delivery_id TEXT NOT NULL UNIQUE, endpoint_id TEXT NOT NULL,
    pending INTEGER NOT NULL, created_at INTEGER NOT NULL, doc TEXT NOT NULL
  ) STRICT;
  CREATE INDEX webhook_deliveries_done ON webhook_deliveries (created_at) WHERE pending = 0;
  CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (endpoint_id, seq) WHERE pending = 1;
`

const receivables = `
  -- What is owed, without its documents: an account that owes much is read as fast as any other.
  CREATE TABLE receivables (
    organization_id TEXT NOT NULL, seq INTEGER NOT NULL, doc TEXT NOT NULL, PRIMARY KEY (organization_id, seq)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO receivables SELECT organization_id, seq, json_object(
      'invoiceId', invoice_id, 'subscriptionId', subscription_id, 'status', status, 'currency', doc -> 'currency',
      'amountDue', (doc ->> 'payableAmount') - (doc ->> 'amountPaid'), 'issuedAt', issued_at, 'dueAt', doc -> 'dueAt',
      'triedAt', doc -> '$.attempts[0].startedAt',
      'attempt', (SELECT json(value) FROM json_each(doc, '$.attempts')
        WHERE value ->> 'status' IN ('STARTED', 'UNKNOWN', 'PENDING')),
      'failure', json((SELECT json_object('at', value -> 'at', 'declineCode', value -> 'declineCode')
        FROM json_each(doc, '$.attempts') WHERE value ->> 'status' IN ('DECLINED', 'EXPIRED')
        ORDER BY value ->> 'at' DESC, key DESC LIMIT 1)),
      'refusedMethodIds', (SELECT json_group_array(value ->> 'paymentMethodId') FROM json_each(doc, '$.attempts')
        WHERE value ->> 'status' = 'DECLINED' AND NOT value ->> 'retryable'),
      'updatedAt', doc -> 'updatedAt') AS receivable
    FROM invoices WHERE unresolved = 1 AND (status <> 'UNCOLLECTIBLE' OR receivable -> 'attempt' <> 'null');

  -- The documents of a cycle, and those of later ones that bill an item of it.
  CREATE TABLE invoice_cycles (
    organization_id TEXT NOT NULL, subscription_id TEXT NOT NULL, cycle INTEGER NOT NULL, seq INTEGER NOT NULL,
    PRIMARY KEY (organization_id, subscription_id, cycle, seq)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO invoice_cycles SELECT organization_id, subscription_id, cycle, seq FROM invoices
    UNION SELECT organization_id, subscription_id, value ->> '$.item.cycle', seq FROM invoices, json_each(doc, '$.lines');

  DROP INDEX invoices_of_cycle;
  DROP INDEX invoices_unresolved;
  ALTER TABLE invoices DROP COLUMN unresolved;
`

const ledgers = `
  -- The entries of vouchers, which are added and never change, so that a voucher is as small after many uses as before.
  CREATE TABLE voucher_entries (
    organization_id TEXT NOT NULL, voucher_id TEXT NOT NULL, sequence INTEGER NOT NULL,
    kind TEXT NOT NULL, cause TEXT NOT NULL, doc TEXT NOT NULL,
    PRIMARY KEY (organization_id, voucher_id, sequence), UNIQUE (organization_id, voucher_id, kind, cause)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO voucher_entries SELECT organization_id, voucher_id, key, value ->> 'kind', value ->> 'cause',
    json_set(value, '$.voucherId', voucher_id, '$.sequence', key) FROM vouchers, json_each(doc, '$.entries');

  -- Which invoice's money a voucher gives back stood in the group, with the instant and the amount of the voucher.
  ALTER TABLE vouchers ADD COLUMN credit_of TEXT;
  ALTER TABLE vouchers ADD COLUMN frozen INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE vouchers ADD COLUMN revoked INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX vouchers_of_credit ON vouchers (organization_id, credit_of) WHERE credit_of IS NOT NULL;
  UPDATE vouchers SET credit_of = (SELECT value ->> 'invoiceId' FROM billing_groups, json_each(billing_groups.doc, '$.credits')
    WHERE billing_groups.organization_id = vouchers.organization_id AND value ->> 'at' = vouchers.created_at
      AND value ->> 'grantedAmount' = vouchers.doc ->> 'amount') WHERE doc ->> 'name' = 'Credit for unused time';
  UPDATE vouchers SET frozen = 1 WHERE (organization_id, credit_of) IN
    (SELECT organization_id, invoice_id FROM invoices WHERE status = 'DISPUTED');
  UPDATE vouchers SET doc = json_remove(json_set(doc, '$.version', json_array_length(doc, '$.entries'),
    '$.amountRedeemed', (SELECT coalesce(sum(CASE value ->> 'kind' WHEN 'CONSUME' THEN value ->> 'amount'
      WHEN 'RELEASE' THEN -(value ->> 'amount') END), 0) FROM json_each(doc, '$.entries')), '$.creditOf', credit_of,
    '$.frozen', json(iif(frozen, 'true', 'false')), '$.revokedAt', NULL), '$.entries');
  UPDATE outbox SET doc = json_remove(json_set(doc, '$.announcement.voucher.version', 1,
    '$.announcement.voucher.amountRedeemed', 0, '$.announcement.voucher.creditOf', NULL,
    '$.announcement.voucher.frozen', json('false'), '$.announcement.voucher.revokedAt', NULL),
    '$.announcement.voucher.entries') WHERE json_type(doc, '$.announcement.voucher') = 'object';

  -- An invoice says itself which vouchers it took, by its receipts, and what went back of it.
  UPDATE invoices SET doc = json_set(doc, '$.receipts', (SELECT json_group_array(json_set(value, '$.voucherId',
      iif(value ->> 'kind' = 'VOUCHER', (SELECT voucher_id FROM voucher_entries
        WHERE organization_id = invoices.organization_id AND kind = 'CONSUME' AND cause = value ->> 'receiptId'), NULL)))
      FROM json_each(doc, '$.receipts')),
    '$.credits', (SELECT json_group_array(json_object('creditId', voucher_id, 'moneyAmount', vouchers.doc -> 'amount',
      'releases', json('[]'), 'at', vouchers.created_at)) FROM vouchers
      WHERE vouchers.organization_id = invoices.organization_id AND credit_of = invoice_id));
  UPDATE billing_groups SET doc = json_set(doc, '$.credits', (SELECT json_group_array(json_object(
      'parts', json_array(json_object('segment', value -> 'segment', 'invoiceId', value -> 'invoiceId',
        'amount', (value ->> 'grantedAmount') + coupon)), 'couponAmount', coupon, 'at', value -> 'at'))
    FROM (SELECT value, min((value ->> 'amount') - (value ->> 'grantedAmount'), (
      SELECT coalesce(sum(discount.value ->> 'amount'), 0) FROM invoices, json_each(invoices.doc, '$.discounts') AS discount
      WHERE invoices.organization_id = billing_groups.organization_id
        AND invoice_id = credit.value ->> 'invoiceId' AND discount.value ->> 'type' = 'COUPON')) AS coupon
      FROM json_each(billing_groups.doc, '$.credits') AS credit)));
  DROP TABLE voucher_consumptions;

  -- As of when an event is billed.
  ALTER TABLE usage_events ADD COLUMN billed_at INTEGER NOT NULL DEFAULT 0;
  UPDATE usage_events SET billed_at = occurred_at;
`

const words = `
  -- As the rules call them.
  ALTER TABLE billing_groups RENAME TO billing_periods;
  UPDATE outbox SET doc = json_remove(json_set(doc, '$.billingEvent', doc -> '$.announcement'), '$.announcement')
    WHERE doc -> '$.announcement' IS NOT NULL;
`

const codes = `
  -- Codes that are tried again, each with the attempts that were begun and the instant of the next one.
  UPDATE outbox SET doc = json_set(doc, '$.attempts', 0, '$.readyAt', 0) WHERE kind = 'OTP';
`

const lanes = `
  -- Which deliveries are next, so that finding them costs as much as there is to send: whatever was tried, and of the
  -- others the first of each lane, which is an endpoint and an organization.
  ALTER TABLE webhook_deliveries ADD COLUMN lane TEXT;
  ALTER TABLE webhook_deliveries ADD COLUMN next INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE webhook_deliveries ADD COLUMN ready_at INTEGER NOT NULL DEFAULT 0;
  UPDATE webhook_deliveries SET
    lane = iif(json_array_length(doc, '$.attempts') = 0, doc ->> '$.event.organizationId', NULL),
    ready_at = max(coalesce(doc ->> '$.dueAt', 0), coalesce(doc ->> '$.leasedUntil', 0)) WHERE pending = 1;
  CREATE INDEX webhook_deliveries_lane ON webhook_deliveries (endpoint_id, lane, seq) WHERE lane IS NOT NULL;
  UPDATE webhook_deliveries SET next = 1 WHERE pending = 1 AND (lane IS NULL OR seq IN
    (SELECT min(seq) FROM webhook_deliveries WHERE lane IS NOT NULL GROUP BY endpoint_id, lane));
  CREATE INDEX webhook_deliveries_next ON webhook_deliveries (endpoint_id, ready_at, seq) WHERE next = 1;
`

const limits = `
  -- Buckets of rate limits. A full one is forgotten: it is as one that was never used.
  CREATE TABLE rate_limits (
    key TEXT PRIMARY KEY, level INTEGER NOT NULL, at INTEGER NOT NULL, forgettable_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX rate_limits_forgettable ON rate_limits (forgettable_at);
`

const claims = `
  -- Who is due is taken by one process for a while, at \`free_at\` the next time. A claim covers the instants up to its own.
  ALTER TABLE due ADD COLUMN claimed_at INTEGER;
  ALTER TABLE due ADD COLUMN claimed_until INTEGER;
  ALTER TABLE due ADD COLUMN free_at INTEGER AS (coalesce(claimed_until, at)) VIRTUAL;
  CREATE INDEX due_free ON due (free_at, organization_id);
  CREATE INDEX due_claimed ON due (claimed_at) WHERE claimed_at IS NOT NULL;
`

const lists = `
  -- Deliveries by what became of them, for an operator to look at.
  CREATE INDEX webhook_deliveries_listed ON webhook_deliveries (endpoint_id, doc ->> '$.status', seq);
`

/** The steps, in their order. The number of those taken is the version of a database. */
export const migrations: ReadonlyArray<string> = [
  tables,
  webhooks,
  receivables,
  ledgers,
  words,
  codes,
  lanes,
  limits,
  claims,
  lists,
]
