-- Partitions by month, part 3 of 3: tasks, their ledger entries and their upstream tasks, by the ids of the tasks, which begin
-- with the time. A month is dropped at once.

SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);
-- Less than the time after which a deadlock is found: a wait ends as a timeout, after which the migration is tried again.
SET LOCAL lock_timeout = '500ms';
DO $$
BEGIN
  LOCK TABLE tasks, ledger_entries, upstream_tasks, jobs, idempotency_keys, deliveries, failed_refund_notices
    IN ACCESS EXCLUSIVE MODE;
EXCEPTION WHEN lock_not_available THEN
  RAISE lock_not_available USING MESSAGE = SQLERRM, HINT =
    'Until this migration has run, no release accepts tasks past the end of next month: see the operating guide, "Retention".';
END $$;

-- References to tasks. Each would be searched for the tasks of a month that is dropped, and one to partitions is planned
-- anew for each row. Rows of jobs and claims are written by accept_submissions only, with their task; the others are
-- checked by the triggers below.
ALTER TABLE ledger_entries DROP CONSTRAINT IF EXISTS ledger_entries_of_task;
ALTER TABLE jobs DROP CONSTRAINT IF EXISTS jobs_task_id_fkey;
ALTER TABLE idempotency_keys DROP CONSTRAINT IF EXISTS idempotency_keys_task_id_fkey;
ALTER TABLE deliveries DROP CONSTRAINT IF EXISTS deliveries_task_id_fkey;
ALTER TABLE upstream_tasks DROP CONSTRAINT IF EXISTS upstream_tasks_task_id_fkey;
ALTER TABLE failed_refund_notices DROP CONSTRAINT IF EXISTS failed_refund_notices_task_id_fkey;

-- Turns a table into a partitioned one with the same columns, checks, keys, indexes, triggers and privileges, and makes the
-- table itself its first partition. Rows without a key, if there are any, move to a partition of the default one, which is
-- named `without_month`: its check proves that they are of no month, so that a new month does not read them.
CREATE FUNCTION pg_temp.partition_table(name text, key text, given_up text, without_month text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  former text := name || '_before';
  bound text := (
    SELECT substring(pg_get_constraintdef(oid) FROM 'task_[0-9a-z]{10}') FROM pg_constraint
    WHERE conrelid = name::regclass AND conname = former || '_end'
  );
  triggers text[] := ARRAY(
    SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = name::regclass AND NOT tgisinternal ORDER BY tgname
  );
  unchecked text[] := ARRAY(
    SELECT conname FROM pg_constraint
    WHERE conrelid = name::regclass AND contype = 'c' AND NOT convalidated AND conname <> former || '_end'
  );
  constraints text[] := ARRAY(
    SELECT format('CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE conrelid = name::regclass AND (contype IN ('p', 'u', 'f') OR conname = ANY (unchecked))
      AND conname IS DISTINCT FROM given_up ORDER BY contype, conname
  );
  indexes text[] := ARRAY(
    SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() AND tablename = name
      AND indexname NOT IN (SELECT conname FROM pg_constraint WHERE conrelid = name::regclass)
    ORDER BY indexname
  );
  definition text;
  privilege record;
BEGIN
  FOR definition IN SELECT tgname FROM pg_trigger WHERE tgrelid = name::regclass AND NOT tgisinternal LOOP
    EXECUTE format('DROP TRIGGER %I ON %I', definition, name);
  END LOOP;
  FOR definition IN SELECT indexname FROM pg_indexes WHERE schemaname = current_schema() AND tablename = name LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', definition, definition || '_before');
  END LOOP;
  EXECUTE format('ALTER TABLE %I RENAME TO %I', name, former);
  EXECUTE format(
    'CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (%I)', name, former, key
  );
  FOREACH definition IN ARRAY unchecked || (former || '_end') LOOP
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', name, definition);
  END LOOP;
  FOREACH definition IN ARRAY constraints LOOP
    EXECUTE format('ALTER TABLE %I ADD %s', name, definition);
  END LOOP;
  FOREACH definition IN ARRAY indexes LOOP
    EXECUTE definition;
  END LOOP;
  IF without_month IS NULL THEN
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name || '_default', name);
  ELSE
    EXECUTE format(
      'CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY LIST (%I)', name || '_default', name, key
    );
    EXECUTE format(
      'CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS, CHECK (%I IS NULL))', without_month, name, key
    );
    EXECUTE format(
      'WITH moved AS (DELETE FROM %I WHERE %I IS NULL RETURNING *) INSERT INTO %I SELECT * FROM moved',
      former, key, without_month
    );
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES IN (NULL)', name || '_default', without_month);
    EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', name || '_other', name || '_default');
  END IF;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', name, name || '_default');
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', name, former, bound);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', former, former || '_end');
  FOREACH definition IN ARRAY triggers LOOP
    EXECUTE definition;
  END LOOP;
  -- The application goes on meanwhile: its role is granted the same here, not at the next start.
  FOR privilege IN
    SELECT acl.privilege_type AS kind, CASE acl.grantee WHEN 0 THEN 'PUBLIC' ELSE acl.grantee::regrole::text END AS grantee
    FROM pg_class CROSS JOIN LATERAL aclexplode(relacl) AS acl
    WHERE pg_class.oid = former::regclass AND acl.grantee <> relowner
  LOOP
    EXECUTE format('GRANT %s ON %I TO %s', privilege.kind, name, privilege.grantee);
    EXECUTE format('REVOKE %s ON %I FROM %s', privilege.kind, former, privilege.grantee);
  END LOOP;
