-- Refuses changes of a task that its life does not have. What was submitted stays, but an input may be reduced, once, when its task
-- has ended; and how a task ended stays.
CREATE OR REPLACE FUNCTION refuse_illegal_transition() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF (OLD.status, NEW.status) NOT IN (
    ('queued', 'queued'), ('queued', 'generating'), ('queued', 'failed'),
    ('generating', 'generating'), ('generating', 'completed'), ('generating', 'failed'),
    ('completed', 'completed'), ('failed', 'failed')
  ) OR (OLD.billing_status, NEW.billing_status) NOT IN (
    ('reserved', 'reserved'), ('reserved', 'charged'), ('reserved', 'refunded'), ('reserved', 'refund_failed'),
    ('refund_failed', 'refund_failed'), ('refund_failed', 'refunded'),
    ('charged', 'charged'), ('refunded', 'refunded')
  ) THEN
    RAISE EXCEPTION 'task % may not go from %/% to %/%',
      OLD.id, OLD.status, OLD.billing_status, NEW.status, NEW.billing_status
      USING ERRCODE = 'restrict_violation';
  END IF;
  IF (OLD.id, OLD.owner_id, OLD.mode, OLD.credits, OLD.model, OLD.seed, OLD.callback_url, OLD.created_at)
    IS DISTINCT FROM
    (NEW.id, NEW.owner_id, NEW.mode, NEW.credits, NEW.model, NEW.seed, NEW.callback_url, NEW.created_at)
    OR NEW.input IS DISTINCT FROM (
      CASE WHEN OLD.input_reduced_at IS NULL AND NEW.input_reduced_at IS NOT NULL THEN reduced_input(OLD.input)
      ELSE OLD.input END
    )
  THEN
    RAISE EXCEPTION 'task % keeps what was submitted', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.finished_at IS NOT NULL AND (OLD.failed_reason, OLD.finished_at, OLD.video_expires_at)
    IS DISTINCT FROM (NEW.failed_reason, NEW.finished_at, NEW.video_expires_at)
  THEN
    RAISE EXCEPTION 'task % keeps how it ended', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER refuse_illegal_transition BEFORE UPDATE ON tasks
  FOR EACH ROW EXECUTE FUNCTION refuse_illegal_transition();
