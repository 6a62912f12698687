-- Owners, keys, tasks, the ledger and the outbox. The rules that money and states depend on live here,
-- where no code path can go around them.

CREATE TABLE secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL
);

CREATE TABLE owners (
  id text PRIMARY KEY,
  name text NOT NULL,
  callback_secret text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE api_keys (
  id text PRIMARY KEY,
  owner_id text NOT NULL REFERENCES owners,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  scopes text[] NOT NULL CHECK (scopes <@ ARRAY['videos:create', 'tasks:read'] AND cardinality(scopes) > 0),
  -- The keyed hash only: a copy of this table opens nothing.
  hash bytea NOT NULL UNIQUE,
  hint text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);

-- Balances. Only the ledger's trigger writes them; the checks refuse an overdrawn account.
CREATE TABLE accounts (
  owner_id text NOT NULL REFERENCES owners,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  available bigint NOT NULL DEFAULT 0 CONSTRAINT accounts_not_overdrawn CHECK (available >= 0),
  reserved bigint NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  PRIMARY KEY (owner_id, mode)
);

CREATE TABLE tasks (
  id text PRIMARY KEY,
  owner_id text NOT NULL REFERENCES owners,
  key_id text NOT NULL REFERENCES api_keys,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  model text NOT NULL,
  input jsonb NOT NULL,
  -- The seed that renders it: a random one is drawn once, so a repeated attempt gives the same video.
  seed bigint NOT NULL CHECK (seed BETWEEN 0 AND 4294967295),
  callback_url text,
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
  CONSTRAINT tasks_status_and_billing CHECK (
    (status IN ('queued', 'generating') AND billing_status = 'reserved')
    OR (status = 'completed' AND billing_status = 'charged')
    OR (status = 'failed' AND billing_status IN ('refunded', 'refund_failed'))
  ),
  CONSTRAINT tasks_failed_reason CHECK ((status = 'failed') = (failed_reason IS NOT NULL)),
  CONSTRAINT tasks_result CHECK ((status = 'completed') = (video_expires_at IS NOT NULL)),
  CONSTRAINT tasks_finished CHECK ((status IN ('completed', 'failed')) = (finished_at IS NOT NULL))
);

CREATE INDEX tasks_unfinished ON tasks (deadline) WHERE finished_at IS NULL;
CREATE INDEX tasks_expiring ON tasks (video_expires_at) WHERE files_deleted_at IS NULL;
CREATE INDEX tasks_of_owner ON tasks (owner_id, id);

-- One row is one transfer between two pots of an owner, so every row sums to zero by its shape.
CREATE TABLE ledger_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id text NOT NULL,
  mode text NOT NULL,
  task_id text REFERENCES tasks,
  kind text NOT NULL CHECK (kind IN ('grant', 'reserve', 'charge', 'refund')),
  amount bigint NOT NULL CHECK (amount >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (owner_id, mode) REFERENCES accounts,
  CHECK ((kind = 'grant') = (task_id IS NULL)),
  UNIQUE (task_id, kind)
);
-- A reservation is settled once: charged or refunded, never both.
CREATE UNIQUE INDEX ledger_entries_one_settlement ON ledger_entries (task_id) WHERE kind IN ('charge', 'refund');

-- Double-entry view: two postings a transfer, their sum is zero.
CREATE VIEW ledger_postings AS
SELECT entry.id, entry.owner_id, entry.mode, entry.task_id, entry.kind, posting.account, posting.amount
FROM ledger_entries AS entry
CROSS JOIN LATERAL (
  VALUES
    (CASE entry.kind WHEN 'grant' THEN 'issued' WHEN 'reserve' THEN 'available' ELSE 'reserved' END, -entry.amount),
    (CASE entry.kind WHEN 'reserve' THEN 'reserved' WHEN 'charge' THEN 'spent' ELSE 'available' END, entry.amount)
) AS posting (account, amount);

CREATE FUNCTION apply_ledger_entries() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE accounts
  SET available = accounts.available + moved.available, reserved = accounts.reserved + moved.reserved
  FROM (
    SELECT owner_id, mode,
      sum(CASE kind WHEN 'grant' THEN amount WHEN 'reserve' THEN -amount WHEN 'refund' THEN amount ELSE 0 END) AS available,
      sum(CASE kind WHEN 'reserve' THEN amount WHEN 'grant' THEN 0 ELSE -amount END) AS reserved
    FROM added GROUP BY owner_id, mode
  ) AS moved
  WHERE accounts.owner_id = moved.owner_id AND accounts.mode = moved.mode;
  RETURN NULL;
END $$;
CREATE TRIGGER apply_ledger_entries AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION apply_ledger_entries();

-- Only within the ledger's trigger may a balance change.
CREATE FUNCTION refuse_unbooked_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'balances follow from ledger_entries' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER refuse_unbooked_balance BEFORE UPDATE ON accounts FOR EACH ROW
  WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_unbooked_balance();
CREATE TRIGGER refuse_gifted_account BEFORE INSERT ON accounts FOR EACH ROW
  WHEN (NEW.available <> 0 OR NEW.reserved <> 0) EXECUTE FUNCTION refuse_unbooked_balance();

CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger_entries is append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER refuse_ledger_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE FUNCTION refuse_illegal_transition() RETURNS trigger LANGUAGE plpgsql AS $$
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
  IF (OLD.id, OLD.owner_id, OLD.mode, OLD.credits, OLD.model, OLD.input, OLD.seed, OLD.callback_url, OLD.created_at)
    IS DISTINCT FROM
    (NEW.id, NEW.owner_id, NEW.mode, NEW.credits, NEW.model, NEW.input, NEW.seed, NEW.callback_url, NEW.created_at)
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
CREATE TRIGGER refuse_illegal_transition BEFORE UPDATE ON tasks
  FOR EACH ROW EXECUTE FUNCTION refuse_illegal_transition();

CREATE FUNCTION refuse_advanced_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a task begins queued and reserved' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER refuse_advanced_task BEFORE INSERT ON tasks FOR EACH ROW
  WHEN (NEW.status <> 'queued' OR NEW.billing_status <> 'reserved') EXECUTE FUNCTION refuse_advanced_task();

CREATE TABLE idempotency_keys (
  owner_id text NOT NULL REFERENCES owners,
  mode text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  task_id text NOT NULL REFERENCES tasks DEFERRABLE INITIALLY DEFERRED,
  credits integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, mode, key)
);

-- The outbox. The body's text is stored once, so every attempt sends the same bytes.
CREATE TABLE deliveries (
  id text PRIMARY KEY,
  task_id text NOT NULL UNIQUE REFERENCES tasks,
  url text NOT NULL,
  body text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE delivery_attempts (
  delivery_id text NOT NULL REFERENCES deliveries,
  number integer NOT NULL CHECK (number > 0),
  started_at timestamptz NOT NULL,
  latency_ms integer NOT NULL,
  http_status integer,
  problem text,
  PRIMARY KEY (delivery_id, number)
);