END $$;

SELECT pg_temp.partition_table('tasks', 'id', NULL, NULL);
SELECT pg_temp.partition_table('upstream_tasks', 'task_id', NULL, NULL);
-- Grants belong to no task, and stay for ever. Numbers of entries are unique as they are drawn: a unique index would need the
-- task.
DO $$
DECLARE
  next bigint := nextval(pg_get_serial_sequence('ledger_entries', 'id'));
BEGIN
  ALTER TABLE ledger_entries ALTER COLUMN id DROP IDENTITY;
  PERFORM pg_temp.partition_table('ledger_entries', 'task_id', 'ledger_entries_pkey', 'ledger_entries_without_task');
  EXECUTE format('ALTER TABLE ledger_entries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (START WITH %s)', next);
END $$;

-- As before, and partitions are named after their table. A plan is kept, since one for each row would have to look into every
-- partition; and it reads indexes, even if it was made while a month was empty.
CREATE OR REPLACE FUNCTION refuse_unbooked_billing() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  billed_task text;
  billing text;
  kinds text[];
BEGIN
  IF starts_with(TG_TABLE_NAME, 'tasks') THEN
    -- A new task is reserved; whatever else happens to it is checked by the other triggers.
    IF TG_OP = 'INSERT' AND EXISTS (SELECT FROM ledger_entries WHERE task_id = NEW.id AND kind = 'reserve') THEN
      RETURN NULL;
    END IF;
    billed_task := NEW.id;
  ELSE
    billed_task := NEW.task_id;
  END IF;
  SELECT tasks.billing_status,
    ARRAY(SELECT entry.kind FROM ledger_entries AS entry WHERE entry.task_id = tasks.id ORDER BY entry.kind)
  INTO billing, kinds FROM tasks WHERE tasks.id = billed_task;
  IF kinds IS DISTINCT FROM (
    CASE billing WHEN 'charged' THEN ARRAY['charge', 'reserve'] WHEN 'refunded' THEN ARRAY['refund', 'reserve']
    ELSE ARRAY['reserve'] END
  ) THEN
    RAISE EXCEPTION 'task % is %, its ledger entries are %', billed_task, billing, kinds
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

-- Each entry of a task is of its owner, mode and credits.
CREATE FUNCTION refuse_entry_of_another_task() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
CREATE TRIGGER refuse_entry_of_another_task AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_entry_of_another_task();

CREATE FUNCTION refuse_unknown_task() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM tasks WHERE id = NEW.task_id) THEN
    RAISE EXCEPTION 'there is no task %', NEW.task_id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER refuse_unknown_task AFTER INSERT OR UPDATE OF task_id ON deliveries
  FOR EACH ROW EXECUTE FUNCTION refuse_unknown_task();
