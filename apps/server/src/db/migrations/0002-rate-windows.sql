-- Exact sliding windows: the times of the requests that passed within the last minute, one row a limit.

CREATE TABLE rate_windows (
  bucket text PRIMARY KEY,
  quota integer NOT NULL CHECK (quota > 0),
  -- Ascending, never more than the quota.
  hits timestamptz[] NOT NULL,
  -- How many of the last asker's requests passed.
  granted integer NOT NULL,
  touched_at timestamptz NOT NULL
);

-- Takes requests out of buckets' quotas per minute, any number at once, and answers each by its position.
-- Rows are locked in one order, and the clock is read under each row's lock, so no window of
-- 60 seconds ever holds more than the quota, whatever the number of processes. The commit need not wait for the
-- disk: the durable commit of a submission that follows makes it durable too.
CREATE FUNCTION take_rates(buckets text[], quotas integer[])
RETURNS TABLE ("position" bigint, allowed boolean, remaining integer, reset_seconds integer)
LANGUAGE sql SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan AS $$
  SELECT set_config('synchronous_commit', 'off', true);
  WITH asked AS (
    SELECT request.bucket, request.quota, request."position",
      row_number() OVER (PARTITION BY request.bucket ORDER BY request."position") AS number
    FROM unnest(buckets, quotas) WITH ORDINALITY AS request (bucket, quota, "position")
  ), wanted AS (
    SELECT bucket, min(quota) AS quota, least(count(*), min(quota))::integer AS count
    FROM asked GROUP BY bucket ORDER BY bucket
  ), taken AS (
    INSERT INTO rate_windows AS stored (bucket, quota, hits, granted, touched_at)
    SELECT bucket, quota, array_fill(clock_timestamp(), ARRAY[count]), count, clock_timestamp() FROM wanted
    ON CONFLICT (bucket) DO UPDATE SET (quota, hits, granted, touched_at) = (
      SELECT excluded.quota, recent.hits || array_fill(recent.moment, ARRAY[room.count]), room.count, recent.moment
      FROM (
        SELECT clock.moment,
          ARRAY(SELECT hit FROM unnest(stored.hits) AS hit WHERE hit > clock.moment - interval '60 seconds') AS hits
        FROM (SELECT clock_timestamp() AS moment OFFSET 0) AS clock OFFSET 0
      ) AS recent
      CROSS JOIN LATERAL (
        SELECT greatest(least(excluded.granted, excluded.quota - cardinality(recent.hits)), 0) AS count
      ) AS room
    )
    RETURNING stored.bucket, stored.quota, stored.hits[1] AS oldest, cardinality(stored.hits) AS used,
      stored.granted, stored.touched_at
  )
  SELECT asked."position", asked.number <= taken.granted, greatest(taken.quota - taken.used, 0),
    -- The moment at which the oldest hit leaves the window and the quota grows again.
    greatest(ceil(extract(epoch FROM taken.oldest + interval '60 seconds' - taken.touched_at)), 1)::integer
  FROM asked JOIN taken USING (bucket)
$$;

-- Looks up presented keys, and counts each valid one's request against its limit; a key that is unknown or
-- revoked has no row.
CREATE FUNCTION check_access(hashes bytea[], policies text[], quotas integer[])
RETURNS TABLE ("position" bigint, key_id text, owner_id text, mode text, scopes text[],
  allowed boolean, remaining integer, reset_seconds integer)
LANGUAGE sql SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan AS $$
  SELECT set_config('synchronous_commit', 'off', true);
  WITH known AS MATERIALIZED (
    SELECT api_keys.id, api_keys.owner_id, api_keys.mode, api_keys.scopes, request."position",
      request.policy || ':' || api_keys.id AS bucket, request.quota,
      row_number() OVER (ORDER BY request."position") AS place
    FROM unnest(hashes, policies, quotas) WITH ORDINALITY AS request (hash, policy, quota, "position")
    JOIN api_keys ON api_keys.hash = request.hash AND api_keys.revoked_at IS NULL
  )
  SELECT known."position", known.id, known.owner_id, known.mode, known.scopes,
    taken.allowed, taken.remaining, taken.reset_seconds
  FROM known
  JOIN take_rates(
    ARRAY(SELECT bucket FROM known ORDER BY place), ARRAY(SELECT quota FROM known ORDER BY place)
  ) AS taken ON taken."position" = known.place
$$;
