-- Who uses the console: users with their sessions and credentials (written by better-auth), who of them belongs to which
-- owner, who operates the service, and what each of them did.

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

-- One-time links that make an operator. Only the token's hash is stored.
CREATE TABLE operator_links (
  token_hash bytea PRIMARY KEY,
  -- Whose member the operator becomes besides: the demo owner of an embedded database.
  owner_id text REFERENCES owners,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);

CREATE TABLE members (
  owner_id text NOT NULL REFERENCES owners,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'developer', 'viewer')),
  joined_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, user_id)
);
CREATE INDEX members_of_user ON members (user_id);

-- The owner's row is locked, so that of two members with the role owner who leave at once only one does.
CREATE FUNCTION refuse_leaderless_owner() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM 1 FROM owners WHERE id = OLD.owner_id FOR NO KEY UPDATE;
  IF NOT EXISTS (
    SELECT 1 FROM members WHERE owner_id = OLD.owner_id AND role = 'owner' AND user_id <> OLD.user_id
  ) THEN
    RAISE EXCEPTION 'owner % keeps a member with the role owner', OLD.owner_id
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'members_last_owner';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER refuse_leaderless_owner_change BEFORE UPDATE ON members FOR EACH ROW
  WHEN (OLD.role = 'owner' AND NEW.role <> 'owner') EXECUTE FUNCTION refuse_leaderless_owner();
CREATE TRIGGER refuse_leaderless_owner_leave BEFORE DELETE ON members FOR EACH ROW
  WHEN (OLD.role = 'owner') EXECUTE FUNCTION refuse_leaderless_owner();

CREATE TABLE invitations (
  id text PRIMARY KEY,
  owner_id text NOT NULL REFERENCES owners,
  email text NOT NULL CHECK (email = lower(email) AND char_length(email) <= 254),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'developer', 'viewer')),
  token_hash bytea NOT NULL UNIQUE,
  invited_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  UNIQUE (owner_id, email)
);

-- What was done. The text of the actor stays when the user goes.
CREATE TABLE audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'operator', 'command-line', 'system')),
  actor_id text,
  actor_email text CHECK (char_length(actor_email) <= 254),
  action text NOT NULL CHECK (action ~ '^[a-z-]+\.[a-z-]+$'),
  owner_id text,
  target text CHECK (char_length(target) <= 200),
  detail jsonb NOT NULL DEFAULT '{}' CHECK (octet_length(detail::text) <= 4096),
  ip text CHECK (char_length(ip) <= 100),
  user_agent text CHECK (char_length(user_agent) <= 500),
  CHECK ((actor_kind IN ('user', 'operator')) = (actor_id IS NOT NULL))
);
CREATE INDEX audit_events_of_owner ON audit_events (owner_id, id);
CREATE INDEX audit_events_by_action ON audit_events (action, id);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_events is append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER refuse_audit_change BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
