-- A key is replaced once: during its grace time it expires, and a second replacement would inherit that as its lifetime.
ALTER TABLE api_keys ADD COLUMN replaced_by text REFERENCES api_keys;
