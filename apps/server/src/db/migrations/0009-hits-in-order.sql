-- As before, but no hit is earlier than the one before it: a clock that is set back would leave the hits out of order,
-- and the bisection that finds what has left the window takes their order for granted.
CREATE OR REPLACE FUNCTION take_rates(buckets text[], quotas integer[])
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
      SELECT excluded.quota,
        stored.hits[recent.gone + 1:] || array_fill(recent.moment, ARRAY[room.count]), room.count, recent.moment
      FROM (
        SELECT clock.moment, width_bucket(clock.moment - interval '60 seconds', stored.hits) AS gone
        FROM (
          SELECT greatest(clock_timestamp(), stored.hits[cardinality(stored.hits)]) AS moment OFFSET 0
        ) AS clock OFFSET 0
      ) AS recent
      CROSS JOIN LATERAL (
        SELECT greatest(least(excluded.granted, excluded.quota - cardinality(stored.hits) + recent.gone), 0) AS count
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
