-- Ends tasks that are locked and have not ended. One plan is kept, which skips the months outside of the range of the ids.
CREATE OR REPLACE FUNCTION end_tasks(ends jsonb, result_ttl interval) RETURNS SETOF tasks LANGUAGE plpgsql
SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  ids text[];
  first_id text;
  last_id text;
BEGIN
  SELECT array_agg(item ->> 'id'), min(item ->> 'id'), max(item ->> 'id') INTO ids, first_id, last_id
  FROM jsonb_array_elements(ends) AS item;
  RETURN QUERY
  UPDATE tasks SET status = ended.status, billing_status = ended.billing_status, failed_reason = ended.failed_reason,
    has_last_frame = ended.has_last_frame, finished_at = now(),
    video_expires_at = CASE ended.status WHEN 'completed' THEN now() + result_ttl END
  FROM jsonb_to_recordset(ends) AS ended (
    id text, status text, billing_status text, failed_reason text, has_last_frame boolean
  )
  WHERE tasks.id = ANY (ids) AND tasks.id BETWEEN first_id AND last_id AND tasks.id = ended.id
  RETURNING tasks.*;
END $$;
