-- Invitations and one-time links end with the role of the person who created them. Those of the command line have no
-- creator and end with their time.

ALTER TABLE invitations
  ADD COLUMN invited_by_member text,
  ADD COLUMN invited_by_operator text REFERENCES operators ON DELETE CASCADE,
  ADD FOREIGN KEY (owner_id, invited_by_member) REFERENCES members (owner_id, user_id) ON DELETE CASCADE;

-- Open invitations name their creator by address only. If that person may no longer invite, they end now.
UPDATE invitations SET invited_by_member = members.user_id
FROM users JOIN members ON members.user_id = users.id
WHERE users.email = invitations.invited_by AND members.owner_id = invitations.owner_id
  AND (members.role = 'owner' OR (members.role = 'admin' AND invitations.role <> 'owner'));
UPDATE invitations SET invited_by_operator = operators.user_id
FROM users JOIN operators ON operators.user_id = users.id
WHERE users.email = invitations.invited_by AND invited_by_member IS NULL AND invitations.role = 'owner';
DELETE FROM invitations
WHERE invited_by IS NOT NULL AND num_nonnulls(invited_by_member, invited_by_operator) = 0;
ALTER TABLE invitations ADD CONSTRAINT invitations_creator
  CHECK (num_nonnulls(invited_by_member, invited_by_operator) = num_nonnulls(invited_by));

CREATE FUNCTION end_invitations_beyond_role() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM invitations
  WHERE owner_id = NEW.owner_id AND invited_by_member = NEW.user_id
    AND (NEW.role NOT IN ('owner', 'admin') OR (NEW.role = 'admin' AND role = 'owner'));
  RETURN NULL;
END $$;
CREATE TRIGGER end_invitations_beyond_role AFTER UPDATE ON members FOR EACH ROW
  WHEN (OLD.role <> NEW.role) EXECUTE FUNCTION end_invitations_beyond_role();

-- Links of before last an hour at most, and do not say who created them.
DELETE FROM operator_links;
ALTER TABLE operator_links ADD COLUMN created_by text REFERENCES operators ON DELETE CASCADE;

DELETE FROM password_links;
ALTER TABLE password_links
  ADD COLUMN created_by text REFERENCES operators ON DELETE CASCADE,
  -- A second operator, without whom an operator's link to the account of an operator does not work.
  ADD COLUMN confirmed_by text REFERENCES operators ON DELETE CASCADE,
  ADD CONSTRAINT password_links_second_operator CHECK (confirmed_by <> created_by);

-- Users read who created links to their account.
CREATE INDEX audit_events_of_password_links ON audit_events (target, id)
  WHERE action IN ('password.link', 'password.reset');
