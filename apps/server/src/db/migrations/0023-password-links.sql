-- One-time links that replace a lost password: one for each user, made by an operator or on the command line.

CREATE TABLE password_links (
  user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- The SHA-256 hash; the token itself is in the link and nowhere else.
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
