-- Takes requests out of allowances, any number at once; returns a row for each by its position. A clock that is set back refuses
-- requests for a minute at most.
CREATE OR REPLACE FUNCTION take_allowances(buckets text[], quotas integer[])
RETURNS TABLE ("position" bigint, allowed boolean, reset_seconds integer)
LANGUAGE sql SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan AS $$
  WITH request AS (
    SELECT bucket, quota, "position", row_number() OVER (PARTITION BY bucket ORDER BY "position") AS number
    FROM unnest(buckets, quotas) WITH ORDINALITY AS request (bucket, quota, "position")
  ), wanted AS (
    SELECT bucket, min(quota) AS quota, least(count(*), min(quota))::integer AS count
    FROM request GROUP BY bucket ORDER BY bucket
  ), taken AS (
    INSERT INTO rate_allowances AS stored (bucket, quota, empty_at, granted, touched_at)
    SELECT bucket, quota, clock_timestamp() + count * interval '60 seconds' / quota, count, clock_timestamp() FROM wanted
    ON CONFLICT (bucket) DO UPDATE SET (quota, empty_at, granted, touched_at) = (
      SELECT excluded.quota, filled.until + room.count * interval '60 seconds' / excluded.quota, room.count, clock.moment
      FROM (SELECT clock_timestamp() AS moment OFFSET 0) AS clock
      CROSS JOIN LATERAL (
        SELECT greatest(least(stored.empty_at, clock.moment + interval '60 seconds'), clock.moment) AS until
      ) AS filled
      CROSS JOIN LATERAL (
        -- Shares of a minute are rounded to microseconds.
        SELECT least(excluded.granted, floor(
          extract(epoch FROM clock.moment + interval '60 seconds' - filled.until) * excluded.quota / 60 + 0.01
        )::integer) AS count
      ) AS room
    )
    RETURNING stored.bucket, stored.quota, stored.empty_at, stored.granted, stored.touched_at
  )
  SELECT request."position", request.number <= taken.granted,
    greatest(ceil(extract(epoch FROM
      taken.empty_at + interval '60 seconds' / taken.quota - interval '60 seconds' - taken.touched_at)), 1)::integer
  FROM request JOIN taken USING (bucket)
$$;