CREATE TRIGGER refuse_unknown_task AFTER INSERT OR UPDATE OF task_id ON failed_refund_notices
  FOR EACH ROW EXECUTE FUNCTION refuse_unknown_task();
CREATE TRIGGER refuse_unknown_task AFTER INSERT OR UPDATE OF task_id ON upstream_tasks
  FOR EACH ROW EXECUTE FUNCTION refuse_unknown_task();

-- Reads tasks of owners. The plan is kept, and looks up one task after the other in its partition.
CREATE FUNCTION read_tasks(owner_ids text[], task_ids text[])
RETURNS TABLE ("position" bigint, id text, model text, credits integer, status text, billing_status text, failed_reason text,
  has_last_frame boolean, created_at timestamptz, started_at timestamptz, finished_at timestamptz,
  video_expires_at timestamptz)
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY SELECT request."position", task.id, task.model, task.credits, task.status, task.billing_status,
    task.failed_reason, task.has_last_frame, task.created_at, task.started_at, task.finished_at, task.video_expires_at
  FROM unnest(owner_ids, task_ids) WITH ORDINALITY AS request (owner_id, task_id, "position")
  CROSS JOIN LATERAL (
    SELECT * FROM tasks WHERE tasks.id = request.task_id AND tasks.owner_id = request.owner_id OFFSET 0
  ) AS task;
END $$;

-- Sums of the entries that were dropped with their month: balances follow from sums and entries together.
CREATE TABLE ledger_sums (
  owner_id text NOT NULL,
  mode text NOT NULL,
  -- The least id of a task after the month.
  until_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('reserve', 'charge', 'refund')),
  amount bigint NOT NULL CHECK (amount >= 0),
  entries bigint NOT NULL CHECK (entries > 0),
  PRIMARY KEY (owner_id, mode, until_id, kind),
  FOREIGN KEY (owner_id, mode) REFERENCES accounts
);
CREATE TRIGGER refuse_ledger_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_sums
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE OR REPLACE VIEW ledger_postings AS
SELECT entry.id, entry.owner_id, entry.mode, entry.task_id, entry.kind, posting.account, posting.amount, entry.entries
FROM (
  SELECT id, owner_id, mode, task_id, kind, amount, 1 AS entries FROM ledger_entries
  UNION ALL
  SELECT NULL, owner_id, mode, NULL, kind, amount, entries FROM ledger_sums
) AS entry
CROSS JOIN LATERAL (
  VALUES
    (CASE entry.kind WHEN 'grant' THEN 'issued' WHEN 'reserve' THEN 'available' ELSE 'reserved' END, -entry.amount),
    (CASE entry.kind WHEN 'reserve' THEN 'reserved' WHEN 'charge' THEN 'spent' ELSE 'available' END, entry.amount)
) AS posting (account, amount);

