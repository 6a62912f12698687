-- Notes the latest change of an owner's keys, or of its suspension, for processes that hold keys in memory. Its argument is the
-- column that contains the owner.
CREATE OR REPLACE FUNCTION note_key_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO key_changes (owner_id, changed_at) VALUES (to_jsonb(NEW) ->> TG_ARGV[0], clock_timestamp())
  ON CONFLICT (owner_id) DO UPDATE SET changed_at = excluded.changed_at, changed_in = excluded.changed_in;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER note_key_change AFTER UPDATE OF revoked_at, expires_at, scopes ON api_keys
  FOR EACH ROW EXECUTE FUNCTION note_key_change('owner_id');
CREATE OR REPLACE TRIGGER note_key_change AFTER UPDATE OF suspended_at ON owners
  FOR EACH ROW EXECUTE FUNCTION note_key_change('id');
