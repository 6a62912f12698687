-- Refuses to store a task that has begun already.
CREATE OR REPLACE FUNCTION refuse_advanced_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a task begins queued and reserved' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER refuse_advanced_task BEFORE INSERT ON tasks FOR EACH ROW
  WHEN (NEW.status <> 'queued' OR NEW.billing_status <> 'reserved') EXECUTE FUNCTION refuse_advanced_task();
