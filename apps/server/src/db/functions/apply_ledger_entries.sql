-- Moves the credits of new entries between the pots of their accounts, in the order of the accounts' keys, which is also that of
-- accept_submissions: two batches never wait for each other. An account that would be overdrawn violates `accounts_not_overdrawn`,
-- so the entry and everything else of its transaction is refused. The plan is kept, and looks up accounts one by one, even if
-- there were few of them, or many entries, when it was made.
CREATE OR REPLACE FUNCTION apply_ledger_entries() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  is_missing boolean;
BEGIN
  WITH moved AS MATERIALIZED (
    SELECT owner_id, mode,
      sum(CASE kind WHEN 'grant' THEN amount WHEN 'reserve' THEN -amount WHEN 'refund' THEN amount ELSE 0 END) AS available,
      sum(CASE kind WHEN 'reserve' THEN amount WHEN 'grant' THEN 0 ELSE -amount END) AS reserved
    FROM added GROUP BY owner_id, mode ORDER BY owner_id, mode
  ), applied AS (
    UPDATE accounts
    SET available = accounts.available + moved.available, reserved = accounts.reserved + moved.reserved
    FROM moved WHERE accounts.owner_id = moved.owner_id AND accounts.mode = moved.mode
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM moved) > (SELECT count(*) FROM applied) INTO is_missing;
  IF is_missing THEN
    RAISE EXCEPTION 'a ledger entry is of no account'
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'ledger_entries_of_account';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER apply_ledger_entries AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION apply_ledger_entries();
