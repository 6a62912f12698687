-- Answers status queries by one statement: key, limit of the key and of its owner, task and limit of the task. A key that is
-- unknown, revoked or expired has no row; in_scope is null for that of a suspended owner. A request that a limit or its scope
-- refuses, or whose task is not of the owner, has no task and counts against none. Queries of `are_counted` have a permit of their
-- key and of its owner already. Windows of keys are locked before allowances of owners, and these before windows of tasks.
-- The first query of a key or task leases permits for `holder`, under an id that it has not used before, so that the next queries
-- pass from memory. It does so while no other process leases: permits that others do not get are missing to nobody then. The
-- commit waits for the disk only if it leases.
CREATE OR REPLACE FUNCTION poll_tasks(
  hashes bytea[], task_ids text[], key_quota integer, task_quota integer, owner_quota integer DEFAULT NULL,
  holder text DEFAULT NULL, lease_id text DEFAULT NULL, are_counted boolean[] DEFAULT NULL
)
RETURNS TABLE ("position" bigint, in_scope boolean, allowed boolean, remaining integer, reset_seconds integer,
  task_id text, model text, credits integer, status text, billing_status text, failed_reason text,
  has_last_frame boolean, created_at timestamptz, started_at timestamptz, finished_at timestamptz,
  video_expires_at timestamptz, task_allowed boolean, task_remaining integer, task_reset_seconds integer,
  owner_allowed boolean, owner_reset_seconds integer, key_id text, owner_id text, key_valid_seconds double precision,
  key_leased integer, task_leased integer)
LANGUAGE sql SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan AS $$
  -- Once in 5 seconds: statements that run at the same time would wait for each other.
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
      coalesce(request.is_counted, false) AS is_counted,
      -- Queries that are to be counted come first.
      row_number() OVER (ORDER BY coalesce(request.is_counted, false), request."position") AS place
    FROM unnest(hashes, task_ids, are_counted) WITH ORDINALITY AS request (hash, task_id, is_counted, "position")
    JOIN api_keys ON api_keys.hash = request.hash AND api_keys.revoked_at IS NULL
      AND (api_keys.expires_at IS NULL OR api_keys.expires_at > now())
    JOIN owners ON owners.id = api_keys.owner_id
  ), counted AS MATERIALIZED (
    SELECT * FROM take_rates(
      ARRAY(SELECT 'status:' || key_id FROM known WHERE NOT is_counted ORDER BY place),
      ARRAY(SELECT key_quota FROM known WHERE NOT is_counted), (SELECT id FROM lease)
    )
    UNION ALL SELECT place, true, 0, 1, 0 FROM known WHERE is_counted
  ), passed AS MATERIALIZED (
    SELECT known.place AS of, 'status:' || known.owner_id || ':' || known.mode AS bucket,
      row_number() OVER (ORDER BY known.place) AS place
    FROM known JOIN counted ON counted."position" = known.place
    WHERE counted.allowed AND owner_quota IS NOT NULL AND NOT known.is_counted
  ), shared AS MATERIALIZED (
    SELECT passed.of, taken.allowed, taken.reset_seconds
    FROM passed JOIN take_allowances(
      ARRAY(SELECT bucket FROM passed ORDER BY place), ARRAY(SELECT owner_quota FROM passed)
    ) AS taken ON taken."position" = passed.place
  ), wanted AS MATERIALIZED (
    SELECT known.place AS of, row_number() OVER (ORDER BY known.place) AS place, known.owner_id, known.task_id
    FROM known
    JOIN counted ON counted."position" = known.place
    LEFT JOIN shared ON shared.of = known.place
    WHERE counted.allowed AND coalesce(shared.allowed, true) AND known.in_scope
  ), found AS MATERIALIZED (
    SELECT wanted.of, row_number() OVER (ORDER BY wanted.place) AS place, task.*
    FROM wanted JOIN read_tasks(
      ARRAY(SELECT owner_id FROM wanted ORDER BY place), ARRAY(SELECT wanted.task_id FROM wanted ORDER BY place)
    ) AS task ON task."position" = wanted.place
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
