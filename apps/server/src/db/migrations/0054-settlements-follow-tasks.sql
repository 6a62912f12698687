-- A charge or refund follows from its task, like the reservation: a trigger writes it with the billing status, so no task is
-- settled without its entry, and nothing is left to compare at the commit. The comparison had to look into every month.

SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);
-- Less than the time after which a deadlock is found: a wait ends as a timeout, after which the migration is tried again.
SET LOCAL lock_timeout = '500ms';
LOCK TABLE tasks, ledger_entries IN ACCESS EXCLUSIVE MODE;

-- Spends or returns the credits of a task. Its name comes before those of the other triggers: the account is locked first.
CREATE FUNCTION book_settlement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO ledger_entries (owner_id, mode, task_id, kind, amount)
  VALUES (NEW.owner_id, NEW.mode, NEW.id, CASE NEW.billing_status WHEN 'charged' THEN 'charge' ELSE 'refund' END, NEW.credits)
  -- The release before this one writes refunds itself, before the update.
  ON CONFLICT (task_id, kind) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER book_settlement AFTER UPDATE OF billing_status ON tasks FOR EACH ROW
  WHEN (OLD.billing_status <> NEW.billing_status AND NEW.billing_status IN ('charged', 'refunded'))
  EXECUTE FUNCTION book_settlement();
DROP TRIGGER refuse_unbooked_billing ON tasks;

-- The release before this one writes charges itself, after the update.
CREATE FUNCTION skip_booked_settlement() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (
    SELECT FROM ledger_entries AS entry WHERE entry.task_id = NEW.task_id AND entry.kind = NEW.kind
      AND entry.owner_id = NEW.owner_id AND entry.mode = NEW.mode AND entry.amount = NEW.amount
  ) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER skip_booked_settlement BEFORE INSERT ON ledger_entries FOR EACH ROW
  WHEN (pg_trigger_depth() = 0 AND NEW.kind IN ('charge', 'refund')) EXECUTE FUNCTION skip_booked_settlement();

-- Entries that the trigger writes are of their tasks; others have to be.
DROP TRIGGER refuse_unbilled_settlement ON ledger_entries;
CREATE CONSTRAINT TRIGGER refuse_unbilled_settlement AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND NEW.kind IN ('charge', 'refund'))
  EXECUTE FUNCTION refuse_unbooked_billing();
