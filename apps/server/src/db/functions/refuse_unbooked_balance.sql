-- Refuses a balance that no entry explains: only within the ledger's trigger may one change.
CREATE OR REPLACE FUNCTION refuse_unbooked_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'balances follow from ledger_entries' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER refuse_unbooked_balance BEFORE UPDATE ON accounts FOR EACH ROW
  WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_unbooked_balance();
CREATE OR REPLACE TRIGGER refuse_gifted_account BEFORE INSERT ON accounts FOR EACH ROW
  WHEN (NEW.available <> 0 OR NEW.reserved <> 0) EXECUTE FUNCTION refuse_unbooked_balance();
