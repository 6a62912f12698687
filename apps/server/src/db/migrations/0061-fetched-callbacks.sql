-- When a program of the owner first fetched a callback of the sandbox. The console shows whether a team has received one:
-- fetched callbacks are no deliveries.

SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);
-- Less than the time after which a deadlock is found: a wait ends as a timeout, after which the migration is tried again.
SET LOCAL lock_timeout = '500ms';
ALTER TABLE owners ADD COLUMN callbacks_fetched_at timestamptz;
