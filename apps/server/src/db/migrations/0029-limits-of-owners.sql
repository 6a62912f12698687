-- All keys of an owner and mode together have a limit: an owner may create 1,000 keys, each with a limit of its own.

-- One row for each owner, mode and limit. A window of all hits, as keys have it, would be 48 KB for 6,000 requests a minute
-- and would be written anew by every request. Here a request adds its share of a minute to `empty_at`, which may be a minute
-- ahead at most: a minute holds up to twice the quota after an idle one, and the quota on average.
CREATE TABLE rate_allowances (
  bucket text PRIMARY KEY,
  quota integer NOT NULL CHECK (quota > 0),
  empty_at timestamptz NOT NULL,
  -- How many of the last requests passed.
  granted integer NOT NULL,
  touched_at timestamptz NOT NULL
) WITH (fillfactor = 60);

-- Takes requests out of allowances, any number at once; returns a row for each by its position. A clock that is set back
-- refuses requests for a minute at most.
CREATE FUNCTION take_allowances(buckets text[], quotas integer[])
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

-- As before, and a request within the limit of its key counts against that of its owner, if one is given. Processes of the
-- former version pass none.
DROP FUNCTION check_access(bytea[], text[], integer[]);
CREATE FUNCTION check_access(hashes bytea[], policies text[], quotas integer[], owner_quotas integer[] DEFAULT NULL)
RETURNS TABLE ("position" bigint, key_id text, owner_id text, mode text, scopes text[],
  allowed boolean, remaining integer, reset_seconds integer, owner_allowed boolean, owner_reset_seconds integer)
LANGUAGE sql SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan AS $$
  SELECT set_config('synchronous_commit', 'off', true);
  WITH known AS MATERIALIZED (
    SELECT api_keys.id, api_keys.owner_id, api_keys.mode, request."position",
      CASE WHEN owners.suspended_at IS NULL THEN api_keys.scopes ELSE '{}' END AS scopes,
      request.policy || ':' || api_keys.id AS bucket, request.quota,
      request.policy || ':' || api_keys.owner_id || ':' || api_keys.mode AS owner_bucket, request.owner_quota,
      row_number() OVER (ORDER BY request."position") AS place
    FROM unnest(hashes, policies, quotas, owner_quotas) WITH ORDINALITY
      AS request (hash, policy, quota, owner_quota, "position")
    JOIN api_keys ON api_keys.hash = request.hash AND api_keys.revoked_at IS NULL
      AND (api_keys.expires_at IS NULL OR api_keys.expires_at > now())
    JOIN owners ON owners.id = api_keys.owner_id
  ), counted AS MATERIALIZED (
    SELECT * FROM take_rates(
      ARRAY(SELECT bucket FROM known ORDER BY place), ARRAY(SELECT quota FROM known ORDER BY place)
    )
  ), passed AS MATERIALIZED (
    SELECT known.place AS of, known.owner_bucket, known.owner_quota, row_number() OVER (ORDER BY known.place) AS place
    FROM known JOIN counted ON counted."position" = known.place
    WHERE counted.allowed AND known.owner_quota IS NOT NULL
  )
  SELECT known."position", known.id, known.owner_id, known.mode, known.scopes,
    counted.allowed, counted.remaining, counted.reset_seconds, shared.allowed, shared.reset_seconds
  FROM known
  JOIN counted ON counted."position" = known.place
  LEFT JOIN (
    passed JOIN take_allowances(
      ARRAY(SELECT owner_bucket FROM passed ORDER BY place), ARRAY(SELECT owner_quota FROM passed ORDER BY place)
    ) AS shared ON shared."position" = passed.place
  ) ON passed.of = known.place
$$;

-- As before, and a status query within the limit of its key counts against that of its owner. Windows of keys are locked
-- before allowances of owners, and these before windows of tasks.
DROP FUNCTION poll_tasks(bytea[], text[], integer, integer);
CREATE FUNCTION poll_tasks(
  hashes bytea[], task_ids text[], key_quota integer, task_quota integer, owner_quota integer DEFAULT NULL
)
RETURNS TABLE ("position" bigint, in_scope boolean, allowed boolean, remaining integer, reset_seconds integer,
  task_id text, model text, credits integer, status text, billing_status text, failed_reason text,
  has_last_frame boolean, created_at timestamptz, started_at timestamptz, finished_at timestamptz,
  video_expires_at timestamptz, task_allowed boolean, task_remaining integer, task_reset_seconds integer,
  owner_allowed boolean, owner_reset_seconds integer)
LANGUAGE sql SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan AS $$
  SELECT set_config('synchronous_commit', 'off', true);
  WITH known AS MATERIALIZED (
    SELECT request."position", request.task_id, api_keys.id AS key_id, api_keys.owner_id, api_keys.mode,
      CASE WHEN owners.suspended_at IS NULL THEN 'tasks:read' = ANY (api_keys.scopes) END AS in_scope,
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
    polled.allowed, polled.remaining, polled.reset_seconds, shared.allowed, shared.reset_seconds
  FROM known
  JOIN counted ON counted."position" = known.place
  LEFT JOIN shared ON shared.of = known.place
  LEFT JOIN (
    found JOIN take_rates(
      ARRAY(SELECT 'poll:' || id FROM found ORDER BY place), ARRAY(SELECT task_quota FROM found)
    ) AS polled ON polled."position" = found.place
  ) ON found.of = known.place
$$;
