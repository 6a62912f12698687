-- Hashes of the files of functions and views, so that a start replaces only those that changed.
CREATE TABLE file_hashes (
  name text PRIMARY KEY,
  hash text NOT NULL
);

-- Accepted the charges of a release that booked them itself. It does not start with this database any more.
DROP TRIGGER IF EXISTS skip_booked_settlement ON ledger_entries;
DROP FUNCTION IF EXISTS skip_booked_settlement();
