-- Tasks that end together are settled by one statement: it books their charges and refunds, and locks their accounts in one
-- order, also that of accept_submissions, so that no two batches wait for each other.

SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);
-- Less than the time after which a deadlock is found: a wait ends as a timeout, after which the migration is tried again.
SET LOCAL lock_timeout = '500ms';
LOCK TABLE tasks, ledger_entries IN ACCESS EXCLUSIVE MODE;

-- Spends or returns the credits of the tasks whose billing has changed. A refund was free for its owner, whenever it happens:
-- it fills the bucket of free failures (0010). 2,000 bytes stand for the other rows of a task.
CREATE FUNCTION book_settlements() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  -- Most changes of tasks settle nothing.
  IF NOT EXISTS (SELECT FROM changed WHERE billing_status IN ('charged', 'refunded')) THEN RETURN NULL; END IF;
  -- The accounts are locked from here on.
  INSERT INTO ledger_entries (owner_id, mode, task_id, kind, amount)
  SELECT changed.owner_id, changed.mode, changed.id,
    CASE changed.billing_status WHEN 'charged' THEN 'charge' ELSE 'refund' END, changed.credits
  FROM changed JOIN former USING (id)
  WHERE former.billing_status <> changed.billing_status AND changed.billing_status IN ('charged', 'refunded')
  -- The release before 0054 writes refunds itself, before the update.
  ON CONFLICT (task_id, kind) DO NOTHING;
  INSERT INTO free_failures AS bucket (owner_id, mode, empty_at)
  SELECT changed.owner_id, changed.mode,
    now() + sum(octet_length(changed.input::text) + 2000) / 64e6 * interval '1 day'
  FROM changed JOIN former USING (id)
  WHERE former.billing_status <> changed.billing_status AND changed.billing_status = 'refunded'
  GROUP BY changed.owner_id, changed.mode
  ON CONFLICT (owner_id, mode) DO UPDATE
  SET empty_at = greatest(bucket.empty_at, now()) + (excluded.empty_at - now());
  RETURN NULL;
END $$;
CREATE TRIGGER book_settlements AFTER UPDATE ON tasks
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION book_settlements();
DROP TRIGGER book_settlement ON tasks;
DROP FUNCTION book_settlement();
DROP TRIGGER count_free_failure ON tasks;
DROP FUNCTION count_free_failure();

-- Moves the credits of new entries, each of which is of an account. The accounts are locked in the order of their keys.
CREATE OR REPLACE FUNCTION apply_ledger_entries() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  is_missing boolean;
BEGIN
  WITH moved AS MATERIALIZED (
    SELECT owner_id, mode,
      sum(CASE kind WHEN 'grant' THEN amount WHEN 'reserve' THEN -amount WHEN 'refund' THEN amount ELSE 0 END) AS available,
      sum(CASE kind WHEN 'reserve' THEN amount WHEN 'grant' THEN 0 ELSE -amount END) AS reserved
    FROM added GROUP BY owner_id, mode ORDER BY owner_id, mode
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

-- Functions for tasks that start or end together, each by one plan that is kept: to plan a change of a table with a partition for
-- each month takes longer than the change. The range of the ids lets the plan skip the other months. Indexes are used even
-- if there were few tasks when the plan was made, and only that of the ids, whose rows are known.

-- Moves tasks to `generating`, also those that a stopped worker left there; returns them, without those that have ended or
-- are past their deadline.
CREATE FUNCTION claim_tasks(ids text[]) RETURNS SETOF tasks LANGUAGE plpgsql
SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  first_id text;
  last_id text;
BEGIN
  SELECT min(id), max(id) INTO first_id, last_id FROM unnest(ids) AS id;
  RETURN QUERY
  UPDATE tasks SET status = 'generating', started_at = coalesce(tasks.started_at, now())
  WHERE tasks.id = ANY (ids) AND tasks.id BETWEEN first_id AND last_id
    AND CASE WHEN tasks.finished_at IS NULL AND tasks.deadline > now() THEN true END
  RETURNING tasks.*;
END $$;

-- Locks tasks in the order of their ids, for the rest of the transaction.
CREATE FUNCTION lock_tasks(ids text[]) RETURNS SETOF tasks LANGUAGE plpgsql
SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  first_id text;
  last_id text;
BEGIN
  SELECT min(id), max(id) INTO first_id, last_id FROM unnest(ids) AS id;
  RETURN QUERY
  SELECT * FROM tasks WHERE tasks.id = ANY (ids) AND tasks.id BETWEEN first_id AND last_id ORDER BY tasks.id FOR UPDATE;
END $$;

-- Ends tasks that are locked and have not ended.
CREATE FUNCTION end_tasks(ends jsonb, result_ttl interval) RETURNS SETOF tasks LANGUAGE plpgsql
SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  ids text[];
  first_id text;
  last_id text;
BEGIN
  SELECT array_agg(item ->> 'id'), min(item ->> 'id'), max(item ->> 'id') INTO ids, first_id, last_id
  FROM jsonb_array_elements(ends) AS item;
  RETURN QUERY
  UPDATE tasks SET status = ended.status, billing_status = ended.billing_status, failed_reason = ended.failed_reason,
    has_last_frame = ended.has_last_frame, finished_at = now(),
    video_expires_at = CASE ended.status WHEN 'completed' THEN now() + result_ttl END
  FROM jsonb_to_recordset(ends) AS ended (
    id text, status text, billing_status text, failed_reason text, has_last_frame boolean
  )
  WHERE tasks.id = ANY (ids) AND tasks.id BETWEEN first_id AND last_id AND tasks.id = ended.id
  RETURNING tasks.*;
END $$;
