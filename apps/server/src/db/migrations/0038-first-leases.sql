-- The first status query of a key or task leases permits in the statement that counts it, so the queries after it pass
-- from memory. It does so while one process leases: permits that others do not get are missing to nobody then.

-- Takes permits of windows (0037). With an id, it also leases permits of each window of which no process holds any: for 30
-- seconds, as many as half of the quota, and 20 at most. Then the commit waits for the disk, as that of lease_permits.
DROP FUNCTION take_rates(text[], integer[]);
CREATE FUNCTION take_rates(buckets text[], quotas integer[], lease_id text DEFAULT NULL)
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

-- Answers status queries (0037), and leases permits of their windows for the holder, under an id that it has not used before,
-- if no other process leases. The commit waits for the disk only if it leases.
DROP FUNCTION poll_tasks(bytea[], text[], integer, integer, integer);
CREATE FUNCTION poll_tasks(
  hashes bytea[], task_ids text[], key_quota integer, task_quota integer, owner_quota integer DEFAULT NULL,
  holder text DEFAULT NULL, lease_id text DEFAULT NULL
)
RETURNS TABLE ("position" bigint, in_scope boolean, allowed boolean, remaining integer, reset_seconds integer,
  task_id text, model text, credits integer, status text, billing_status text, failed_reason text,
  has_last_frame boolean, created_at timestamptz, started_at timestamptz, finished_at timestamptz,
  video_expires_at timestamptz, task_allowed boolean, task_remaining integer, task_reset_seconds integer,
  owner_allowed boolean, owner_reset_seconds integer, key_id text, owner_id text, key_valid_seconds double precision,
  key_leased integer, task_leased integer)
LANGUAGE sql SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan AS $$
  -- Not by each statement, as those that run at the same time would wait for each other.
  INSERT INTO lease_holders AS known (id, seen_at)
  SELECT holder, clock_timestamp() WHERE holder IS NOT NULL AND NOT EXISTS (
    SELECT FROM lease_holders WHERE id = holder AND seen_at > clock_timestamp() - interval '5 seconds'
  )
  ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at;
  WITH lease AS MATERIALIZED (
    SELECT lease_id AS id WHERE NOT EXISTS (
      SELECT FROM lease_holders WHERE id <> holder AND seen_at > clock_timestamp() - interval '1 minute'
    )
  ), known AS MATERIALIZED (
    SELECT request."position", request.task_id, api_keys.id AS key_id, api_keys.owner_id, api_keys.mode,
      CASE WHEN owners.suspended_at IS NULL THEN 'tasks:read' = ANY (api_keys.scopes) END AS in_scope,
      extract(epoch FROM api_keys.expires_at - now())::double precision AS valid_seconds,
      row_number() OVER (ORDER BY request."position") AS place
    FROM unnest(hashes, task_ids) WITH ORDINALITY AS request (hash, task_id, "position")
    JOIN api_keys ON api_keys.hash = request.hash AND api_keys.revoked_at IS NULL
      AND (api_keys.expires_at IS NULL OR api_keys.expires_at > now())
    JOIN owners ON owners.id = api_keys.owner_id
  ), counted AS MATERIALIZED (
    SELECT * FROM take_rates(
      ARRAY(SELECT 'status:' || key_id FROM known ORDER BY place), ARRAY(SELECT key_quota FROM known),
      (SELECT id FROM lease)
    )
  ), passed AS MATERIALIZED (
    SELECT known.place AS of, 'status:' || known.owner_id || ':' || known.mode AS bucket,
      row_number() OVER (ORDER BY known.place) AS place
    FROM known JOIN counted ON counted."position" = known.place
    WHERE counted.allowed AND owner_quota IS NOT NULL
  ), shared AS MATERIALIZED (
    SELECT passed.of, taken.allowed, taken.reset_seconds
    FROM passed JOIN take_allowances(
      ARRAY(SELECT bucket FROM passed ORDER BY place), ARRAY(SELECT owner_quota FROM passed)
    ) AS taken ON taken."position" = passed.place
  ), found AS MATERIALIZED (
    SELECT known.place AS of, row_number() OVER (ORDER BY known.place) AS place,
      tasks.id, tasks.model, tasks.credits, tasks.status, tasks.billing_status, tasks.failed_reason,
      tasks.has_last_frame, tasks.created_at, tasks.started_at, tasks.finished_at, tasks.video_expires_at
    FROM known
    JOIN counted ON counted."position" = known.place
    JOIN tasks ON tasks.id = known.task_id AND tasks.owner_id = known.owner_id
    LEFT JOIN shared ON shared.of = known.place
    WHERE counted.allowed AND coalesce(shared.allowed, true) AND known.in_scope
  ), polled AS MATERIALIZED (
    SELECT * FROM take_rates(
      ARRAY(SELECT 'poll:' || id FROM found ORDER BY place), ARRAY(SELECT task_quota FROM found),
      (SELECT id FROM lease)
    )
  ), quick AS MATERIALIZED (
    SELECT set_config('synchronous_commit', 'off', true)
    WHERE NOT EXISTS (SELECT FROM counted WHERE leased > 0) AND NOT EXISTS (SELECT FROM polled WHERE leased > 0)
  )
  SELECT known."position", known.in_scope, counted.allowed, counted.remaining, counted.reset_seconds,
    found.id, found.model, found.credits, found.status, found.billing_status, found.failed_reason,
    found.has_last_frame, found.created_at, found.started_at, found.finished_at, found.video_expires_at,
    polled.allowed, polled.remaining, polled.reset_seconds, shared.allowed, shared.reset_seconds,
    known.key_id, known.owner_id, known.valid_seconds, counted.leased, polled.leased
  FROM known
  JOIN counted ON counted."position" = known.place
  LEFT JOIN shared ON shared.of = known.place
  LEFT JOIN (
    found JOIN polled ON polled."position" = found.place
  ) ON found.of = known.place
  LEFT JOIN quick ON true
