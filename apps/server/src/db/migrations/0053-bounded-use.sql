-- Bounds what an owner can take from others: failures that cost nothing, lists without an index, and a month that stays.

SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);
-- Less than the time after which a deadlock is found: a wait ends as a timeout, after which the migration is tried again.
SET LOCAL lock_timeout = '500ms';

-- Keys that are not revoked: an owner may have revoked any number.
CREATE INDEX api_keys_not_revoked ON api_keys (owner_id, id) WHERE revoked_at IS NULL;
-- The position of a time in the audit log.
CREATE INDEX audit_events_by_time ON audit_events (created_at);

-- A refund is free whenever it happens: a task of a test key can fail with a refund that fails, and be refunded by a retry.
CREATE OR REPLACE TRIGGER count_free_failure AFTER UPDATE OF billing_status ON tasks FOR EACH ROW
  WHEN (OLD.billing_status <> 'refunded' AND NEW.billing_status = 'refunded') EXECUTE FUNCTION count_free_failure();
