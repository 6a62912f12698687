-- What tasks were asked to render takes the most space of all rows, and a failure gives its credits back: inputs are
-- kept for a while only, and what refunded failures may store in a day is bounded for each owner.

ALTER TABLE tasks
  ADD COLUMN input_reduced_at timestamptz,
  ADD CONSTRAINT tasks_input_reduced CHECK (input_reduced_at IS NULL OR finished_at IS NOT NULL);
CREATE INDEX tasks_input_kept ON tasks (finished_at) WHERE finished_at IS NOT NULL AND input_reduced_at IS NULL;

-- What stays says what was paid for; what goes is the customer's own text and the addresses of the references.
CREATE FUNCTION reduced_input(input jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT input || '{"prompt": "", "image_urls": [], "video_urls": [], "audio_urls": []}'
$$;

-- As before, but an input may be reduced, once, when its task has ended.
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

-- A leaky bucket of bytes for each balance: a refunded failure adds its size, 64 MB leak out in a day, and while more
-- than a day's worth is in it the owner's submissions are refused.
CREATE TABLE free_failures (
  owner_id text NOT NULL,
  mode text NOT NULL,
  -- When the bucket is empty again.
  empty_at timestamptz NOT NULL,
  PRIMARY KEY (owner_id, mode),
  FOREIGN KEY (owner_id, mode) REFERENCES accounts
) WITH (fillfactor = 70);

-- 2,000 bytes stand for the other rows of a task: ledger, claim, callback and its attempts.
CREATE FUNCTION count_free_failure() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  leak interval := (octet_length(NEW.input::text) + 2000) / 64e6 * interval '1 day';
BEGIN
  INSERT INTO free_failures AS bucket (owner_id, mode, empty_at) VALUES (NEW.owner_id, NEW.mode, now() + leak)
  ON CONFLICT (owner_id, mode) DO UPDATE SET empty_at = greatest(bucket.empty_at, now()) + leak;
  RETURN NULL;
END $$;
CREATE TRIGGER count_free_failure AFTER UPDATE OF billing_status ON tasks FOR EACH ROW
  WHEN (OLD.billing_status = 'reserved' AND NEW.billing_status = 'refunded') EXECUTE FUNCTION count_free_failure();
