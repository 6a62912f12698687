-- Budgets refused nothing, and links that an operator creates gave way to a reset by mail. No release used either table. New
-- databases have neither.

SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);
-- Less than the time after which a deadlock is found: a wait ends as a timeout, after which the migration is tried again.
SET LOCAL lock_timeout = '500ms';
DROP TABLE IF EXISTS budgets;
DROP TABLE IF EXISTS password_links;
DROP INDEX IF EXISTS audit_events_of_password_links;
