-- Callbacks: the outbox is also their queue. Lengths of what users and their receivers choose are bounded, here as at their source.

-- Secrets that were replaced: callbacks are signed with them as well until they expire.
CREATE TABLE retired_callback_secrets (
  owner_id text NOT NULL REFERENCES owners,
  secret text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (owner_id, secret)
);

CREATE TABLE deliveries (
  id text PRIMARY KEY,
  -- Checked by refuse_unknown_task.
  task_id text NOT NULL UNIQUE,
  url text NOT NULL,
  -- Stored once as text, so every attempt sends the same bytes.
  body text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Copied from the task and the URL: a claim bounds what each owner and each host gets, without a join.
  owner_id text NOT NULL,
  host text NOT NULL,
  -- When the next attempt is due. An attempt that begins moves it past its own timeout, so that one whose process was killed comes
  -- back by itself.
  due_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Attempts before the current round: a redelivery begins the schedule of retries anew.
  earlier_attempts integer NOT NULL DEFAULT 0 CHECK (earlier_attempts BETWEEN 0 AND attempts),
  -- The trace that the callback continues (W3C Trace Context).
  traceparent text,
  CONSTRAINT deliveries_url_length CHECK (char_length(url) <= 2048),
  CONSTRAINT deliveries_host_length CHECK (char_length(host) <= 253)
);
-- Due deliveries are found owner by owner, for any backlog of one of them.
CREATE INDEX deliveries_due_by_owner ON deliveries (owner_id, due_at) WHERE status = 'pending';
-- Deliveries that ended are deleted after the retention; they ended at due_at.
CREATE INDEX deliveries_ended ON deliveries (due_at) WHERE status <> 'pending';
CREATE INDEX deliveries_of_owner ON deliveries (owner_id, created_at, id);
CREATE INDEX deliveries_failed_of_owner ON deliveries (owner_id, created_at, id) WHERE status = 'failed';

CREATE TABLE delivery_attempts (
  delivery_id text NOT NULL REFERENCES deliveries ON DELETE CASCADE,
  number integer NOT NULL CHECK (number > 0),
  started_at timestamptz NOT NULL,
  latency_ms integer NOT NULL,
  http_status integer,
  problem text CONSTRAINT delivery_attempts_problem_length CHECK (char_length(problem) <= 500),
  -- A stable word, such as timeout or status; `problem` holds the details.
  error_class text,
  excerpt text CONSTRAINT delivery_attempts_excerpt_length CHECK (char_length(excerpt) <= 500),
  PRIMARY KEY (delivery_id, number)
);