$$;

-- Leases permits of windows (0037): for 30 seconds while one process does so, for 10 seconds if there are others, which
-- would have to wait for permits that it does not use. An item names the lease that it replaces, the age of each use of it
-- in milliseconds, and how many permits of it the process keeps. A lease takes half of the room at most, since requests
-- are counted while it is granted, and a quarter if others lease. The commit waits for the disk: a lease that a crash
-- forgets would be granted twice.
CREATE OR REPLACE FUNCTION lease_permits(holder text, items jsonb)
RETURNS TABLE (bucket text, permits integer, remaining integer, reset_seconds integer, seconds integer)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  item record;
  stored rate_windows;
  moment timestamptz;
  recent timestamptz[];
  others rate_lease[];
  room integer;
BEGIN
  INSERT INTO lease_holders AS known (id, seen_at) VALUES (holder, clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at WHERE known.seen_at < excluded.seen_at - interval '5 seconds';
  SELECT CASE WHEN count(*) > 1 THEN 10 ELSE 30 END INTO seconds
  FROM lease_holders WHERE seen_at > clock_timestamp() - interval '1 minute';
  FOR item IN
    SELECT request.* FROM jsonb_to_recordset(items) AS request
      (bucket text, quota integer, permits integer, kept integer, id text, replaced text, ages integer[])
    ORDER BY request.bucket
  LOOP
    SELECT * INTO stored FROM rate_windows WHERE rate_windows.bucket = item.bucket FOR UPDATE;
    CONTINUE WHEN NOT FOUND;
    moment := clock_timestamp();
    recent := ARRAY(
      SELECT hit FROM (
        SELECT least(hit, moment) AS hit FROM unnest(stored.hits) AS hit
        UNION ALL SELECT moment - age * interval '1 millisecond' FROM unnest(item.ages) AS age
      ) AS hits WHERE hit > moment - interval '60 seconds' ORDER BY hit
    );
    others := ARRAY(
      SELECT ROW (lease.id, lease.permits, lease.ends_at)::rate_lease
      FROM unnest(current_leases(stored.leases, moment)) AS lease WHERE lease.id <> item.replaced
    );
    room := item.quota - cardinality(recent) - leased_permits(others) - item.kept;
    bucket := item.bucket;
    permits := item.kept + greatest(least(item.permits - item.kept, room / CASE seconds WHEN 30 THEN 2 ELSE 4 END), 0);
    IF permits > 0 THEN
      others := others || ROW (item.id, permits, moment + seconds * interval '1 second')::rate_lease;
    END IF;
    UPDATE rate_windows SET quota = item.quota, hits = recent, leases = others, touched_at = moment
    WHERE rate_windows.bucket = item.bucket;
    remaining := greatest(room - permits + item.kept, 0);
    reset_seconds := greatest(ceil(extract(epoch FROM recent[1] + interval '60 seconds' - moment)), 1);
    RETURN NEXT;
  END LOOP;
END
$$;
