-- Usage of owners, by step of time: counted once, when a task ends, so that no view of it reads the tasks again.

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
  -- Completed tasks by their time from acceptance to completion, in the buckets of latency_bucket.
  latencies integer[] NOT NULL,
  PRIMARY KEY (owner_id, span, starts_at, mode, model)
) WITH (fillfactor = 70);
-- For the figures of all owners, and for housekeeping.
CREATE INDEX usage_steps_by_time ON usage_steps (span, starts_at);

-- `usage_steps` of all owners together, written by sample_service.
CREATE TABLE service_steps (
  span text NOT NULL CHECK (span IN ('minutes', 'hour')),
  starts_at timestamptz NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  completed integer NOT NULL,
  failed integer NOT NULL,
  credits bigint NOT NULL,
  latencies integer[] NOT NULL,
  PRIMARY KEY (span, starts_at, mode)
);

-- The one sample of the service.
CREATE TABLE service_sample (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  sampled_at timestamptz NOT NULL,
  took interval NOT NULL,
  -- Tasks that were accepted before had ended by then; their steps do not change any more.
  open_from timestamptz NOT NULL,
  -- Tasks that had not ended: mode, starts_at, queued, generating, credits. Starts are five minutes apart within the last two
  -- hours, and hours before; tasks older than every window start at -infinity.
  unfinished jsonb NOT NULL
);
INSERT INTO service_sample (sampled_at, took, open_from, unfinished)
VALUES ('-infinity', '0', now() - interval '32 days', '[]');
