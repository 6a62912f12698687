-- A process leases permits of a window and lets requests pass from memory: one statement for many requests.

-- Permits of a window: requests that a process may let pass until `ends_at`. Each is occupied until 60 seconds after that,
-- the latest moment at which its use would leave the window, unless the process reports its uses earlier: they replace
-- the lease.
CREATE TYPE rate_lease AS (id text, permits integer, ends_at timestamptz);
ALTER TABLE rate_windows ADD COLUMN leases rate_lease[] NOT NULL DEFAULT '{}';

-- Returns the leases that occupy permits. A lease ends 30 seconds after its grant at the latest, so one that seems to end
-- later is left by a clock that was set back.
CREATE FUNCTION current_leases(leases rate_lease[], moment timestamptz) RETURNS rate_lease[]
LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
  SELECT coalesce(array_agg(ROW (id, permits, least(ends_at, moment + interval '30 seconds'))::rate_lease), '{}')
  FROM unnest(leases) WHERE ends_at > moment - interval '60 seconds'
$$;

CREATE FUNCTION leased_permits(leases rate_lease[]) RETURNS integer LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
  SELECT coalesce(sum(permits), 0)::integer FROM unnest(leases)
$$;

-- Takes permits of windows (0014), and counts leased permits as occupied.
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
    ON CONFLICT (bucket) DO UPDATE SET (quota, hits, granted, touched_at, leases) = (
      SELECT excluded.quota,
        recent.hits[recent.gone + 1:] || array_fill(recent.moment, ARRAY[room.count]), room.count, recent.moment,
        recent.leases
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
        SELECT greatest(least(excluded.granted, excluded.quota - cardinality(recent.hits) + recent.gone
          - CASE WHEN recent.leases = '{}' THEN 0 ELSE leased_permits(recent.leases) END), 0) AS count
      ) AS room
    )
    RETURNING stored.bucket, stored.quota, stored.hits[1] AS oldest,
      cardinality(stored.hits) + CASE WHEN stored.leases = '{}' THEN 0 ELSE leased_permits(stored.leases) END AS used,
      stored.granted, stored.touched_at
  )
  SELECT asked."position", asked.number <= taken.granted, greatest(taken.quota - taken.used, 0),
    -- The moment at which the oldest hit leaves the window and the quota grows again.
    greatest(ceil(extract(epoch FROM taken.oldest + interval '60 seconds' - taken.touched_at)), 1)::integer
  FROM asked JOIN taken USING (bucket)
$$;

-- The processes that lease permits.
CREATE TABLE lease_holders (
  id text PRIMARY KEY,
  seen_at timestamptz NOT NULL
);

-- Leases permits of windows: for 30 seconds while one process does so, for 10 seconds if there are others, which would have to
-- wait for permits that it does not use. An item names the lease that it replaces, the age of each use of it in
-- milliseconds, and how many permits of it the process keeps. A lease takes a quarter of the room at most, so that
-- some are left to other processes. The commit waits for the disk: a lease that a crash forgets would be granted twice.
CREATE FUNCTION lease_permits(holder text, items jsonb)
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
    permits := item.kept + greatest(least(item.permits - item.kept, room / 4), 0);
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

-- Leases requests of allowances, a quarter of the room at most. They count from now on, and are not returned: the room of an
-- allowance comes back with time.
CREATE FUNCTION lease_allowances(items jsonb)
RETURNS TABLE (bucket text, permits integer)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  item record;
  stored rate_allowances;
  moment timestamptz;
  filled timestamptz;
BEGIN
  FOR item IN
    SELECT request.* FROM jsonb_to_recordset(items) AS request (bucket text, quota integer, permits integer)
    ORDER BY request.bucket
  LOOP
    SELECT * INTO stored FROM rate_allowances WHERE rate_allowances.bucket = item.bucket FOR UPDATE;
    CONTINUE WHEN NOT FOUND;
    moment := clock_timestamp();
    filled := greatest(least(stored.empty_at, moment + interval '60 seconds'), moment);
    bucket := item.bucket;
    permits := least(
      item.permits, floor(extract(epoch FROM moment + interval '60 seconds' - filled) * item.quota / 60 / 4)::integer
    );
    UPDATE rate_allowances
    SET quota = item.quota, empty_at = filled + permits * interval '60 seconds' / item.quota, touched_at = moment
    WHERE rate_allowances.bucket = item.bucket;
    RETURN NEXT;
  END LOOP;
END
$$;

-- Answers status queries (0029), and returns the key, its owner and the seconds until it expires, which processes hold in
-- memory.
DROP FUNCTION poll_tasks(bytea[], text[], integer, integer, integer);
CREATE FUNCTION poll_tasks(
  hashes bytea[], task_ids text[], key_quota integer, task_quota integer, owner_quota integer DEFAULT NULL
)
RETURNS TABLE ("position" bigint, in_scope boolean, allowed boolean, remaining integer, reset_seconds integer,
  task_id text, model text, credits integer, status text, billing_status text, failed_reason text,
  has_last_frame boolean, created_at timestamptz, started_at timestamptz, finished_at timestamptz,
  video_expires_at timestamptz, task_allowed boolean, task_remaining integer, task_reset_seconds integer,
  owner_allowed boolean, owner_reset_seconds integer, key_id text, owner_id text, key_valid_seconds double precision)
LANGUAGE sql SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan AS $$
  SELECT set_config('synchronous_commit', 'off', true);
  WITH known AS MATERIALIZED (
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
      ARRAY(SELECT 'status:' || key_id FROM known ORDER BY place), ARRAY(SELECT key_quota FROM known)
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
  )
  SELECT known."position", known.in_scope, counted.allowed, counted.remaining, counted.reset_seconds,
    found.id, found.model, found.credits, found.status, found.billing_status, found.failed_reason,
    found.has_last_frame, found.created_at, found.started_at, found.finished_at, found.video_expires_at,
    polled.allowed, polled.remaining, polled.reset_seconds, shared.allowed, shared.reset_seconds,
    known.key_id, known.owner_id, known.valid_seconds
  FROM known
  JOIN counted ON counted."position" = known.place
  LEFT JOIN shared ON shared.of = known.place
  LEFT JOIN (
    found JOIN take_rates(
      ARRAY(SELECT 'poll:' || id FROM found ORDER BY place), ARRAY(SELECT task_quota FROM found)
    ) AS polled ON polled."position" = found.place
  ) ON found.of = known.place
$$;

-- The latest change of an owner's keys, or of its suspension: processes that hold keys in memory read it again and again.
CREATE TABLE key_changes (
  owner_id text PRIMARY KEY REFERENCES owners,
  changed_at timestamptz NOT NULL
);
CREATE INDEX key_changes_by_time ON key_changes (changed_at);

SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);
-- Its argument is the column that contains the owner.
CREATE FUNCTION note_key_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO key_changes (owner_id, changed_at) VALUES (to_jsonb(NEW) ->> TG_ARGV[0], clock_timestamp())
  ON CONFLICT (owner_id) DO UPDATE SET changed_at = excluded.changed_at;
  RETURN NULL;
END
$$;
CREATE TRIGGER note_key_change AFTER UPDATE OF revoked_at, expires_at, scopes ON api_keys
FOR EACH ROW EXECUTE FUNCTION note_key_change('owner_id');
CREATE TRIGGER note_key_change AFTER UPDATE OF suspended_at ON owners
FOR EACH ROW EXECUTE FUNCTION note_key_change('id');
