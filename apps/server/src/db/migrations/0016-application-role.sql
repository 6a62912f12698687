-- What the application's role must not write by itself is written by functions that run as their owner: balances follow
-- from entries, a task is stored with its reservation and its job, and a job ends with its task. Their search path is fixed, temporary tables last, so that no
-- caller can put tables of its own before ours.
SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);
ALTER FUNCTION apply_ledger_entries SECURITY DEFINER SET search_path FROM CURRENT;
ALTER FUNCTION accept_submissions SECURITY DEFINER SET search_path FROM CURRENT;
ALTER FUNCTION count_free_failure SECURITY DEFINER SET search_path FROM CURRENT;
ALTER FUNCTION delete_job SECURITY DEFINER SET search_path FROM CURRENT;