-- The partitions and the ids in them: from the first one on, without the second. Both are null for the default partition.
CREATE VIEW month_partitions AS
SELECT parent.relname::text AS parent, child.relname::text AS name,
  substring(bound.text FROM $$FROM \('(task_[0-9a-z]+)'$$) AS from_id,
  substring(bound.text FROM $$TO \('(task_[0-9a-z]+)'$$) AS until_id
FROM pg_inherits
JOIN pg_class AS parent ON parent.oid = inhparent
JOIN pg_class AS child ON child.oid = inhrelid
CROSS JOIN LATERAL (SELECT pg_get_expr(child.relpartbound, child.oid) AS text) AS bound
WHERE parent.oid IN ('tasks'::regclass, 'ledger_entries'::regclass, 'upstream_tasks'::regclass);

-- The partitions that this month and the coming three lack, in the order of their creation.
CREATE VIEW missing_partitions AS
SELECT parent, parent || to_char(month_from_now(months) AT TIME ZONE 'UTC', '"_"YYYY"_"MM') AS name, bound.from_id, bound.until_id
FROM generate_series(0, 3) AS months
CROSS JOIN unnest(ARRAY['tasks', 'ledger_entries', 'upstream_tasks']) WITH ORDINALITY AS parents (parent, "position")
CROSS JOIN LATERAL (
  SELECT least_task_id(month_from_now(months)) AS from_id, least_task_id(month_from_now(months + 1)) AS until_id
) AS bound
WHERE NOT EXISTS (
  SELECT FROM month_partitions AS known
  WHERE known.parent = parents.parent AND coalesce(known.from_id, '') < bound.until_id AND known.until_id > bound.from_id
)
ORDER BY months, "position";

-- Creates a missing partition, and moves the rows of its month there from the default partition. Returns whether it did; of
-- several processes, one does. It waits for locks for a moment only: statements that arrive after it wait for it.
CREATE FUNCTION create_partition(partition text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
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
    -- The rows change their place, nothing else.
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

-- Drops a partition of tasks that ended before the last `kept` whole months, with its entries, whose sums stay. Says whether
-- it did, or why the month has to stay. Three months are kept in any case, whatever the caller says. Sums are read first,
-- when nothing waits: tasks whose credits and files are settled change no more.
CREATE FUNCTION drop_month(partition text, kept integer, OUT is_dropped boolean, OUT obstacle text) LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '100ms' AS $$
DECLARE
  month month_partitions;
  dropped text[];
BEGIN
  is_dropped := false;
  IF kept < 3 OR kept IS NULL THEN
    RAISE EXCEPTION 'tasks are kept for 3 months at least' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NOT pg_try_advisory_xact_lock(7163265) THEN RETURN; END IF;
  SELECT * INTO month FROM month_partitions AS known
  WHERE known.parent = 'tasks' AND known.name = partition AND known.until_id <= least_task_id(month_from_now(-kept));
  IF NOT FOUND THEN RETURN; END IF;
  SELECT array_agg(known.name ORDER BY known.parent = 'tasks' DESC, known.parent) INTO dropped
  FROM month_partitions AS known
  WHERE known.until_id = month.until_id AND known.from_id IS NOT DISTINCT FROM month.from_id;
  EXECUTE format($query$
    SELECT CASE
      WHEN EXISTS (SELECT FROM %1$I WHERE finished_at IS NULL) THEN 'unfinished tasks'
      WHEN EXISTS (SELECT FROM %1$I WHERE billing_status = 'refund_failed' AND mode = 'live') THEN 'failed refunds'
      WHEN EXISTS (SELECT FROM %1$I WHERE files_deleted_at IS NULL AND video_expires_at IS NOT NULL)
        OR EXISTS (SELECT FROM %1$I
          WHERE files_deleted_at IS NULL AND video_expires_at IS NULL AND finished_at IS NOT NULL) THEN 'files'
      WHEN EXISTS (SELECT FROM deliveries WHERE task_id >= %2$L AND task_id < %3$L) THEN 'callbacks'
      WHEN %4$s <> 3 THEN 'partitions of other bounds'
    END
  $query$, month.name, coalesce(month.from_id, ''), month.until_id, cardinality(dropped)) INTO obstacle;
  IF obstacle IS NOT NULL THEN RETURN; END IF;
  EXECUTE format($query$
    INSERT INTO ledger_sums (owner_id, mode, until_id, kind, amount, entries)
    SELECT owner_id, mode, %2$L, kind, sum(amount), count(*) FROM %1$I GROUP BY owner_id, mode, kind
  $query$, replace(month.name, 'tasks', 'ledger_entries'), month.until_id);
  DELETE FROM failed_refund_notices
  WHERE task_id >= coalesce(month.from_id, '') AND task_id < month.until_id;
  FOR attempt IN 1..50 LOOP
    BEGIN
      EXECUTE format('DROP TABLE %I, %I, %I', dropped[1], dropped[2], dropped[3]);
      is_dropped := true;
      RETURN;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      IF attempt = 50 THEN RAISE; END IF;
      PERFORM pg_sleep(0.1);
    END;
  END LOOP;
END $$;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['ledger_entries_before', 'ledger_entries_without_task', 'ledger_entries_other'] LOOP
    EXECUTE format(
      'CREATE TRIGGER refuse_ledger_change BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change()', name
    );
  END LOOP;
  FOREACH name IN ARRAY ARRAY(SELECT missing.name FROM missing_partitions AS missing) LOOP
    PERFORM create_partition(name);
  END LOOP;
END $$;
