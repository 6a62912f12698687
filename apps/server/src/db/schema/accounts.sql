-- Teams, in the code "owners", and their balances. The rules that money and states depend on are in the database, where no path of
-- the code can go around them.

CREATE TABLE owners (
  id text PRIMARY KEY,
  name text NOT NULL,
  callback_secret text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Seed of the owner's Ed25519 key pair, which may be any 32 random bytes (RFC 8032); two UUIDs hold 244 random bits.
  callback_key_seed bytea NOT NULL DEFAULT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
    CHECK (octet_length(callback_key_seed) = 32),
  -- Since when an operator has suspended the owner. Its keys stay valid: requests count against their limits, and are then
  -- rejected.
  suspended_at timestamptz
);

-- Balances. Only the trigger of the ledger, apply_ledger_entries, writes them.
CREATE TABLE accounts (
  owner_id text NOT NULL REFERENCES owners,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  -- Refuses an overdrawn account, in each transaction that would make one.
  available bigint NOT NULL DEFAULT 0 CONSTRAINT accounts_not_overdrawn CHECK (available >= 0),
  reserved bigint NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  PRIMARY KEY (owner_id, mode)
);

-- A leaky bucket of bytes for each balance: a refunded failure adds its size (book_settlements), failed references add their CPU
-- time and bytes (count_failed_references), and 64 MB leak out in a day. While more than a day's worth is in it, the owner's
-- submissions are refused: a failure returns its credits, so credits alone would not bound what failures store.
CREATE TABLE free_failures (
  owner_id text NOT NULL,
  mode text NOT NULL,
  -- When the bucket is empty again.
  empty_at timestamptz NOT NULL,
  PRIMARY KEY (owner_id, mode),
  FOREIGN KEY (owner_id, mode) REFERENCES accounts
) WITH (fillfactor = 70);
