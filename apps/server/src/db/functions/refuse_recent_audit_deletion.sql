-- Refuses to delete events of the last 30 days. Nobody who may not drop the trigger can delete them, by any setting.
CREATE OR REPLACE FUNCTION refuse_recent_audit_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM deleted WHERE created_at > now() - interval '30 days') THEN
    RAISE EXCEPTION 'audit_events is append-only: DELETE of the last 30 days is refused'
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER refuse_recent_audit_deletion AFTER DELETE ON audit_events
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION refuse_recent_audit_deletion();
