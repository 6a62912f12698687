-- Refuses a row of a task that does not exist, in the tables that have no reference to partitions.
CREATE OR REPLACE FUNCTION refuse_unknown_task() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM tasks WHERE id = NEW.task_id) THEN
    RAISE EXCEPTION 'there is no task %', NEW.task_id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER refuse_unknown_task AFTER INSERT OR UPDATE OF task_id ON deliveries
  FOR EACH ROW EXECUTE FUNCTION refuse_unknown_task();
CREATE OR REPLACE TRIGGER refuse_unknown_task AFTER INSERT OR UPDATE OF task_id ON failed_refund_notices
  FOR EACH ROW EXECUTE FUNCTION refuse_unknown_task();
CREATE OR REPLACE TRIGGER refuse_unknown_task AFTER INSERT OR UPDATE OF task_id ON upstream_tasks
  FOR EACH ROW EXECUTE FUNCTION refuse_unknown_task();
