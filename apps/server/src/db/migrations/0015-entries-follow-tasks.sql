-- Entries and tasks hold each other: an entry is its task's, of the same owner, mode and credits, and the billing status
-- of a task is what its entries say. Rows of before that break this are named; `ledger audit` of the version before lists
-- them all.

DO $$
DECLARE
  broken record;
BEGIN
  SELECT entry.id, entry.task_id INTO broken FROM ledger_entries AS entry JOIN tasks ON tasks.id = entry.task_id
  WHERE (entry.owner_id, entry.mode, entry.amount) IS DISTINCT FROM (tasks.owner_id, tasks.mode, tasks.credits)
  ORDER BY entry.id LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger entry % is not of the owner, mode and credits of its task %', broken.id, broken.task_id;
  END IF;
  SELECT tasks.id, tasks.billing_status, booked.kinds INTO broken
  FROM tasks LEFT JOIN (
    SELECT task_id, string_agg(kind, '+' ORDER BY kind) AS kinds FROM ledger_entries GROUP BY task_id
  ) AS booked ON booked.task_id = tasks.id
  WHERE booked.kinds IS DISTINCT FROM CASE tasks.billing_status
    WHEN 'charged' THEN 'charge+reserve' WHEN 'refunded' THEN 'refund+reserve' ELSE 'reserve' END
  ORDER BY tasks.id LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'task % is %, its ledger entries are %', broken.id, broken.billing_status,
      coalesce(broken.kinds, 'none');
  END IF;
END $$;

-- The key is there for the reference only; its columns never change, so updates of a task do not write to it.
ALTER TABLE tasks ADD CONSTRAINT tasks_billed UNIQUE (id, owner_id, mode, credits);
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_task_id_fkey;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_of_task
  FOREIGN KEY (task_id, owner_id, mode, amount) REFERENCES tasks (id, owner_id, mode, credits);

-- At the commit, when a task and its entries are all written. Each kind of entry is there once at most (a unique index),
-- and so is a settlement, so it is enough that the reservation is there and that the settlement is the one told.
CREATE FUNCTION refuse_unbooked_billing() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  billed_task text;
  billing text;
  kinds text[];
BEGIN
  IF TG_TABLE_NAME = 'tasks' THEN billed_task := NEW.id; ELSE billed_task := NEW.task_id; END IF;
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

CREATE CONSTRAINT TRIGGER refuse_unbooked_task AFTER INSERT ON tasks DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION refuse_unbooked_billing();
CREATE CONSTRAINT TRIGGER refuse_unbooked_billing AFTER UPDATE OF billing_status ON tasks DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.billing_status <> NEW.billing_status) EXECUTE FUNCTION refuse_unbooked_billing();
-- A reservation needs no check of its own: its task had to have one when it was written, and has one at most.
CREATE CONSTRAINT TRIGGER refuse_unbilled_settlement AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.kind IN ('charge', 'refund')) EXECUTE FUNCTION refuse_unbooked_billing();
