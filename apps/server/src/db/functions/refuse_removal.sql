-- Refuses to remove or rename rows that tasks and entries name. References would lock the owner, the key and the account of each
-- submission, which is a write to three pages for rows that are never deleted.
CREATE OR REPLACE FUNCTION refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: tasks and ledger entries name its rows', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER refuse_removal BEFORE DELETE OR TRUNCATE OR UPDATE OF owner_id, mode ON accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
CREATE OR REPLACE TRIGGER refuse_removal BEFORE DELETE OR TRUNCATE OR UPDATE OF id, owner_id, mode ON api_keys
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
