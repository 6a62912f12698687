-- Refuses a charge or refund of a task that is not billed so. Each kind of entry is there once at most. The plan is kept, since one
-- for each row would have to look into every partition; and it reads indexes, even if it was made while a month was empty.
CREATE OR REPLACE FUNCTION refuse_unbooked_billing() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  billing text;
  kinds text[];
BEGIN
  SELECT tasks.billing_status,
    ARRAY(SELECT entry.kind FROM ledger_entries AS entry WHERE entry.task_id = tasks.id ORDER BY entry.kind)
  INTO billing, kinds FROM tasks WHERE tasks.id = NEW.task_id;
  IF kinds IS DISTINCT FROM (
    CASE billing WHEN 'charged' THEN ARRAY['charge', 'reserve'] WHEN 'refunded' THEN ARRAY['refund', 'reserve']
    ELSE ARRAY['reserve'] END
  ) THEN
    RAISE EXCEPTION 'task % is %, its ledger entries are %', NEW.task_id, billing, kinds
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

-- At the commit, when a task and its entries are all written. Entries that the trigger of `tasks` writes are of their tasks.
DROP TRIGGER IF EXISTS refuse_unbilled_settlement ON ledger_entries;
CREATE CONSTRAINT TRIGGER refuse_unbilled_settlement AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND NEW.kind IN ('charge', 'refund'))
  EXECUTE FUNCTION refuse_unbooked_billing();
