// The function that reads an account. It is STABLE, so that all of its statements see the moment of the one that calls it,
// and in PL/pgSQL, which keeps the plans of its statements for as long as the connection lives.

/** Reads the account of an organization with the invoices that are asked for in view; null for an unknown organization. */
export const accountFunction = (schema: string): string => `
  CREATE FUNCTION ${schema}.account(org text, asked text[]) RETURNS text LANGUAGE plpgsql STABLE AS $body$
  DECLARE
    organization json;
    own_id text;
    own json;
    in_view text[];
    periods json;
    invoices json;
    receivables json;
    owing text[];
    taken text[];
  BEGIN
    SELECT doc INTO organization FROM ${schema}.organizations WHERE organization_id = org;
    IF organization IS NULL THEN RETURN NULL; END IF;
    SELECT subscription_id, doc INTO own_id, own FROM ${schema}.subscriptions WHERE organization_id = org
      ORDER BY live DESC, created_at DESC, seq DESC LIMIT 1;

    -- The periods that are not settled, and those that what is asked for is of or has lines of; then their documents.
    WITH wanted AS (
      SELECT subscription_id, cycle FROM ${schema}.billing_periods
        WHERE organization_id = org AND subscription_id = own_id AND NOT settled
      UNION
      SELECT subscription_id, cycle FROM ${schema}.invoice_cycles
        WHERE organization_id = org AND cardinality(asked) > 0 AND invoice_id = ANY (asked)
    ), found AS (
      SELECT p.subscription_id, p.cycle, p.doc, s.created_at, s.seq
      FROM wanted
      JOIN ${schema}.billing_periods p ON p.organization_id = org
        AND p.subscription_id = wanted.subscription_id AND p.cycle = wanted.cycle
      JOIN ${schema}.subscriptions s ON s.organization_id = org AND s.subscription_id = p.subscription_id
    )
    SELECT coalesce(json_agg(doc ORDER BY subscription_id = own_id, created_at, seq, cycle), '[]'), (
        SELECT array_agg(DISTINCT c.invoice_id) FROM found f JOIN ${schema}.invoice_cycles c
          ON c.organization_id = org AND c.subscription_id = f.subscription_id AND c.cycle = f.cycle
      ) INTO periods, in_view FROM found;
    in_view := coalesce(in_view, '{}') || asked;

    SELECT coalesce(json_agg(doc ORDER BY seq), '[]'), coalesce(array_agg(subscription_id), '{}')
      INTO invoices, owing FROM ${schema}.invoices WHERE organization_id = org AND invoice_id = ANY (in_view);
    SELECT coalesce(json_agg(r.doc ORDER BY i.seq), '[]'), owing || coalesce(array_agg(i.subscription_id), '{}')
      INTO receivables, owing FROM ${schema}.receivables r
      JOIN ${schema}.invoices i ON i.organization_id = org AND i.invoice_id = r.invoice_id
      WHERE r.organization_id = org AND NOT r.invoice_id = ANY (in_view);
    SELECT coalesce(array_agg(voucher_id), '{}') INTO taken FROM ${schema}.voucher_uses
      WHERE organization_id = org AND invoice_id = ANY (in_view);

    RETURN json_build_object('version', coalesce((
        SELECT version FROM ${schema}.versions WHERE kind = 'organization' AND id = org
      ), 0), 'value', json_build_object(
      'organization', organization,
      'subscription', own,
      'formerSubscriptions', (SELECT coalesce(json_agg(doc ORDER BY created_at, seq), '[]') FROM ${schema}.subscriptions
        WHERE organization_id = org AND subscription_id = ANY (owing) AND subscription_id IS DISTINCT FROM own_id),
      'periods', periods,
      'invoices', invoices,
      'receivables', receivables,
      'paymentMethods', (SELECT coalesce(json_agg(doc ORDER BY seq), '[]') FROM ${schema}.payment_methods
        WHERE organization_id = org),
      'vouchers', (SELECT coalesce(json_agg(doc ORDER BY seq), '[]') FROM (
        SELECT seq, doc FROM ${schema}.vouchers WHERE organization_id = org AND balance > 0
        UNION ALL
        SELECT seq, doc FROM ${schema}.vouchers WHERE organization_id = org AND balance <= 0
          AND (voucher_id = ANY (taken) OR credit_of = ANY (in_view))
      ) vouchers),
      'threshold', (SELECT doc FROM ${schema}.billing_thresholds WHERE organization_id = org),
      'couponUses', (SELECT coalesce(json_agg(doc ORDER BY seq), '[]') FROM ${schema}.coupon_uses
        WHERE organization_id = org)
    ))::text;
  END $body$;
`

/**
 * Reads it together with the recorded events among these ids. A connection keeps the plans that it makes first, maybe over
 * tables that are still empty: without sequential scans they are right for large ones, too.
 */
export const accountWithUsage = (schema: string): string => `
  CREATE FUNCTION ${schema}.account_with_usage(org text, asked text[], ids text[]) RETURNS text LANGUAGE plpgsql STABLE
  SET enable_seqscan = off AS $body$
  BEGIN
    RETURN '{"account":' || ${schema}.account(org, asked) || ',"usageEvents":' || (
      SELECT coalesce(json_agg(json_build_object('eventId', event_id, 'meter', meter, 'quantity', quantity,
        'occurredAt', occurred_at, 'billedAt', billed_at)), '[]')
      FROM ${schema}.usage_events WHERE organization_id = org AND event_id = ANY (ids)
    ) || '}';
  END $body$;
`
