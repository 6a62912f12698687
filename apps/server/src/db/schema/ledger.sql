-- The ledger. One row is one transfer between two pots of an owner, so every row sums to zero by its shape. Reservations, charges
-- and refunds follow from their tasks, by triggers (reserve_credits, book_settlements); balances follow from entries
-- (apply_ledger_entries).

-- Stored by the months of the tasks, as `tasks` is. Numbers of entries are unique as they are drawn: a unique index would need the
-- task. No references: one to a task would be searched for the tasks of a month that is dropped, and one to an account would lock
-- it once more. Triggers check both instead.
CREATE TABLE ledger_entries (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  owner_id text NOT NULL,
  mode text NOT NULL,
  task_id text,
  kind text NOT NULL CHECK (kind IN ('grant', 'reserve', 'charge', 'refund')),
  amount bigint NOT NULL CHECK (amount >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'grant') = (task_id IS NULL)),
  UNIQUE (task_id, kind)
) PARTITION BY RANGE (task_id);
-- An entry of 0 credits moves nothing, and a task of 0 credits would be free. Entries that are older than the rule keep their
-- amount.
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_positive CHECK (amount > 0) NOT VALID;

-- Grants belong to no task, and stay for ever. The check of their partition proves that they are of no month, so that a new month
-- does not read them.
CREATE TABLE ledger_entries_default PARTITION OF ledger_entries DEFAULT PARTITION BY LIST (task_id);
CREATE TABLE ledger_entries_without_task PARTITION OF ledger_entries_default (CHECK (task_id IS NULL)) FOR VALUES IN (NULL);
CREATE TABLE ledger_entries_other PARTITION OF ledger_entries_default DEFAULT;

-- A reservation is settled once: charged or refunded, never both.
CREATE UNIQUE INDEX ledger_entries_one_settlement ON ledger_entries (task_id) WHERE kind IN ('charge', 'refund');
-- For lists of an owner, without reservations: a submission would write to their index, and they are found by their tasks.
CREATE INDEX ledger_entries_grants ON ledger_entries (owner_id, mode, created_at, id) WHERE kind = 'grant';
CREATE INDEX ledger_entries_charges ON ledger_entries (owner_id, mode, created_at, task_id) WHERE kind = 'charge';
CREATE INDEX ledger_entries_refunds ON ledger_entries (owner_id, mode, created_at, task_id) WHERE kind = 'refund';

-- Sums of the entries that were dropped with their month: balances follow from sums and entries together.
CREATE TABLE ledger_sums (
  owner_id text NOT NULL,
  mode text NOT NULL,
  -- The least id of a task after the month.
  until_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('reserve', 'charge', 'refund')),
  amount bigint NOT NULL CHECK (amount >= 0),
  entries bigint NOT NULL CHECK (entries > 0),
  PRIMARY KEY (owner_id, mode, until_id, kind),
  FOREIGN KEY (owner_id, mode) REFERENCES accounts
);

-- Double-entry view: two postings a transfer, their sum is zero.
CREATE VIEW ledger_postings AS
SELECT entry.id, entry.owner_id, entry.mode, entry.task_id, entry.kind, posting.account, posting.amount, entry.entries
FROM (
  SELECT id, owner_id, mode, task_id, kind, amount, 1 AS entries FROM ledger_entries
  UNION ALL
  SELECT NULL, owner_id, mode, NULL, kind, amount, entries FROM ledger_sums
) AS entry
CROSS JOIN LATERAL (
  VALUES
    (CASE entry.kind WHEN 'grant' THEN 'issued' WHEN 'reserve' THEN 'available' ELSE 'reserved' END, -entry.amount),
    (CASE entry.kind WHEN 'reserve' THEN 'reserved' WHEN 'charge' THEN 'spent' ELSE 'available' END, entry.amount)
) AS posting (account, amount);

-- Idempotency keys of grants: a grant that is sent twice with one key is booked once.
CREATE TABLE grant_keys (
  owner_id text NOT NULL REFERENCES owners,
  key text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 255),
  mode text NOT NULL,
  amount bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, key)
);

-- Failed refunds that operators are notified of. A notice whose sender died or failed is claimed again after five minutes.
CREATE TABLE failed_refund_notices (
  -- Checked by refuse_unknown_task.
  task_id text PRIMARY KEY,
  claimed_at timestamptz,
  sent_at timestamptz
);
CREATE INDEX failed_refund_notices_unsent ON failed_refund_notices (task_id) WHERE sent_at IS NULL;
