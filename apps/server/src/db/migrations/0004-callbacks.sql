-- Callbacks: the outbox becomes their queue, every owner gets a key pair, attempts are logged in full.

-- The seed of an owner's Ed25519 key pair, which may be any 32 random bytes (RFC 8032); two UUIDs hold 244 random bits.
ALTER TABLE owners ADD COLUMN callback_key_seed bytea NOT NULL
  DEFAULT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
  CHECK (octet_length(callback_key_seed) = 32);

-- Secrets that were replaced: callbacks are signed with them as well until they expire.
CREATE TABLE retired_callback_secrets (
  owner_id text NOT NULL REFERENCES owners,
  secret text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (owner_id, secret)
);

ALTER TABLE deliveries
  -- Copied from the task and the URL: a claim bounds what each owner and each host gets, without a join.
  ADD COLUMN owner_id text,
  ADD COLUMN host text,
  -- When the next attempt is due. An attempt that begins moves it past its own time-out, so that one whose
  -- process was killed comes back by itself.
  ADD COLUMN due_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Attempts before the current round: a redelivery begins the schedule of retries anew.
  ADD COLUMN earlier_attempts integer NOT NULL DEFAULT 0 CHECK (earlier_attempts BETWEEN 0 AND attempts);
UPDATE deliveries SET
  owner_id = (SELECT tasks.owner_id FROM tasks WHERE tasks.id = deliveries.task_id),
  host = coalesce(lower(substring(url FROM '^https://(\[[^]]*\]|[^/?#:]*)')), ''),
  attempts = (SELECT count(*) FROM delivery_attempts WHERE delivery_id = deliveries.id);
ALTER TABLE deliveries ALTER COLUMN owner_id SET NOT NULL, ALTER COLUMN host SET NOT NULL;
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE status = 'pending';

ALTER TABLE delivery_attempts
  -- A stable word, such as timeout or status; problem holds the details.
  ADD COLUMN error_class text,
  ADD COLUMN excerpt text;
UPDATE delivery_attempts
SET error_class = split_part(problem, ': ', 1), problem = substr(problem, strpos(problem, ': ') + 2)
WHERE problem IS NOT NULL;
