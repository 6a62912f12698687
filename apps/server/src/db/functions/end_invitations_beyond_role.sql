-- Ends the invitations of a member who may no longer make them: a member cannot give away more than the role that is left.
CREATE OR REPLACE FUNCTION end_invitations_beyond_role() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM invitations
  WHERE owner_id = NEW.owner_id AND invited_by_member = NEW.user_id
    AND (NEW.role NOT IN ('owner', 'admin') OR (NEW.role = 'admin' AND role = 'owner'));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER end_invitations_beyond_role AFTER UPDATE ON members FOR EACH ROW
  WHEN (OLD.role <> NEW.role) EXECUTE FUNCTION end_invitations_beyond_role();
