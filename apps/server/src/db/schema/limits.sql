-- Rate limits. Each key and each task has an exact window, and the keys of an owner share an allowance. Every request updates them:
-- pages with room take the new version of a row beside the old one, without touching the index.

-- Permits of a window: requests that a process may let pass from memory until `ends_at`. If the process dies, each is occupied
-- until 60 seconds after that, the latest moment at which its use would leave the window; a process that lives reports its uses
-- earlier, and they replace the lease.
CREATE TYPE rate_lease AS (id text, permits integer, ends_at timestamptz);

-- Exact sliding windows: the times of the requests that passed within the last minute, one row a limit.
CREATE TABLE rate_windows (
  bucket text PRIMARY KEY,
  quota integer NOT NULL CHECK (quota > 0),
  -- Ascending, never more than the quota.
  hits timestamptz[] NOT NULL,
  -- How many of the requests that came last passed.
  granted integer NOT NULL,
  touched_at timestamptz NOT NULL,
  leases rate_lease[] NOT NULL DEFAULT '{}'
) WITH (fillfactor = 60);

-- Processes that lease permits.
CREATE TABLE lease_holders (
  id text PRIMARY KEY,
  seen_at timestamptz NOT NULL
);

-- All keys of an owner and mode together have a limit: an owner may create 1,000 keys, each with a limit of its own. A window of
-- all hits would be 48 KB for 6,000 requests a minute, and would be written anew by every request. Here a request adds its share of
-- a minute to `empty_at`, which may be a minute ahead at most: a minute holds up to twice the quota after an idle one, and the
-- quota on average.
CREATE TABLE rate_allowances (
  bucket text PRIMARY KEY,
  quota integer NOT NULL CHECK (quota > 0),
  empty_at timestamptz NOT NULL,
  -- How many of the requests that came last passed.
  granted integer NOT NULL,
  touched_at timestamptz NOT NULL
) WITH (fillfactor = 60);
