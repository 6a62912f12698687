-- Refuses to remove the last member with the role owner. The owner's row is locked, so that of two such members who leave at once
-- only one does.
CREATE OR REPLACE FUNCTION refuse_leaderless_owner() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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

CREATE OR REPLACE TRIGGER refuse_leaderless_owner_change BEFORE UPDATE ON members FOR EACH ROW
  WHEN (OLD.role = 'owner' AND NEW.role <> 'owner') EXECUTE FUNCTION refuse_leaderless_owner();
CREATE OR REPLACE TRIGGER refuse_leaderless_owner_leave BEFORE DELETE ON members FOR EACH ROW
  WHEN (OLD.role = 'owner') EXECUTE FUNCTION refuse_leaderless_owner();
