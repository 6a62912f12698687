-- Reserves the credits of new tasks, whose keys are of their owner and mode, so that no task is without its reservation. Their
-- owner exists: it has the account. The plans are kept, so they must look up keys one by one, even if there were few keys or many
-- tasks when they were made.
CREATE OR REPLACE FUNCTION reserve_credits() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  foreign_id text;
BEGIN
  SELECT added.id INTO foreign_id FROM added LEFT JOIN api_keys AS key
    ON key.id = added.key_id AND key.owner_id = added.owner_id AND key.mode = added.mode
  WHERE added.key_id IS NOT NULL AND key.id IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the key of task % is not of its owner and mode', foreign_id
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'tasks_of_key';
  END IF;
  INSERT INTO ledger_entries (owner_id, mode, task_id, kind, amount)
  SELECT owner_id, mode, id, 'reserve', credits FROM added;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER reserve_credits AFTER INSERT ON tasks
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION reserve_credits();
