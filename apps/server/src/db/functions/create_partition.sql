-- Creates a partition that `missing_partitions` lists, and moves the rows of its month there from the default partition. Returns
-- whether it did; of several processes, one does. It waits for locks for a moment only: statements that arrive after it wait for
-- it.
CREATE OR REPLACE FUNCTION create_partition(partition text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT SET lock_timeout = '100ms' AS $$
DECLARE
  missing missing_partitions;
  source text;
  key text;
  has_rows boolean;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7163265) THEN RETURN false; END IF;
  SELECT * INTO missing FROM missing_partitions WHERE name = partition;
  IF NOT FOUND THEN RETURN false; END IF;
  key := CASE missing.parent WHEN 'tasks' THEN 'id' ELSE 'task_id' END;
  source := missing.parent || CASE missing.parent WHEN 'ledger_entries' THEN '_other' ELSE '_default' END;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', partition, missing.parent);
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', missing.parent || '_default');
  EXECUTE format('SELECT EXISTS (SELECT FROM %1$I WHERE %2$I >= %3$L AND %2$I < %4$L)',
    source, key, missing.from_id, missing.until_id) INTO has_rows;
  IF has_rows THEN
    -- Rows move, and nothing else happens to them.
    EXECUTE format('ALTER TABLE %I DISABLE TRIGGER USER', source);
    EXECUTE format(
      'WITH moved AS (DELETE FROM %1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *) INSERT INTO %5$I SELECT * FROM moved',
      source, key, missing.from_id, missing.until_id, partition
    );
    EXECUTE format('ALTER TABLE %I ENABLE TRIGGER USER', source);
  END IF;
  IF missing.parent = 'ledger_entries' THEN
    EXECUTE format(
      'CREATE TRIGGER refuse_ledger_change BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change()', partition
    );
  END IF;
  EXECUTE format(
    'ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
    missing.parent, partition, missing.from_id, missing.until_id
  );
  RETURN true;
END $$;
