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
  CREATE TABLE billing_periods (
    organization_id TEXT NOT NULL, subscription_id TEXT NOT NULL, cycle INTEGER NOT NULL,
    settled INTEGER NOT NULL, doc TEXT NOT NULL,
    PRIMARY KEY (organization_id, subscription_id, cycle)
  ) STRICT;
  CREATE INDEX billing_periods_unsettled ON billing_periods (organization_id, subscription_id) WHERE settled = 0;
  CREATE TABLE invoices (
    seq INTEGER PRIMARY KEY, organization_id TEXT NOT NULL, invoice_id TEXT NOT NULL,
    subscription_id TEXT NOT NULL, cycle INTEGER NOT NULL, status TEXT NOT NULL,
    issued_at INTEGER NOT NULL, doc TEXT NOT NULL,
    UNIQUE (organization_id, invoice_id)
  ) STRICT;
  CREATE INDEX invoices_newest ON invoices (organization_id, issued_at, seq);
  CREATE INDEX invoices_by_status ON invoices (organization_id, status, issued_at, seq);
  -- The documents of a cycle, and those of later ones that bill an item of it.
  CREATE TABLE invoice_cycles (
    organization_id TEXT NOT NULL, subscription_id TEXT NOT NULL, cycle INTEGER NOT NULL, seq INTEGER NOT NULL,
    PRIMARY KEY (organization_id, subscription_id, cycle, seq)
  ) STRICT, WITHOUT ROWID;
  -- What is owed, without its documents: an account that owes much is read as fast as any other.
  CREATE TABLE receivables (
    organization_id TEXT NOT NULL, seq INTEGER NOT NULL, doc TEXT NOT NULL, PRIMARY KEY (organization_id, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE vouchers (
    seq INTEGER PRIMARY KEY, organization_id TEXT NOT NULL, voucher_id TEXT NOT NULL,
    balance INTEGER NOT NULL, effective_at INTEGER NOT NULL, expires_at INTEGER,
    created_at INTEGER NOT NULL, credit_of TEXT, frozen INTEGER NOT NULL, revoked INTEGER NOT NULL, doc TEXT NOT NULL,
    UNIQUE (organization_id, voucher_id)
  ) STRICT;
  CREATE INDEX vouchers_newest ON vouchers (organization_id, created_at, seq);
  CREATE INDEX vouchers_with_balance ON vouchers (organization_id) WHERE balance > 0;
  CREATE INDEX vouchers_of_credit ON vouchers (organization_id, credit_of) WHERE credit_of IS NOT NULL;
  -- The entries of vouchers, which are added and never change, so that a voucher is as small after many uses as before.
  CREATE TABLE voucher_entries (
    organization_id TEXT NOT NULL, voucher_id TEXT NOT NULL, sequence INTEGER NOT NULL,
    kind TEXT NOT NULL, cause TEXT NOT NULL, doc TEXT NOT NULL,
    PRIMARY KEY (organization_id, voucher_id, sequence), UNIQUE (organization_id, voucher_id, kind, cause)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE billing_thresholds (organization_id TEXT PRIMARY KEY, doc TEXT NOT NULL) STRICT;
  CREATE TABLE coupon_uses (
    seq INTEGER PRIMARY KEY, organization_id TEXT NOT NULL, coupon_id TEXT NOT NULL, doc TEXT NOT NULL,
    UNIQUE (organization_id, coupon_id)
  ) STRICT;

  -- Events are kept to know one that comes again. Nothing ever sums them: the totals stand in the billing period. An event
  -- is billed as of \`billed_at\`.
  CREATE TABLE usage_events (
    organization_id TEXT NOT NULL, event_id TEXT NOT NULL, meter TEXT NOT NULL,
    quantity INTEGER NOT NULL, occurred_at INTEGER NOT NULL, billed_at INTEGER NOT NULL,
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

  -- Buckets of rate limits. A full one is forgotten: it is as one that was never used.
  CREATE TABLE rate_limits (
    key TEXT PRIMARY KEY, level INTEGER NOT NULL, at INTEGER NOT NULL, forgettable_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX rate_limits_forgettable ON rate_limits (forgettable_at);

  -- When which organization has to be looked at next. Who is due is taken by one process for a while, at \`free_at\` the next
  -- time. A claim covers the instants up to its own.
  CREATE TABLE due (
    organization_id TEXT PRIMARY KEY, at INTEGER NOT NULL, claimed_at INTEGER, claimed_until INTEGER,
    free_at INTEGER AS (coalesce(claimed_until, at)) VIRTUAL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX due_first ON due (at, organization_id);
  CREATE INDEX due_free ON due (free_at, organization_id);
  CREATE INDEX due_claimed ON due (claimed_at) WHERE claimed_at IS NOT NULL;

  -- What the world has to be told.
  CREATE TABLE outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, doc TEXT NOT NULL
  ) STRICT;
  CREATE INDEX outbox_oldest ON outbox (kind, seq);

  -- Webhooks. Which deliveries are next, so that finding them costs as much as there is to send: whatever was tried, and of
  -- the others the first of each lane, which is an endpoint and an organization.
  CREATE TABLE webhook_endpoints (
    seq INTEGER PRIMARY KEY, endpoint_id TEXT NOT NULL UNIQUE, doc TEXT NOT NULL
  ) STRICT;
  CREATE TABLE webhook_events (seq INTEGER PRIMARY KEY, event_id TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE webhook_deliveries (
    seq INTEGER PRIMARY KEY, delivery_id TEXT NOT NULL UNIQUE, endpoint_id TEXT NOT NULL,
    pending INTEGER NOT NULL, created_at INTEGER NOT NULL,
    lane TEXT, next INTEGER NOT NULL, ready_at INTEGER NOT NULL, doc TEXT NOT NULL
  ) STRICT;
  CREATE INDEX webhook_deliveries_done ON webhook_deliveries (created_at) WHERE pending = 0;
  CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (endpoint_id, seq) WHERE pending = 1;
  CREATE INDEX webhook_deliveries_lane ON webhook_deliveries (endpoint_id, lane, seq) WHERE lane IS NOT NULL;
  CREATE INDEX webhook_deliveries_next ON webhook_deliveries (endpoint_id, ready_at, seq) WHERE next = 1;
  -- By what became of them, for an operator to look at.
  CREATE INDEX webhook_deliveries_listed ON webhook_deliveries (endpoint_id, doc ->> '$.status', seq);
`

/** The steps, in their order. The number of those taken is the version of a database. */
export const migrations: ReadonlyArray<string> = [tables]
