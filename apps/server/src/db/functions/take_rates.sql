-- Takes permits of windows, any number at once; returns a row for each request by its position. Rows are locked in one order, and
-- the clock is read under each row's lock, so no window of 60 seconds ever holds more than the quota, for any number of processes.
-- Hits that have left a window are found by bisection and cut off. A hit in the future is counted as one of now: a clock that is
-- set back leaves such hits, and they must not fill a window until the clock has come to them.
-- Leased permits count as occupied. With an id, it also leases permits of each window of which no process holds any: for 30
-- seconds, half of the quota, and 20 at most. Then the commit waits for the disk, as that of lease_permits; otherwise it need not:
-- the durable commit of a submission that follows makes it durable too.
CREATE OR REPLACE FUNCTION take_rates(buckets text[], quotas integer[], lease_id text DEFAULT NULL)
RETURNS TABLE ("position" bigint, allowed boolean, remaining integer, reset_seconds integer, leased integer)
LANGUAGE sql SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan AS $$
  SELECT set_config('synchronous_commit', 'off', true) WHERE lease_id IS NULL;
  WITH asked AS (
    SELECT request.bucket, request.quota, request."position",
      row_number() OVER (PARTITION BY request.bucket ORDER BY request."position") AS number
    FROM unnest(buckets, quotas) WITH ORDINALITY AS request (bucket, quota, "position")
  ), wanted AS (
    SELECT bucket, min(quota) AS quota, least(count(*), min(quota))::integer AS count
    FROM asked GROUP BY bucket ORDER BY bucket
  ), taken AS (
    INSERT INTO rate_windows AS stored (bucket, quota, hits, granted, touched_at, leases)
    SELECT bucket, quota, array_fill(clock_timestamp(), ARRAY[count]), count, clock_timestamp(),
      CASE WHEN lease_id IS NULL OR count = quota THEN '{}'
      ELSE ARRAY[ROW (
        lease_id, least((quota + 1) / 2, 20, quota - count), clock_timestamp() + interval '30 seconds'
      )::rate_lease] END
    FROM wanted
    ON CONFLICT (bucket) DO UPDATE SET (quota, hits, granted, touched_at, leases) = (
      SELECT excluded.quota,
        recent.hits[recent.gone + 1:] || array_fill(recent.moment, ARRAY[room.count]), room.count, recent.moment,
        CASE WHEN lease.permits > 0
        THEN recent.leases || ROW (lease_id, lease.permits, recent.moment + interval '30 seconds')::rate_lease
        ELSE recent.leases END
      FROM (
        SELECT past.moment, past.hits, width_bucket(past.moment - interval '60 seconds', past.hits) AS gone,
          CASE WHEN stored.leases = '{}' THEN '{}' ELSE current_leases(stored.leases, past.moment) END AS leases
        FROM (
          SELECT clock.moment,
            CASE WHEN stored.hits[cardinality(stored.hits)] <= clock.moment THEN stored.hits
            ELSE ARRAY(
              SELECT least(hit.moment, clock.moment)
              FROM unnest(stored.hits) WITH ORDINALITY AS hit (moment, number) ORDER BY hit.number
            ) END AS hits
          FROM (SELECT clock_timestamp() AS moment OFFSET 0) AS clock OFFSET 0
        ) AS past OFFSET 0
      ) AS recent
      CROSS JOIN LATERAL (
        SELECT excluded.quota - cardinality(recent.hits) + recent.gone
          - CASE WHEN recent.leases = '{}' THEN 0 ELSE leased_permits(recent.leases) END AS free
      ) AS rest
      CROSS JOIN LATERAL (SELECT greatest(least(excluded.granted, rest.free), 0) AS count) AS room
      CROSS JOIN LATERAL (
        SELECT CASE WHEN lease_id IS NULL THEN 0
          WHEN EXISTS (SELECT FROM unnest(recent.leases) WHERE ends_at > recent.moment) THEN 0
          ELSE least((excluded.quota + 1) / 2, 20, rest.free - room.count) END AS permits
      ) AS lease
    )
    RETURNING stored.bucket, stored.quota, stored.hits[1] AS oldest,
      cardinality(stored.hits) + CASE WHEN stored.leases = '{}' THEN 0 ELSE leased_permits(stored.leases) END AS used,
      stored.granted, stored.touched_at, stored.leases[cardinality(stored.leases)] AS lease
  )
  SELECT asked."position", asked.number <= taken.granted, greatest(taken.quota - taken.used, 0),
    -- The moment at which the oldest hit leaves the window and the quota grows again.
    greatest(ceil(extract(epoch FROM taken.oldest + interval '60 seconds' - taken.touched_at)), 1)::integer,
    CASE WHEN (taken.lease).id = lease_id THEN (taken.lease).permits ELSE 0 END
  FROM asked JOIN taken USING (bucket)
$$;
