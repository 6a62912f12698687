-- Tasks, their queue, and the claims of idempotency keys.

-- Stored by month, by ids, which begin with the time: drop_month drops a month at once, where a deletion would write each row a
-- second time. So are tasks that are kept for ever, as they are without TASK_MONTHS: nobody loses tasks by a default, and to divide
-- a table later locks it while it is read. It costs little since the functions keep their plans: with 18 partitions, PostgreSQL
-- took up to 7 % more CPU time for a submission or the end of a task than with one table (2026-11-28).
CREATE TABLE tasks (
  id text PRIMARY KEY,
  -- Both checked by reserve_credits, and named by rows that nobody removes (refuse_removal). The console submits without a key.
  owner_id text NOT NULL,
  key_id text,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  model text NOT NULL,
  input jsonb NOT NULL,
  -- The seed that renders it: a random one is drawn once, so a repeated attempt makes the same video.
  seed bigint NOT NULL CHECK (seed BETWEEN 0 AND 4294967295),
  callback_url text CONSTRAINT tasks_callback_url_length CHECK (char_length(callback_url) <= 2048),
  credits integer NOT NULL CHECK (credits >= 0),
  status text NOT NULL DEFAULT 'queued',
  billing_status text NOT NULL DEFAULT 'reserved',
  failed_reason text,
  has_last_frame boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  deadline timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  video_expires_at timestamptz,
  files_deleted_at timestamptz,
  -- Since when `input` lacks the prompt and the references (reduced_input): inputs take the most space of all rows.
  input_reduced_at timestamptz,
  CONSTRAINT tasks_status_and_billing CHECK (
    (status IN ('queued', 'generating') AND billing_status = 'reserved')
    OR (status = 'completed' AND billing_status = 'charged')
    OR (status = 'failed' AND billing_status IN ('refunded', 'refund_failed'))
  ),
  CONSTRAINT tasks_failed_reason CHECK ((status = 'failed') = (failed_reason IS NOT NULL)),
  CONSTRAINT tasks_result CHECK ((status = 'completed') = (video_expires_at IS NOT NULL)),
  CONSTRAINT tasks_finished CHECK ((status IN ('completed', 'failed')) = (finished_at IS NOT NULL)),
  CONSTRAINT tasks_input_reduced CHECK (input_reduced_at IS NULL OR finished_at IS NOT NULL)
) PARTITION BY RANGE (id);
-- Tasks of a month without a partition. They move when the month is created.
CREATE TABLE tasks_default PARTITION OF tasks DEFAULT;

CREATE INDEX tasks_unfinished ON tasks (deadline) WHERE finished_at IS NULL;
-- Without the tasks that never expire, so that a submission does not write to it.
CREATE INDEX tasks_expiring ON tasks (video_expires_at, id) WHERE files_deleted_at IS NULL AND video_expires_at IS NOT NULL;
-- Failed tasks, by columns that change at the end only: with status here, no claim of a task would be a HOT update.
CREATE INDEX tasks_failed_with_files ON tasks (deadline, id)
  WHERE files_deleted_at IS NULL AND video_expires_at IS NULL AND finished_at IS NOT NULL;
CREATE INDEX tasks_input_kept ON tasks (finished_at) WHERE finished_at IS NOT NULL AND input_reduced_at IS NULL;
-- Streams of task states learn which tasks started. Tasks that are queued or ended are not in the index, so it stays small.
CREATE INDEX tasks_started ON tasks (started_at) WHERE started_at IS NOT NULL AND finished_at IS NULL;

-- Lists by owner. Each task is in one of three indexes, by columns that change at the end only: a list merges them, one by status
-- reads one of them, and a claim stays a HOT update. No index has all tasks of an owner: a submission would write to it at a random
-- position, and with many tasks stored each one would dirty a page of its own.
CREATE INDEX tasks_unfinished_of_owner ON tasks (owner_id, mode, created_at, id) WHERE finished_at IS NULL;
CREATE INDEX tasks_completed_of_owner ON tasks (owner_id, mode, created_at, id) INCLUDE (model)
  WHERE video_expires_at IS NOT NULL;
