-- Secrets of the service, and keys of owners.

CREATE TABLE secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL
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
  revoked_at timestamptz,
  name text NOT NULL DEFAULT '' CHECK (char_length(name) <= 100),
  -- E-mail address of who created it; null: the command line.
  created_by text CHECK (char_length(created_by) <= 254),
  -- An expired key is refused as a revoked one.
  expires_at timestamptz,
  -- Written when a window of the key is deleted: no request updates the row. Windows that are there still know more.
  last_used_at timestamptz,
  -- A key is replaced once: during its grace time it expires, and a second replacement would inherit that as its lifetime.
  replaced_by text REFERENCES api_keys
);
CREATE INDEX api_keys_of_owner ON api_keys (owner_id, id);
-- Keys that are not revoked: an owner may have revoked any number.
CREATE INDEX api_keys_not_revoked ON api_keys (owner_id, id) WHERE revoked_at IS NULL;

-- The latest change of an owner's keys, or of its suspension: processes that hold keys in memory read it again and again. Changes
-- are listed by their transactions: a process that reads all that its last query could not see yet misses none, for any length of a
-- pause or of a transaction, and under any clock.
CREATE TABLE key_changes (
  owner_id text PRIMARY KEY REFERENCES owners,
  changed_at timestamptz NOT NULL,
  changed_in xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX key_changes_by_time ON key_changes (changed_at);
CREATE INDEX key_changes_by_transaction ON key_changes (changed_in);
