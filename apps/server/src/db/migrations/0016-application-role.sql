-- What the application's role must not write by itself is written by functions that run as their owner: balances follow
-- from entries, and a task is stored with its reservation. Their search path is fixed, temporary tables last, so that no
-- caller can put tables of its own before ours.
SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);
ALTER FUNCTION apply_ledger_entries SECURITY DEFINER SET search_path FROM CURRENT;
ALTER FUNCTION accept_submissions SECURITY DEFINER SET search_path FROM CURRENT;
