-- Reads tasks of owners, one after the other in its partition and by its id: no index serves the condition on the owner. A plan
-- that was made while a month was empty would read the whole month for each lookup, so scans of tables are off.
CREATE OR REPLACE FUNCTION read_tasks(owner_ids text[], task_ids text[])
RETURNS TABLE ("position" bigint, id text, model text, credits integer, status text, billing_status text, failed_reason text,
  has_last_frame boolean, created_at timestamptz, started_at timestamptz, finished_at timestamptz,
  video_expires_at timestamptz)
LANGUAGE plpgsql STABLE
SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY SELECT request."position", task.id, task.model, task.credits, task.status, task.billing_status,
    task.failed_reason, task.has_last_frame, task.created_at, task.started_at, task.finished_at, task.video_expires_at
  FROM unnest(owner_ids, task_ids) WITH ORDINALITY AS request (owner_id, task_id, "position")
  CROSS JOIN LATERAL (
    SELECT * FROM tasks WHERE tasks.id = request.task_id AND (tasks.owner_id = request.owner_id) IS TRUE OFFSET 0
  ) AS task;
END $$;
