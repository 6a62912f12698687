-- Operators suspend owners. The keys of a suspended owner stay valid: their requests count against their limits and are
-- then rejected, which both functions report without another column. check_access returns no scopes, and poll_tasks
-- returns null for in_scope.

ALTER TABLE owners ADD COLUMN suspended_at timestamptz;

-- Looks up presented keys, and counts each valid one's request against its limit; a key that is unknown,
-- revoked or expired has no row.
CREATE OR REPLACE FUNCTION check_access(hashes bytea[], policies text[], quotas integer[])
RETURNS TABLE ("position" bigint, key_id text, owner_id text, mode text, scopes text[],
  allowed boolean, remaining integer, reset_seconds integer)
LANGUAGE sql SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan AS $$
  SELECT set_config('synchronous_commit', 'off', true);
  WITH known AS MATERIALIZED (
    SELECT api_keys.id, api_keys.owner_id, api_keys.mode, request."position",
      CASE WHEN owners.suspended_at IS NULL THEN api_keys.scopes ELSE '{}' END AS scopes,
      request.policy || ':' || api_keys.id AS bucket, request.quota,
      row_number() OVER (ORDER BY request."position") AS place
    FROM unnest(hashes, policies, quotas) WITH ORDINALITY AS request (hash, policy, quota, "position")
    JOIN api_keys ON api_keys.hash = request.hash AND api_keys.revoked_at IS NULL
      AND (api_keys.expires_at IS NULL OR api_keys.expires_at > now())
    JOIN owners ON owners.id = api_keys.owner_id
  )
  SELECT known."position", known.id, known.owner_id, known.mode, known.scopes,
    taken.allowed, taken.remaining, taken.reset_seconds
  FROM known
  JOIN take_rates(
    ARRAY(SELECT bucket FROM known ORDER BY place), ARRAY(SELECT quota FROM known ORDER BY place)
  ) AS taken ON taken."position" = known.place
$$;

-- Looks up presented keys and the tasks that they ask for. A key that is unknown, revoked or expired has no row; a request
-- that its limit or its scope refuses, or whose task is none of the owner's, has no task and counts against none.
-- Windows are locked in one order, those of keys before those of tasks.
CREATE OR REPLACE FUNCTION poll_tasks(hashes bytea[], task_ids text[], key_quota integer, task_quota integer)
RETURNS TABLE ("position" bigint, in_scope boolean, allowed boolean, remaining integer, reset_seconds integer,
  task_id text, model text, credits integer, status text, billing_status text, failed_reason text,
  has_last_frame boolean, created_at timestamptz, started_at timestamptz, finished_at timestamptz,
  video_expires_at timestamptz, task_allowed boolean, task_remaining integer, task_reset_seconds integer)
LANGUAGE sql SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan AS $$
  SELECT set_config('synchronous_commit', 'off', true);
  WITH known AS MATERIALIZED (
    SELECT request."position", request.task_id, api_keys.id AS key_id, api_keys.owner_id,
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
  ), found AS MATERIALIZED (
    SELECT known.place AS of, row_number() OVER (ORDER BY known.place) AS place,
      tasks.id, tasks.model, tasks.credits, tasks.status, tasks.billing_status, tasks.failed_reason,
      tasks.has_last_frame, tasks.created_at, tasks.started_at, tasks.finished_at, tasks.video_expires_at
    FROM known
    JOIN counted ON counted."position" = known.place
    JOIN tasks ON tasks.id = known.task_id AND tasks.owner_id = known.owner_id
    WHERE counted.allowed AND known.in_scope
  )
  SELECT known."position", known.in_scope, counted.allowed, counted.remaining, counted.reset_seconds,
    found.id, found.model, found.credits, found.status, found.billing_status, found.failed_reason,
    found.has_last_frame, found.created_at, found.started_at, found.finished_at, found.video_expires_at,
    polled.allowed, polled.remaining, polled.reset_seconds
  FROM known
  JOIN counted ON counted."position" = known.place
  LEFT JOIN (
    found JOIN take_rates(
      ARRAY(SELECT 'poll:' || id FROM found ORDER BY place), ARRAY(SELECT task_quota FROM found)
    ) AS polled ON polled."position" = found.place
  ) ON found.of = known.place
$$;
