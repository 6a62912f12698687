-- Returns the newest entries of an owner, before a moment and a tie: of each kind, the number that is wanted of all. Grants are
-- tied by their number, other entries by their task. Reservations are those of the newest tasks, whose times they share; other
-- entries follow their task by any time, so these are looked up in each partition. Scans of tables and sorts are off, as in
-- newest_tasks.
CREATE OR REPLACE FUNCTION newest_entries(of_owner text, of_modes text[], of_kinds text[], before timestamptz, before_tie text,
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
