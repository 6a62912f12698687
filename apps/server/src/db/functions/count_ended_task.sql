-- Counts a task that ended in the steps of its owner's usage, so that no figure reads tasks again.
CREATE OR REPLACE FUNCTION count_ended_task() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  is_completed boolean := NEW.status = 'completed';
  bucket integer := latency_bucket(NEW.finished_at - NEW.created_at);
  counts integer[] := array_fill(0, ARRAY[60]);
BEGIN
  IF is_completed THEN counts[bucket] := 1; END IF;
  INSERT INTO usage_steps AS stored (owner_id, span, starts_at, mode, model, completed, failed, credits, latencies)
  SELECT NEW.owner_id, step.span, date_bin(step.width, NEW.created_at, 'epoch'), NEW.mode, NEW.model,
    is_completed::integer, (NOT is_completed)::integer, CASE WHEN is_completed THEN NEW.credits ELSE 0 END, counts
  FROM (VALUES ('hour', interval '1 hour'), ('minutes', interval '5 minutes')) AS step (span, width)
  ON CONFLICT (owner_id, span, starts_at, mode, model) DO UPDATE SET
    completed = stored.completed + excluded.completed,
    failed = stored.failed + excluded.failed,
    credits = stored.credits + excluded.credits,
    latencies[bucket] = stored.latencies[bucket] + excluded.completed;
  RETURN NULL;
END $$;

-- At the commit, when the owner's account is locked by the settlement: of two tasks that end at once, none waits for a row of
-- `usage_steps` while it holds what the other one waits for.
DROP TRIGGER IF EXISTS count_ended_task ON tasks;
CREATE CONSTRAINT TRIGGER count_ended_task AFTER UPDATE OF finished_at ON tasks DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL) EXECUTE FUNCTION count_ended_task();
