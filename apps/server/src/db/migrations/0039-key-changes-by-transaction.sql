-- Changes of keys are listed by their transactions: a process that reads all that its reading before could not see yet misses
-- none, for any length of a pause or of a transaction, and under any clock.

ALTER TABLE key_changes ADD COLUMN changed_in xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX key_changes_by_transaction ON key_changes (changed_in);

SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);
-- Its argument is the column that contains the owner.
CREATE OR REPLACE FUNCTION note_key_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO key_changes (owner_id, changed_at) VALUES (to_jsonb(NEW) ->> TG_ARGV[0], clock_timestamp())
  ON CONFLICT (owner_id) DO UPDATE SET changed_at = excluded.changed_at, changed_in = excluded.changed_in;
  RETURN NULL;
END
$$;
