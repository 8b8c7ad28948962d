// The function that loads an account with the usage events that are asked for. It is STABLE, so that all of its statements
// see the moment of the one that calls it, and in PL/pgSQL, which keeps their plans for as long as the connection lives.

/** Loads the account of an organization; null for an unknown organization. */
export const loadFunction = (schema: string): string => `
  CREATE FUNCTION ${schema}.load_account(org text, asked_ids text, event_ids text) RETURNS text LANGUAGE plpgsql STABLE
  SET enable_seqscan = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan AS $body$
  DECLARE
    account_version bigint;
    organization json;
    own_id text;
    own json;
    former json;
    periods json;
    invoices json;
    receivables json;
    methods json;
    vouchers json;
    threshold json;
    uses json;
    events json;
    asked text[];
    in_view text[];
    owes boolean;
    owing text[];
    others text[];
    taken text[];
  BEGIN
    -- What every account has, in one statement: to begin one costs more than to look something up in it.
    SELECT o.doc, s.subscription_id, s.doc, p.docs,
        (SELECT version FROM ${schema}.versions WHERE kind = 'organization' AND id = org),
        (SELECT doc FROM ${schema}.billing_thresholds WHERE organization_id = org),
        (SELECT json_agg(doc ORDER BY seq) FROM ${schema}.payment_methods WHERE organization_id = org),
        (SELECT json_agg(doc ORDER BY seq) FROM ${schema}.coupon_uses WHERE organization_id = org),
        (SELECT json_agg(doc ORDER BY seq) FROM ${schema}.vouchers WHERE organization_id = org AND balance > 0),
        -- Each cycle by itself, which OFFSET holds apart: with a list of them an older server reads all that there are.
        ARRAY(SELECT c.invoice_id FROM unnest(p.cycles) AS running CROSS JOIN LATERAL (
          SELECT invoice_id FROM ${schema}.invoice_cycles
          WHERE organization_id = org AND subscription_id = s.subscription_id AND cycle = running OFFSET 0
        ) c),
        EXISTS (SELECT FROM ${schema}.receivables WHERE organization_id = org),
        CASE WHEN event_ids <> '[]' THEN (
          SELECT json_agg(json_build_object('eventId', event_id, 'meter', meter, 'quantity', quantity,
            'occurredAt', occurred_at, 'billedAt', billed_at))
          FROM ${schema}.usage_events
          WHERE organization_id = org AND event_id = ANY (ARRAY(SELECT json_array_elements_text(event_ids::json)))
        ) END
      INTO organization, own_id, own, periods, account_version, threshold, methods, uses, vouchers, in_view, owes, events
      FROM ${schema}.organizations o
      LEFT JOIN LATERAL (
        SELECT subscription_id, doc FROM ${schema}.subscriptions WHERE organization_id = org
        ORDER BY live DESC, created_at DESC, seq DESC LIMIT 1
      ) s ON true
      LEFT JOIN LATERAL (
        SELECT json_agg(doc ORDER BY cycle) AS docs, array_agg(cycle) AS cycles FROM ${schema}.billing_periods
        WHERE organization_id = org AND subscription_id = s.subscription_id AND NOT settled
      ) p ON true
      WHERE o.organization_id = org;
    IF NOT FOUND THEN RETURN NULL; END IF;

    IF asked_ids <> '[]' THEN
      asked := ARRAY(SELECT invoice_id FROM ${schema}.invoices WHERE organization_id = org
        AND invoice_id = ANY (ARRAY(SELECT json_array_elements_text(asked_ids::json))));
      IF cardinality(asked) > 0 THEN
        -- The periods that what is asked for is of or has lines of come as well, and their documents.
        WITH wanted AS (
          SELECT subscription_id, cycle FROM ${schema}.billing_periods
            WHERE organization_id = org AND subscription_id = own_id AND NOT settled
          UNION
          SELECT subscription_id, cycle FROM ${schema}.invoice_cycles
            WHERE organization_id = org AND invoice_id = ANY (asked)
        ), found AS (
          SELECT p.subscription_id, p.cycle, p.doc, s.created_at, s.seq
          FROM wanted
          JOIN ${schema}.billing_periods p ON p.organization_id = org
            AND p.subscription_id = wanted.subscription_id AND p.cycle = wanted.cycle
          JOIN ${schema}.subscriptions s ON s.organization_id = org AND s.subscription_id = p.subscription_id
        )
        SELECT json_agg(doc ORDER BY subscription_id = own_id, created_at, seq, cycle), asked || ARRAY(
            SELECT c.invoice_id FROM found f CROSS JOIN LATERAL (
              SELECT invoice_id FROM ${schema}.invoice_cycles
              WHERE organization_id = org AND subscription_id = f.subscription_id AND cycle = f.cycle OFFSET 0
            ) c
          ) INTO periods, in_view FROM found;
      END IF;
    END IF;
    IF owes OR cardinality(in_view) > 0 THEN
      SELECT json_agg(doc ORDER BY seq), array_agg(subscription_id) INTO invoices, owing
        FROM ${schema}.invoices WHERE organization_id = org AND invoice_id = ANY (in_view);
      SELECT json_agg(r.doc ORDER BY i.seq), array_agg(i.subscription_id) INTO receivables, others
        FROM ${schema}.receivables r
        -- What is owed leads to the invoices, and never the other way round, of which there are many.
        CROSS JOIN LATERAL (
          SELECT seq, subscription_id FROM ${schema}.invoices
          WHERE organization_id = org AND invoice_id = r.invoice_id LIMIT 1
        ) i
        WHERE r.organization_id = org AND NOT r.invoice_id = ANY (in_view);
      former := (SELECT json_agg(doc ORDER BY created_at, seq) FROM ${schema}.subscriptions
        WHERE organization_id = org AND subscription_id = ANY (owing || others)
          AND subscription_id IS DISTINCT FROM own_id);
      taken := ARRAY(SELECT voucher_id FROM ${schema}.voucher_uses
        WHERE organization_id = org AND invoice_id = ANY (in_view));
      vouchers := (SELECT json_agg(doc ORDER BY seq) FROM (
        SELECT seq, doc FROM ${schema}.vouchers WHERE organization_id = org AND balance > 0
        UNION ALL
        SELECT seq, doc FROM ${schema}.vouchers WHERE organization_id = org AND balance <= 0 AND voucher_id = ANY (taken)
        UNION ALL
        -- Apart, so that either is found by its index, whatever the server knows of the table.
        SELECT seq, doc FROM ${schema}.vouchers WHERE organization_id = org AND balance <= 0
          AND credit_of = ANY (in_view) AND NOT voucher_id = ANY (taken)
      ) vouchers);
    END IF;

    RETURN concat('{"account":{"version":', coalesce(account_version, 0),
      ',"value":{"organization":', organization,
      ',"subscription":', coalesce(own, 'null'),
      ',"formerSubscriptions":', coalesce(former, '[]'),
      ',"periods":', coalesce(periods, '[]'),
      ',"invoices":', coalesce(invoices, '[]'),
      ',"receivables":', coalesce(receivables, '[]'),
      ',"paymentMethods":', coalesce(methods, '[]'),
      ',"vouchers":', coalesce(vouchers, '[]'),
      ',"threshold":', coalesce(threshold, 'null'),
      ',"couponUses":', coalesce(uses, '[]'),
      '}},"usageEvents":', coalesce(events, '[]'), '}');
  END $body$;
`
