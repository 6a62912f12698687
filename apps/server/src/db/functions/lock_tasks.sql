-- Locks tasks in the order of their ids, for the rest of the transaction. One plan is kept, which skips the months outside of the
-- range of the ids.
CREATE OR REPLACE FUNCTION lock_tasks(ids text[]) RETURNS SETOF tasks LANGUAGE plpgsql
SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  first_id text;
  last_id text;
BEGIN
  SELECT min(id), max(id) INTO first_id, last_id FROM unnest(ids) AS id;
  RETURN QUERY
  SELECT * FROM tasks WHERE tasks.id = ANY (ids) AND tasks.id BETWEEN first_id AND last_id ORDER BY tasks.id FOR UPDATE;
END $$;
