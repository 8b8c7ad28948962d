// Buckets of rate limits. The rule is that of `TokenBucket.take`, which the contract of the port holds it to: it stands here
// as well, because a call has one round trip to spend.

/** The buckets. They are not logged: what a crash forgets is a bucket that is full. */
export const rateLimits = (schema: string): string => `
  CREATE UNLOGGED TABLE ${schema}.rate_limits (
    key text PRIMARY KEY, level bigint NOT NULL, at bigint NOT NULL, forgettable_at bigint NOT NULL
  ) WITH (fillfactor = 50);
  CREATE INDEX rate_limits_forgettable ON ${schema}.rate_limits (forgettable_at);

  -- Takes a token where there is one. A bucket that is further ahead than "ahead_max" is of a clock that was set back.
  -- Gives whether it did, and the bucket as it is now.
  CREATE FUNCTION ${schema}.take_token(bucket text, quota bigint, span bigint, ahead_max bigint, now bigint) RETURNS json
  LANGUAGE plpgsql AS $body$
  DECLARE
    held ${schema}.rate_limits;
    left_over bigint;
    counted_at bigint;
  BEGIN
    -- It is forgotten at times, between the two as well.
    LOOP
      INSERT INTO ${schema}.rate_limits VALUES (bucket, quota * span, now, now) ON CONFLICT (key) DO NOTHING;
      SELECT * INTO held FROM ${schema}.rate_limits WHERE key = bucket FOR UPDATE;
      EXIT WHEN FOUND;
    END LOOP;
    IF held.at - now > ahead_max THEN held.level := quota * span; held.at := now; END IF;
    counted_at := greatest(held.at, now);
    left_over := least(quota * span, held.level + least(counted_at - held.at, span) * quota) - span;
    IF left_over < 0 THEN
      RETURN json_build_object('isTaken', false, 'level', held.level, 'at', held.at);
    END IF;
    UPDATE ${schema}.rate_limits
      SET level = left_over, at = counted_at, forgettable_at = counted_at + span WHERE key = bucket;
    RETURN json_build_object('isTaken', true, 'level', left_over, 'at', counted_at);
  END $body$;
`
