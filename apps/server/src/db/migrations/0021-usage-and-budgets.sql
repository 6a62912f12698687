-- What owners used, by step of time: counted once, when a task ends, so that no view of it reads the tasks again.

-- As in 0016: functions that run as their owner find no tables of a caller.
SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);

-- The console submits without a key.
ALTER TABLE tasks ALTER COLUMN key_id DROP NOT NULL;

CREATE TABLE usage_steps (
  owner_id text NOT NULL REFERENCES owners,
  -- Five minutes for the last two days, hours for ever.
  span text NOT NULL CHECK (span IN ('minutes', 'hour')),
  -- The beginning of the step in which the tasks were accepted.
  starts_at timestamptz NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  model text NOT NULL,
  completed integer NOT NULL,
  failed integer NOT NULL,
  -- Charged.
  credits bigint NOT NULL,
  -- Completed tasks by their time from acceptance to completion: the bucket n, from 1, ends at 0.25 s * 1.2 ^ n.
  latencies integer[] NOT NULL,
  PRIMARY KEY (owner_id, span, starts_at, mode, model)
) WITH (fillfactor = 70);
-- For the figures of all owners, and for housekeeping.
CREATE INDEX usage_steps_by_time ON usage_steps (span, starts_at);

CREATE FUNCTION latency_bucket(latency interval) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT least(greatest(ceil(ln(greatest(extract(epoch FROM latency)::float8, 0.25) / 0.25) / ln(1.2)), 1), 60)::integer
$$;

-- At the commit, when the owner's account is locked by the settlement: of two tasks that end at once, none waits for a row
-- here while it holds what the other one waits for.
CREATE FUNCTION count_ended_task() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
CREATE CONSTRAINT TRIGGER count_ended_task AFTER UPDATE OF finished_at ON tasks DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL) EXECUTE FUNCTION count_ended_task();

-- The tasks of before.
WITH ended AS (
  SELECT owner_id, step.span, date_bin(step.width, created_at, 'epoch') AS starts_at, mode, model, status, credits,
    latency_bucket(finished_at - created_at) AS bucket
  FROM tasks, (VALUES ('hour', interval '1 hour'), ('minutes', interval '5 minutes')) AS step (span, width)
  WHERE finished_at IS NOT NULL AND (step.span = 'hour' OR created_at > now() - interval '2 days')
), counted AS (
  SELECT owner_id, span, starts_at, mode, model, bucket, count(*) FILTER (WHERE status = 'completed') AS completed,
    count(*) FILTER (WHERE status = 'failed') AS failed,
    coalesce(sum(credits) FILTER (WHERE status = 'completed'), 0) AS credits
  FROM ended GROUP BY owner_id, span, starts_at, mode, model, bucket
), summed AS (
  SELECT owner_id, span, starts_at, mode, model, sum(completed) AS completed, sum(failed) AS failed,
    sum(credits) AS credits, jsonb_object_agg(bucket, completed) AS buckets
  FROM counted GROUP BY owner_id, span, starts_at, mode, model
)
INSERT INTO usage_steps (owner_id, span, starts_at, mode, model, completed, failed, credits, latencies)
SELECT owner_id, span, starts_at, mode, model, completed, failed, credits,
  ARRAY(SELECT coalesce((buckets ->> bucket::text)::integer, 0) FROM generate_series(1, 60) AS bucket ORDER BY bucket)
FROM summed;

-- Budgets of a calendar month (UTC). They warn and refuse nothing.
CREATE TABLE budgets (
  owner_id text NOT NULL,
  mode text NOT NULL,
  monthly_credits bigint NOT NULL CHECK (monthly_credits BETWEEN 1 AND 1000000000000),
  warn_at_percent integer NOT NULL CHECK (warn_at_percent BETWEEN 1 AND 100),
  PRIMARY KEY (owner_id, mode),
  FOREIGN KEY (owner_id, mode) REFERENCES accounts
);
