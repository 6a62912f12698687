-- Returns the newest tasks of all owners, before an id. Partitions are read in steps, and scans and sorts are off, as in
-- newest_tasks.
CREATE OR REPLACE FUNCTION newest_tasks_of_all(before_id text, wanted integer, from_ids text[])
RETURNS SETOF tasks LANGUAGE plpgsql STABLE ROWS 50 SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  from_id text;
  ids text[];
BEGIN
  FOREACH from_id IN ARRAY from_ids LOOP
    SELECT array_agg(newest.id) INTO ids FROM (
      SELECT tasks.id FROM tasks WHERE tasks.id < before_id AND tasks.id >= from_id ORDER BY tasks.id DESC LIMIT wanted
    ) AS newest;
    EXIT WHEN cardinality(ids) = wanted;
  END LOOP;
  RETURN QUERY SELECT task.* FROM unnest(ids) AS found (id) CROSS JOIN LATERAL (
    SELECT * FROM tasks WHERE tasks.id = found.id AND tasks.id < before_id AND tasks.id >= from_id OFFSET 0
  ) AS task;
END $$;
