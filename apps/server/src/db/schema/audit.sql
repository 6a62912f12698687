-- Log of what members, operators and the command line did. It is append-only: triggers refuse changes, and deletion of events that
-- are younger than 30 days, for any value of AUDIT_TTL.

CREATE TABLE audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'operator', 'command-line', 'system')),
  -- Without a reference: events stay when the user goes.
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
CREATE INDEX audit_events_by_actor ON audit_events (actor_id, id);
-- Finds the position of a time in the log.
CREATE INDEX audit_events_by_time ON audit_events (created_at);
