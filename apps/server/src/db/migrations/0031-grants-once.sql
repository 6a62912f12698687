-- A grant that is sent twice with one idempotency key is booked once.
CREATE TABLE grant_keys (
  owner_id text NOT NULL REFERENCES owners,
  key text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 255),
  mode text NOT NULL,
  amount bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, key)
);

-- An entry of 0 credits moves nothing, and a task of 0 credits would be free. Entries of before keep their amount.
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_positive CHECK (amount > 0) NOT VALID;
