-- Returns the newest tasks of an owner in one mode or two, before a moment and an id: a bounded number of rows is read, however
-- long the list is. Partitions are read in steps: each reads a range of ids, the last one all. A step is enough if its page is full
-- and no task of another id can be newer than its last one, which `complete_from` decides: ids and moments come from different
-- clocks.
-- The plans are kept and must not depend on how large a table was when they were made: a partition that was empty then would be
-- read as a whole later, and an owner with a million tasks would have all of them sorted for a page. Scans of tables and sorts are
-- therefore off: what remains are indexes in order, merged.
CREATE OR REPLACE FUNCTION newest_tasks(of_owner text, of_modes text[], before timestamptz, before_id text, wanted integer,
  from_ids text[], complete_from timestamptz[], until_ids text[])
RETURNS SETOF tasks LANGUAGE plpgsql STABLE ROWS 50 SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  one_mode text := of_modes[1];
  other_mode text := of_modes[2];
  from_id text;
  until_id text;
  ids text[];
  moments timestamptz[];
BEGIN
  FOR step IN 1 .. cardinality(from_ids) LOOP
    from_id := from_ids[step];
    until_id := until_ids[step];
    -- Two statements: each index that a plan names is opened, also that of a mode that is null.
    IF other_mode IS NULL THEN
      SELECT array_agg(newest.id), array_agg(newest.created_at) INTO ids, moments FROM (
        (SELECT tasks.id, tasks.created_at FROM tasks
        WHERE owner_id = of_owner AND mode = one_mode AND finished_at IS NULL
          AND (tasks.created_at, tasks.id) < (before, before_id) AND tasks.id >= from_id AND tasks.id < until_id
        ORDER BY tasks.created_at DESC, tasks.id DESC LIMIT wanted)
        UNION ALL
        (SELECT tasks.id, tasks.created_at FROM tasks
        WHERE owner_id = of_owner AND mode = one_mode AND video_expires_at IS NOT NULL
          AND (tasks.created_at, tasks.id) < (before, before_id) AND tasks.id >= from_id AND tasks.id < until_id
        ORDER BY tasks.created_at DESC, tasks.id DESC LIMIT wanted)
        UNION ALL
        (SELECT tasks.id, tasks.created_at FROM tasks
        WHERE owner_id = of_owner AND mode = one_mode AND finished_at IS NOT NULL AND video_expires_at IS NULL
          AND (tasks.created_at, tasks.id) < (before, before_id) AND tasks.id >= from_id AND tasks.id < until_id
        ORDER BY tasks.created_at DESC, tasks.id DESC LIMIT wanted)
        ORDER BY created_at DESC, id DESC LIMIT wanted
      ) AS newest;
    ELSE
      SELECT array_agg(newest.id), array_agg(newest.created_at) INTO ids, moments FROM (
        (SELECT tasks.id, tasks.created_at FROM tasks
        WHERE owner_id = of_owner AND mode = one_mode AND finished_at IS NULL
          AND (tasks.created_at, tasks.id) < (before, before_id) AND tasks.id >= from_id AND tasks.id < until_id
        ORDER BY tasks.created_at DESC, tasks.id DESC LIMIT wanted)
        UNION ALL
        (SELECT tasks.id, tasks.created_at FROM tasks
        WHERE owner_id = of_owner AND mode = one_mode AND video_expires_at IS NOT NULL
          AND (tasks.created_at, tasks.id) < (before, before_id) AND tasks.id >= from_id AND tasks.id < until_id
        ORDER BY tasks.created_at DESC, tasks.id DESC LIMIT wanted)
        UNION ALL
        (SELECT tasks.id, tasks.created_at FROM tasks
        WHERE owner_id = of_owner AND mode = one_mode AND finished_at IS NOT NULL AND video_expires_at IS NULL
          AND (tasks.created_at, tasks.id) < (before, before_id) AND tasks.id >= from_id AND tasks.id < until_id
        ORDER BY tasks.created_at DESC, tasks.id DESC LIMIT wanted)
        UNION ALL
        (SELECT tasks.id, tasks.created_at FROM tasks
        WHERE owner_id = of_owner AND mode = other_mode AND finished_at IS NULL
          AND (tasks.created_at, tasks.id) < (before, before_id) AND tasks.id >= from_id AND tasks.id < until_id
        ORDER BY tasks.created_at DESC, tasks.id DESC LIMIT wanted)
        UNION ALL
        (SELECT tasks.id, tasks.created_at FROM tasks
        WHERE owner_id = of_owner AND mode = other_mode AND video_expires_at IS NOT NULL
          AND (tasks.created_at, tasks.id) < (before, before_id) AND tasks.id >= from_id AND tasks.id < until_id
        ORDER BY tasks.created_at DESC, tasks.id DESC LIMIT wanted)
        UNION ALL
        (SELECT tasks.id, tasks.created_at FROM tasks
        WHERE owner_id = of_owner AND mode = other_mode AND finished_at IS NOT NULL AND video_expires_at IS NULL
          AND (tasks.created_at, tasks.id) < (before, before_id) AND tasks.id >= from_id AND tasks.id < until_id
        ORDER BY tasks.created_at DESC, tasks.id DESC LIMIT wanted)
        ORDER BY created_at DESC, id DESC LIMIT wanted
      ) AS newest;
    END IF;
    EXIT WHEN moments[wanted] >= complete_from[step];
  END LOOP;
  RETURN QUERY SELECT task.* FROM unnest(ids) AS found (id) CROSS JOIN LATERAL (
    SELECT * FROM tasks WHERE tasks.id = found.id AND tasks.id >= from_id AND tasks.id < until_id OFFSET 0
  ) AS task;
END $$;
