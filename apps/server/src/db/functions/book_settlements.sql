-- Spends or returns the credits of the tasks whose billing has changed, by one statement for tasks that end together, so that no
-- task is settled without its entry. A refund was free for its owner, whenever it happens: it fills the bucket of free failures,
-- out of which 64 MB leak in a day. 2,000 bytes are added for the other rows of a task: ledger, claim, callback and its attempts.
CREATE OR REPLACE FUNCTION book_settlements() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  -- Most changes of tasks settle nothing.
  IF NOT EXISTS (SELECT FROM changed WHERE billing_status IN ('charged', 'refunded')) THEN RETURN NULL; END IF;
  -- The accounts are locked from here on.
  INSERT INTO ledger_entries (owner_id, mode, task_id, kind, amount)
  SELECT changed.owner_id, changed.mode, changed.id,
    CASE changed.billing_status WHEN 'charged' THEN 'charge' ELSE 'refund' END, changed.credits
  FROM changed JOIN former USING (id)
  WHERE former.billing_status <> changed.billing_status AND changed.billing_status IN ('charged', 'refunded');
  INSERT INTO free_failures AS bucket (owner_id, mode, empty_at)
  SELECT changed.owner_id, changed.mode,
    now() + sum(octet_length(changed.input::text) + 2000) / 64e6 * interval '1 day'
  FROM changed JOIN former USING (id)
  WHERE former.billing_status <> changed.billing_status AND changed.billing_status = 'refunded'
  GROUP BY changed.owner_id, changed.mode
  ON CONFLICT (owner_id, mode) DO UPDATE
  SET empty_at = greatest(bucket.empty_at, now()) + (excluded.empty_at - now());
  RETURN NULL;
END $$;

-- Its name comes before those of the other triggers: the accounts are locked first.
CREATE OR REPLACE TRIGGER book_settlements AFTER UPDATE ON tasks
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION book_settlements();
