-- Counts the tasks of an owner that have not ended, by the five minutes in which they were accepted.
CREATE OR REPLACE FUNCTION unfinished_tasks(of_owner text, of_modes text[])
RETURNS TABLE (mode text, model text, starts_at timestamptz, queued integer, generating integer, credits bigint)
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  RETURN QUERY SELECT tasks.mode, tasks.model, date_bin('5 minutes', created_at, 'epoch') AS accepted,
    count(*) FILTER (WHERE status = 'queued')::integer, count(*) FILTER (WHERE status = 'generating')::integer,
    sum(tasks.credits)
  FROM tasks WHERE owner_id = of_owner AND tasks.mode = ANY (of_modes) AND finished_at IS NULL
  GROUP BY tasks.mode, tasks.model, accepted;
END $$;
