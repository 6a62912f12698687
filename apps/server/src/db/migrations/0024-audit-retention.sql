-- The audit log forgets what is old (AUDIT_TTL). What is younger than 30 days cannot be deleted by anyone who may not drop
-- the trigger, whatever that setting says.
DROP TRIGGER refuse_audit_change ON audit_events;
CREATE TRIGGER refuse_audit_change BEFORE UPDATE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE FUNCTION refuse_recent_audit_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM deleted WHERE created_at > now() - interval '30 days') THEN
    RAISE EXCEPTION 'audit_events is append-only: DELETE of the last 30 days is refused'
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER refuse_recent_audit_deletion AFTER DELETE ON audit_events
  REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_recent_audit_deletion();

CREATE INDEX audit_events_by_actor ON audit_events (actor_id, id);
