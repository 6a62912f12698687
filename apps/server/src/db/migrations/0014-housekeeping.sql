-- Housekeeping deletes in batches by key, each of which reads an index from where the batch before it ended.

CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Without the tasks that never expire, so that a submission does not write to it.
DROP INDEX tasks_expiring;
CREATE INDEX tasks_expiring ON tasks (video_expires_at, id)
  WHERE files_deleted_at IS NULL AND video_expires_at IS NOT NULL;
-- Failed tasks, told by columns that change at the end only: with status here, no claim of a task would be a HOT update.
CREATE INDEX tasks_failed_with_files ON tasks (deadline, id)
  WHERE files_deleted_at IS NULL AND video_expires_at IS NULL AND finished_at IS NOT NULL;

-- As before, but a hit that lies in the future is taken for one of now: a clock that is set back leaves such hits, and
-- they must not fill a window until the clock has come to them. None is taken for earlier than it was, so the limit
-- stays exact, and a full window is free again after 60 seconds at most.
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
        recent.hits[recent.gone + 1:] || array_fill(recent.moment, ARRAY[room.count]), room.count, recent.moment
      FROM (
        SELECT past.moment, past.hits, width_bucket(past.moment - interval '60 seconds', past.hits) AS gone
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
        SELECT greatest(least(excluded.granted, excluded.quota - cardinality(recent.hits) + recent.gone), 0) AS count
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
