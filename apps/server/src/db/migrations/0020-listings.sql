-- Listings by owner. Each row of a table is in one of several partial indexes, told apart by columns that change at the end
-- only: a listing merges them, one by status reads one of them, and a claim stays a HOT update.

CREATE INDEX tasks_unfinished_of_owner ON tasks (owner_id, mode, created_at, id) WHERE finished_at IS NULL;
CREATE INDEX tasks_completed_of_owner ON tasks (owner_id, mode, created_at, id) INCLUDE (model)
  WHERE video_expires_at IS NOT NULL;
CREATE INDEX tasks_failed_of_owner ON tasks (owner_id, mode, created_at, id) INCLUDE (model)
  WHERE finished_at IS NOT NULL AND video_expires_at IS NULL;
-- What an operator has to deal with, of one owner and of all.
CREATE INDEX tasks_refund_failed_of_owner ON tasks (owner_id, created_at, id) WHERE billing_status = 'refund_failed';
CREATE INDEX tasks_refund_failed ON tasks (created_at, id) WHERE billing_status = 'refund_failed';

-- Without reservations: a submission would write to it, and they are found by their tasks.
CREATE INDEX ledger_entries_grants ON ledger_entries (owner_id, mode, created_at, id) WHERE kind = 'grant';
CREATE INDEX ledger_entries_charges ON ledger_entries (owner_id, mode, created_at, task_id) WHERE kind = 'charge';
CREATE INDEX ledger_entries_refunds ON ledger_entries (owner_id, mode, created_at, task_id) WHERE kind = 'refund';

CREATE INDEX deliveries_of_owner ON deliveries (owner_id, created_at, id);
CREATE INDEX deliveries_failed_of_owner ON deliveries (owner_id, created_at, id) WHERE status = 'failed';
