-- People who use the console: users with their sessions and credentials (written by better-auth), the owners that they belong to,
-- and those who operate the service. Invitations and one-time links end with the role of the person who created them; those of the
-- command line have no creator and end with their time. Of a token, only the SHA-256 hash is stored.

CREATE TABLE users (
  id text PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) <= 200),
  email text NOT NULL UNIQUE CHECK (email = lower(email) AND char_length(email) <= 254),
  email_verified boolean NOT NULL DEFAULT false,
  image text CHECK (char_length(image) <= 2048),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE user_sessions (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  ip_address text CHECK (char_length(ip_address) <= 100),
  user_agent text CHECK (char_length(user_agent) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX user_sessions_of_user ON user_sessions (user_id);
CREATE INDEX user_sessions_ended ON user_sessions (expires_at);

-- A password, or an account at an identity provider.
CREATE TABLE user_credentials (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  -- A salted scrypt hash.
  password text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider_id, account_id)
);
CREATE INDEX user_credentials_of_user ON user_credentials (user_id);

CREATE TABLE passkeys (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  name text CHECK (char_length(name) <= 200),
  public_key text NOT NULL,
  credential_id text NOT NULL UNIQUE,
  counter bigint NOT NULL,
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  transports text,
  aaguid text,
  created_at timestamptz DEFAULT now()
);
CREATE INDEX passkeys_of_user ON passkeys (user_id);

-- Challenges of passkeys and states of identity providers, for minutes.
CREATE TABLE sign_in_challenges (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_in_challenges_by_identifier ON sign_in_challenges (identifier);
CREATE INDEX sign_in_challenges_ended ON sign_in_challenges (expires_at);

CREATE TABLE operators (
  user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- One-time links that make an operator.
CREATE TABLE operator_links (
  token_hash bytea PRIMARY KEY,
  -- Owner whose member the operator becomes besides: the demo owner of an embedded database.
  owner_id text REFERENCES owners,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  created_by text REFERENCES operators ON DELETE CASCADE
);

-- An owner keeps a member with the role owner (refuse_leaderless_owner).
CREATE TABLE members (
  owner_id text NOT NULL REFERENCES owners,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'developer', 'viewer')),
  joined_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, user_id)
);
CREATE INDEX members_of_user ON members (user_id);

CREATE TABLE invitations (
  id text PRIMARY KEY,
  owner_id text NOT NULL REFERENCES owners,
  email text NOT NULL CHECK (email = lower(email) AND char_length(email) <= 254),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'developer', 'viewer')),
  token_hash bytea NOT NULL UNIQUE,
  -- E-mail address of the inviter; null: the command line.
  invited_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- The inviter, as a member of the owner or as an operator.
  invited_by_member text,
  invited_by_operator text REFERENCES operators ON DELETE CASCADE,
  UNIQUE (owner_id, email),
  FOREIGN KEY (owner_id, invited_by_member) REFERENCES members (owner_id, user_id) ON DELETE CASCADE,
  CONSTRAINT invitations_creator CHECK (num_nonnulls(invited_by_member, invited_by_operator) = num_nonnulls(invited_by))
);
