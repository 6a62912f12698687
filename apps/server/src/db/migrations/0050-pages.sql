-- Pages of tasks and of the ledger: each reads a bounded number of rows, however many are stored. The plans are kept and must
-- not depend on how large a table was when they were made: a partition that was empty then would be read as a whole later, and
-- an owner with a million tasks would have all of them sorted for a page. Scans of tables and sorts are therefore off: what
-- remains are indexes in order, merged.

-- Functions that run as their owner find no tables of a caller, as in 0016.
SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);

-- The newest tasks of an owner in one mode or two, before a moment and an id. Partitions are read in steps: each reads a
-- range of ids, the last one all. A step is enough if its page is full and no task of another id can be newer than its last
-- one, which `complete_from` decides: ids and moments come from different clocks.
CREATE FUNCTION newest_tasks(of_owner text, of_modes text[], before timestamptz, before_id text, wanted integer,
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
    -- Not one statement with a mode that is null: each index that a plan names is opened, also one that is not read.
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

-- The newest tasks of all owners, before an id. Partitions are read in steps as well.
CREATE FUNCTION newest_tasks_of_all(before_id text, wanted integer, from_ids text[])
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

-- The newest entries of an owner, before a moment and a tie: as many of each kind as are wanted of all. Grants are tied by
-- their number, other entries by their task. Reservations are those of the newest tasks, whose times they share; other
-- entries follow their task by any time, so these are looked up in each partition.
CREATE FUNCTION newest_entries(of_owner text, of_modes text[], of_kinds text[], before timestamptz, before_tie text,
  wanted integer, from_ids text[], complete_from timestamptz[], until_ids text[])
RETURNS SETOF ledger_entries LANGUAGE plpgsql STABLE ROWS 100 SET search_path FROM CURRENT
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  IF 'grant' = ANY (of_kinds) THEN
    RETURN QUERY
      (SELECT * FROM ledger_entries
      WHERE owner_id = of_owner AND mode = of_modes[1] AND kind = 'grant' AND task_id IS NULL
        AND (created_at, lpad(id::text, 19, '0')) < (before, before_tie)
      ORDER BY created_at DESC, id DESC LIMIT wanted)
      UNION ALL
      (SELECT * FROM ledger_entries
      WHERE owner_id = of_owner AND mode = of_modes[2] AND kind = 'grant' AND task_id IS NULL
        AND (created_at, lpad(id::text, 19, '0')) < (before, before_tie)
      ORDER BY created_at DESC, id DESC LIMIT wanted);
  END IF;
  IF 'charge' = ANY (of_kinds) THEN
    RETURN QUERY
      (SELECT * FROM ledger_entries
      WHERE owner_id = of_owner AND mode = of_modes[1] AND kind = 'charge' AND (created_at, task_id) < (before, before_tie)
      ORDER BY created_at DESC, task_id DESC LIMIT wanted)
      UNION ALL
      (SELECT * FROM ledger_entries
      WHERE owner_id = of_owner AND mode = of_modes[2] AND kind = 'charge' AND (created_at, task_id) < (before, before_tie)
      ORDER BY created_at DESC, task_id DESC LIMIT wanted);
  END IF;
  IF 'refund' = ANY (of_kinds) THEN
    RETURN QUERY
      (SELECT * FROM ledger_entries
      WHERE owner_id = of_owner AND mode = of_modes[1] AND kind = 'refund' AND (created_at, task_id) < (before, before_tie)
      ORDER BY created_at DESC, task_id DESC LIMIT wanted)
      UNION ALL
      (SELECT * FROM ledger_entries
      WHERE owner_id = of_owner AND mode = of_modes[2] AND kind = 'refund' AND (created_at, task_id) < (before, before_tie)
      ORDER BY created_at DESC, task_id DESC LIMIT wanted);
  END IF;
  IF 'reserve' = ANY (of_kinds) THEN
    RETURN QUERY SELECT entry.*
      FROM newest_tasks(of_owner, of_modes, before, before_tie, wanted, from_ids, complete_from, until_ids) AS task
      CROSS JOIN LATERAL (
        SELECT * FROM ledger_entries WHERE task_id = task.id AND kind = 'reserve' OFFSET 0
      ) AS entry;
  END IF;
END $$;
