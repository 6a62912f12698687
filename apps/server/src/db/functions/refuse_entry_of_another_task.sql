-- Refuses an entry that is not of the owner, mode and credits of its task. A reference would be searched for the tasks of a month
-- that is dropped, and one to partitions is planned anew for each row.
CREATE OR REPLACE FUNCTION refuse_entry_of_another_task() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  entry record;
BEGIN
  -- One by one: a join would open every partition.
  FOR entry IN SELECT * FROM added WHERE task_id IS NOT NULL LOOP
    IF NOT EXISTS (
      SELECT FROM tasks
      WHERE id = entry.task_id AND owner_id = entry.owner_id AND mode = entry.mode AND credits = entry.amount
    ) THEN
      RAISE EXCEPTION 'a ledger entry is not of the owner, mode and credits of its task %', entry.task_id
        USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'ledger_entries_of_task';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- Entries that triggers write are of their tasks.
CREATE OR REPLACE TRIGGER refuse_entry_of_another_task AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0)
  EXECUTE FUNCTION refuse_entry_of_another_task();
