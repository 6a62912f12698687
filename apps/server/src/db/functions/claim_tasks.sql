-- Moves tasks to `generating`, also those that a stopped worker left there; returns them, without those that have ended or are
-- past their deadline. One plan is kept: to plan a change of a table with a partition for each month takes longer than the change.
-- The range of the ids lets the plan skip the other months. Indexes are used even if there were few tasks when the plan was made,
-- and only that of the ids, whose rows are known.
CREATE OR REPLACE FUNCTION claim_tasks(ids text[]) RETURNS SETOF tasks LANGUAGE plpgsql
SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  first_id text;
  last_id text;
BEGIN
  SELECT min(id), max(id) INTO first_id, last_id FROM unnest(ids) AS id;
  RETURN QUERY
  UPDATE tasks SET status = 'generating', started_at = coalesce(tasks.started_at, now())
  WHERE tasks.id = ANY (ids) AND tasks.id BETWEEN first_id AND last_id
    AND CASE WHEN tasks.finished_at IS NULL AND tasks.deadline > now() THEN true END
  RETURNING tasks.*;
END $$;
