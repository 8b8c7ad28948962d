// The tables. A record is a JSON document; beside it stand the columns by which it is found, and those alone. Instants are
// milliseconds, and money is minor units, in `bigint`.

/** The tables of the billing records, in a schema. */
export const billingTables = (schema: string): string => `
  -- What every commit is checked against: one row a scope that was ever committed to.
  CREATE TABLE ${schema}.versions (
    kind text NOT NULL, id text NOT NULL, version bigint NOT NULL, PRIMARY KEY (kind, id)
  ) WITH (fillfactor = 80);
  -- The commits that were made, for whoever lost the answer of one; "abandoned" ones will never be made.
  CREATE TABLE ${schema}.commits (token text PRIMARY KEY, abandoned boolean NOT NULL, at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX commits_by_time ON ${schema}.commits (at);

  CREATE TABLE ${schema}.plans (
    seq bigint GENERATED ALWAYS AS IDENTITY, plan_id text PRIMARY KEY, status text NOT NULL, doc json NOT NULL
  );
  CREATE INDEX plans_by_status ON ${schema}.plans (status, seq);
  CREATE TABLE ${schema}.coupons (
    coupon_id text PRIMARY KEY, code text NOT NULL CONSTRAINT coupons_code UNIQUE, redemptions_max bigint,
    times_redeemed bigint NOT NULL, amount_redeemed bigint NOT NULL, doc json NOT NULL
  );
  CREATE TABLE ${schema}.users (
    user_id text PRIMARY KEY, email text NOT NULL CONSTRAINT users_email UNIQUE, doc json NOT NULL
  );

  -- What an organization owns. "seq" is the order in which its records came into being.
  CREATE TABLE ${schema}.organizations (organization_id text PRIMARY KEY, doc json NOT NULL);
  CREATE TABLE ${schema}.payment_methods (
    seq bigint GENERATED ALWAYS AS IDENTITY, organization_id text NOT NULL, payment_method_id text NOT NULL,
    doc json NOT NULL, PRIMARY KEY (organization_id, payment_method_id)
  );
  CREATE TABLE ${schema}.subscriptions (
    seq bigint GENERATED ALWAYS AS IDENTITY, organization_id text NOT NULL, subscription_id text NOT NULL,
    live boolean NOT NULL, created_at bigint NOT NULL, doc json NOT NULL,
    PRIMARY KEY (organization_id, subscription_id)
  );
  CREATE INDEX subscriptions_newest ON ${schema}.subscriptions (organization_id, live, created_at, seq);
  CREATE TABLE ${schema}.billing_periods (
    organization_id text NOT NULL, subscription_id text NOT NULL, cycle bigint NOT NULL,
    settled boolean NOT NULL, doc json NOT NULL, PRIMARY KEY (organization_id, subscription_id, cycle)
  );
  CREATE INDEX billing_periods_unsettled ON ${schema}.billing_periods (organization_id, subscription_id) WHERE NOT settled;
  CREATE TABLE ${schema}.invoices (
    seq bigint GENERATED ALWAYS AS IDENTITY, organization_id text NOT NULL, invoice_id text NOT NULL,
    subscription_id text NOT NULL, cycle bigint NOT NULL, status text NOT NULL, issued_at bigint NOT NULL,
    doc json NOT NULL, PRIMARY KEY (organization_id, invoice_id)
  );
  CREATE INDEX invoices_newest ON ${schema}.invoices (organization_id, issued_at, seq);
  CREATE INDEX invoices_by_status ON ${schema}.invoices (organization_id, status, issued_at, seq);
  -- The cycles of which an invoice is or has a line of, the vouchers it took, and what is owed without its document.
  CREATE TABLE ${schema}.invoice_cycles (
    organization_id text NOT NULL, subscription_id text NOT NULL, cycle bigint NOT NULL, invoice_id text NOT NULL,
    PRIMARY KEY (organization_id, subscription_id, cycle, invoice_id)
  );
  CREATE TABLE ${schema}.receivables (
    organization_id text NOT NULL, invoice_id text NOT NULL, doc json NOT NULL, PRIMARY KEY (organization_id, invoice_id)
  );
  CREATE TABLE ${schema}.voucher_uses (
    organization_id text NOT NULL, invoice_id text NOT NULL, voucher_id text NOT NULL,
    PRIMARY KEY (organization_id, invoice_id, voucher_id)
  );
  CREATE TABLE ${schema}.vouchers (
    seq bigint GENERATED ALWAYS AS IDENTITY, organization_id text NOT NULL, voucher_id text NOT NULL,
    balance bigint NOT NULL, credit_of text, frozen boolean NOT NULL, revoked boolean NOT NULL,
    effective_at bigint NOT NULL, expires_at bigint, created_at bigint NOT NULL, doc json NOT NULL,
    PRIMARY KEY (organization_id, voucher_id)
  );
  CREATE INDEX vouchers_newest ON ${schema}.vouchers (organization_id, created_at, seq);
  CREATE INDEX vouchers_with_balance ON ${schema}.vouchers (organization_id) WHERE balance > 0;
  CREATE INDEX vouchers_of_credit ON ${schema}.vouchers (organization_id, credit_of) WHERE credit_of IS NOT NULL;
  CREATE TABLE ${schema}.voucher_entries (
    organization_id text NOT NULL, voucher_id text NOT NULL, sequence bigint NOT NULL, kind text NOT NULL,
    cause text NOT NULL, doc json NOT NULL,
    CONSTRAINT voucher_entries_place PRIMARY KEY (organization_id, voucher_id, sequence),
    CONSTRAINT voucher_entries_cause UNIQUE (organization_id, voucher_id, kind, cause)
  );
  CREATE TABLE ${schema}.billing_thresholds (organization_id text PRIMARY KEY, doc json NOT NULL);
  CREATE TABLE ${schema}.coupon_uses (
    seq bigint GENERATED ALWAYS AS IDENTITY, organization_id text NOT NULL, coupon_id text NOT NULL, doc json NOT NULL,
    PRIMARY KEY (organization_id, coupon_id)
  );
  -- Events are kept to know one that comes again. Nothing ever sums them: the totals stand in the billing period.
  CREATE TABLE ${schema}.usage_events (
    organization_id text NOT NULL, event_id text NOT NULL, meter text NOT NULL, quantity bigint NOT NULL,
    occurred_at bigint NOT NULL, billed_at bigint NOT NULL, PRIMARY KEY (organization_id, event_id)
  );
  CREATE INDEX usage_events_by_time ON ${schema}.usage_events (occurred_at);

  -- Sign-in and idempotency: records that may be forgotten from an instant on.
  CREATE TABLE ${schema}.otp_addresses (email text PRIMARY KEY, forgettable_at bigint NOT NULL, doc json NOT NULL);
  CREATE INDEX otp_addresses_forgettable ON ${schema}.otp_addresses (forgettable_at);
  CREATE TABLE ${schema}.otps (otp_id text PRIMARY KEY, email text NOT NULL);
  CREATE INDEX otps_of_address ON ${schema}.otps (email);
  CREATE TABLE ${schema}.sessions (
    session_id text PRIMARY KEY, user_id text NOT NULL, open boolean NOT NULL, forgettable_at bigint NOT NULL, doc json NOT NULL
  );
  CREATE INDEX sessions_open ON ${schema}.sessions (user_id) WHERE open;
  CREATE INDEX sessions_forgettable ON ${schema}.sessions (forgettable_at);
  CREATE TABLE ${schema}.idempotency_keys (key_id text PRIMARY KEY, forgettable_at bigint NOT NULL, doc json NOT NULL);
  CREATE INDEX idempotency_keys_forgettable ON ${schema}.idempotency_keys (forgettable_at);

  -- When which organization has to be looked at next. It may be taken at "free_at": a claim covers the instants up to its own.
  CREATE TABLE ${schema}.due (
    organization_id text PRIMARY KEY, at bigint NOT NULL, claimed_at bigint, claimed_until bigint,
    free_at bigint NOT NULL GENERATED ALWAYS AS (coalesce(claimed_until, at)) STORED
  ) WITH (fillfactor = 80);
  CREATE INDEX due_first ON ${schema}.due (at, organization_id);
  CREATE INDEX due_free ON ${schema}.due (free_at, organization_id);
  CREATE INDEX due_claimed ON ${schema}.due (claimed_at) WHERE claimed_at IS NOT NULL;
  -- What the world has to be told.
  CREATE TABLE ${schema}.outbox (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, message_id text NOT NULL UNIQUE, kind text NOT NULL, doc json NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX outbox_oldest ON ${schema}.outbox (kind, seq);
`