CREATE INDEX tasks_failed_of_owner ON tasks (owner_id, mode, created_at, id) INCLUDE (model)
  WHERE finished_at IS NOT NULL AND video_expires_at IS NULL;
-- Tasks that an operator has to deal with, of one owner and of all.
CREATE INDEX tasks_refund_failed_of_owner ON tasks (owner_id, created_at, id) WHERE billing_status = 'refund_failed';
CREATE INDEX tasks_refund_failed ON tasks (created_at, id) WHERE billing_status = 'refund_failed';
-- Ended tasks of the sandbox in the order of their ends, for programs that fetch their callbacks. Live tasks are not in it.
CREATE INDEX tasks_ended_in_sandbox ON tasks (owner_id, finished_at, id) WHERE mode = 'test' AND finished_at IS NOT NULL;

-- State of a task at another service that makes its video. The request is stored before it is first sent, so that a process that
-- sends it again, after a crash or an upgrade, sends the same and pays once.
CREATE TABLE upstream_tasks (
  -- Checked by refuse_unknown_task.
  task_id text PRIMARY KEY,
  request text NOT NULL,
  -- Its id there, once known.
  upstream_id text,
  -- The callback that reported its end: the process that receives it is seldom the one that waits.
  event jsonb
) PARTITION BY RANGE (task_id);
CREATE TABLE upstream_tasks_default PARTITION OF upstream_tasks DEFAULT;

-- The partitions and the ids in them: from the first one on, without the second. Both are null for the default partition.
CREATE VIEW month_partitions AS
SELECT parent.relname::text AS parent, child.relname::text AS name,
  substring(bound.text FROM $$FROM \('(task_[0-9a-z]+)'$$) AS from_id,
  substring(bound.text FROM $$TO \('(task_[0-9a-z]+)'$$) AS until_id
FROM pg_inherits
JOIN pg_class AS parent ON parent.oid = inhparent
JOIN pg_class AS child ON child.oid = inhrelid
CROSS JOIN LATERAL (SELECT pg_get_expr(child.relpartbound, child.oid) AS text) AS bound
WHERE parent.oid IN ('tasks'::regclass, 'ledger_entries'::regclass, 'upstream_tasks'::regclass);

-- The job of each unfinished task. A row of its own, and narrow, because it changes with every lease. Written by accept_submissions
-- only, with its task; delete_job ends it. Test and live jobs never wait for each other.
CREATE TABLE jobs (
  task_id text PRIMARY KEY,
  -- Copied from the task: claims are fair by owner.
  owner_id text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  -- References are fetched before the job takes a slot.
  has_references boolean NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'fetching', 'fetched', 'generating')),
  -- Not to be taken before: a sandbox delay, or the pause before a retry.
  due_at timestamptz NOT NULL DEFAULT now(),
  -- The process that holds it, and until when unless it renews its lease.
  worker text,
  leased_until timestamptz,
  -- How often it was taken.
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- How often the process that worked on it died.
  deaths integer NOT NULL DEFAULT 0 CHECK (deaths >= 0),
  -- The trace of the submission (W3C Trace Context).
  traceparent text,
  CONSTRAINT jobs_leased CHECK (
    (state = 'waiting') = (worker IS NULL) AND (state = 'waiting') = (leased_until IS NULL)
  )
) WITH (fillfactor = 70);
CREATE INDEX jobs_waiting ON jobs (mode, has_references, owner_id, due_at) WHERE state = 'waiting';
CREATE INDEX jobs_leased ON jobs (mode, state) WHERE state <> 'waiting';

-- Claims of Idempotency-Keys, for 24 hours. Written by accept_submissions only, with their task.
CREATE TABLE idempotency_keys (
  owner_id text NOT NULL REFERENCES owners,
  mode text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  task_id text NOT NULL,
  credits integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, mode, key)
);
-- Housekeeping deletes in batches by key, each of which reads an index from where the batch before it ended.
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
