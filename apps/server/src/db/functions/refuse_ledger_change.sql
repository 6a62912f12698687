-- Refuses to change or delete what the ledger contains. Each partition of the ledger has the trigger as well (`create_partition`):
-- one of a statement guards only the table that the statement names.
CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger_entries is append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER refuse_ledger_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE OR REPLACE TRIGGER refuse_ledger_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries_without_task
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE OR REPLACE TRIGGER refuse_ledger_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries_other
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE OR REPLACE TRIGGER refuse_ledger_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_sums
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
