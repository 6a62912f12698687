-- A reservation follows from its task: a trigger writes it, so no task is without one, and nothing is left to check at the commit.
-- References of tasks and entries are checked by triggers, which lock nothing: a reference locked the owner, the key and the
-- account of each submission, which is a write to three pages for rows that are never deleted.

SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);
-- Less than the time after which a deadlock is found: a wait ends as a timeout, after which the migration is tried again.
SET LOCAL lock_timeout = '500ms';
LOCK TABLE owners, accounts, api_keys, tasks, ledger_entries IN ACCESS EXCLUSIVE MODE;

-- Refuses to remove or rename rows that tasks and entries name.
CREATE FUNCTION refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: tasks and ledger entries name its rows', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER refuse_removal BEFORE DELETE OR TRUNCATE OR UPDATE OF owner_id, mode ON accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER refuse_removal BEFORE DELETE OR TRUNCATE OR UPDATE OF id, owner_id, mode ON api_keys
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

-- Reserves the credits of new tasks, whose keys are of their owner and mode. Their owner exists: it has the account. The
-- plans are kept, so they must look up keys one by one, even if there were few keys or many tasks when they were made.
CREATE FUNCTION reserve_credits() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
CREATE TRIGGER reserve_credits AFTER INSERT ON tasks
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION reserve_credits();
DROP TRIGGER refuse_unbooked_task ON tasks;
-- Reservations that the trigger writes are of their tasks.
DROP TRIGGER refuse_entry_of_another_task ON ledger_entries;
CREATE TRIGGER refuse_entry_of_another_task AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0)
  EXECUTE FUNCTION refuse_entry_of_another_task();

-- At the commit, when a task and its entries are all written. Each kind of entry is there once at most.
CREATE OR REPLACE FUNCTION refuse_unbooked_billing() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  billed_task text;
  billing text;
  kinds text[];
BEGIN
  IF starts_with(TG_TABLE_NAME, 'tasks') THEN billed_task := NEW.id; ELSE billed_task := NEW.task_id; END IF;
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

-- Moves the credits of new entries, each of which is of an account.
CREATE OR REPLACE FUNCTION apply_ledger_entries() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  is_missing boolean;
BEGIN
  WITH moved AS MATERIALIZED (
    SELECT owner_id, mode,
      sum(CASE kind WHEN 'grant' THEN amount WHEN 'reserve' THEN -amount WHEN 'refund' THEN amount ELSE 0 END) AS available,
      sum(CASE kind WHEN 'reserve' THEN amount WHEN 'grant' THEN 0 ELSE -amount END) AS reserved
    FROM added GROUP BY owner_id, mode
  ), applied AS (
    UPDATE accounts
    SET available = accounts.available + moved.available, reserved = accounts.reserved + moved.reserved
    FROM moved WHERE accounts.owner_id = moved.owner_id AND accounts.mode = moved.mode
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM moved) > (SELECT count(*) FROM applied) INTO is_missing;
  IF is_missing THEN
    RAISE EXCEPTION 'a ledger entry is of no account'
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'ledger_entries_of_account';
  END IF;
  RETURN NULL;
END $$;

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_owner_id_mode_fkey;
ALTER TABLE tasks DROP CONSTRAINT tasks_key_id_fkey;
ALTER TABLE tasks DROP CONSTRAINT tasks_owner_id_fkey;
-- It served a reference that is gone since tasks are stored by month.
ALTER TABLE tasks DROP CONSTRAINT tasks_billed;

-- Stores the submissions that can be paid, each with its claim and its job.
CREATE OR REPLACE FUNCTION accept_submissions(items jsonb)
RETURNS TABLE ("position" bigint, outcome text, task_id text, credits integer, available bigint, retry_after integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  item record;
  earlier record;
  locked_account text := '';
  balance bigint;
  accepted bigint[] := '{}';
BEGIN
  FOR item IN
    SELECT element."position" AS place, task.*, decode(task.body_hash, 'hex') AS hash
    FROM jsonb_array_elements(items) WITH ORDINALITY AS element (value, "position")
    CROSS JOIN LATERAL jsonb_to_record(element.value) AS task (
      id text, owner_id text, mode text, price integer, idempotency_key text, body_hash text
    )
    ORDER BY task.owner_id, task.mode, element."position"
  LOOP
    IF locked_account <> item.owner_id || ' ' || item.mode THEN
      locked_account := item.owner_id || ' ' || item.mode;
      SELECT account.available, ceil(extract(epoch FROM bucket.empty_at - interval '1 day' - now()))
        INTO balance, retry_after
        FROM accounts AS account LEFT JOIN free_failures AS bucket USING (owner_id, mode)
        WHERE account.owner_id = item.owner_id AND account.mode = item.mode FOR NO KEY UPDATE OF account;
    END IF;
    "position" := item.place;
    task_id := item.id;
    credits := item.price;
    available := coalesce(balance, 0);
    IF item.idempotency_key IS NOT NULL THEN
      SELECT claim.body_hash, claim.task_id, claim.credits INTO earlier FROM idempotency_keys AS claim
        WHERE claim.owner_id = item.owner_id AND claim.mode = item.mode AND claim.key = item.idempotency_key
          AND claim.created_at > now() - interval '24 hours';
      IF FOUND THEN
        outcome := CASE WHEN earlier.body_hash = item.hash THEN 'repeated' ELSE 'reused' END;
        task_id := earlier.task_id;
        credits := earlier.credits;
        RETURN NEXT;
        CONTINUE;
      END IF;
    END IF;
    IF balance IS NULL OR balance < item.price THEN
      outcome := 'insufficient';
      RETURN NEXT;
      CONTINUE;
    END IF;
    IF retry_after > 0 THEN
      outcome := 'limited';
      RETURN NEXT;
      CONTINUE;
    END IF;
    IF item.idempotency_key IS NOT NULL THEN
      INSERT INTO idempotency_keys AS claim (owner_id, mode, key, body_hash, task_id, credits)
      VALUES (item.owner_id, item.mode, item.idempotency_key, item.hash, item.id, item.price)
      -- A claim that is left at this place is older than 24 hours.
      ON CONFLICT ON CONSTRAINT idempotency_keys_pkey DO UPDATE SET body_hash = excluded.body_hash,
        task_id = excluded.task_id, credits = excluded.credits, created_at = excluded.created_at;
    END IF;
    balance := balance - item.price;
    accepted := accepted || item.place;
    outcome := 'accepted';
    RETURN NEXT;
  END LOOP;

  WITH task AS MATERIALIZED (
    SELECT task.* FROM jsonb_array_elements(items) WITH ORDINALITY AS element (value, "position")
    CROSS JOIN LATERAL jsonb_to_record(element.value) AS task (
      id text, owner_id text, key_id text, mode text, model text, input jsonb, seed bigint, callback_url text,
      price integer, timeout_ms bigint, traceparent text
    )
    WHERE element."position" = ANY (accepted)
  ), stored AS (
    INSERT INTO tasks (id, owner_id, key_id, mode, model, input, seed, callback_url, credits, deadline)
    SELECT id, owner_id, key_id, mode, model, input, seed, callback_url, price,
      now() + timeout_ms * interval '1 millisecond'
    FROM task
  )
  INSERT INTO jobs (task_id, owner_id, mode, has_references, traceparent)
  SELECT id, owner_id, mode, has_references(input), traceparent FROM task;
END $$;
