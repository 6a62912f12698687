-- Reports whether another transaction held a lock on one of the tables for 0.1 seconds; those of requests are shorter. Nearly
-- always the locks are gone far sooner, so it looks every 10 ms.
CREATE OR REPLACE FUNCTION has_long_lock(tables regclass[]) RETURNS boolean LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  holders text[] := ARRAY(
    SELECT virtualtransaction FROM pg_locks
    WHERE relation = ANY (tables) AND granted AND pid IS DISTINCT FROM pg_backend_pid()
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  );
  long_at timestamptz := clock_timestamp() + interval '0.1 seconds';
BEGIN
  LOOP
    IF NOT EXISTS (
      SELECT FROM pg_locks WHERE relation = ANY (tables) AND granted AND virtualtransaction = ANY (holders)
    ) THEN
      RETURN false;
    END IF;
    IF clock_timestamp() >= long_at THEN RETURN true; END IF;
    PERFORM pg_sleep(0.01);
  END LOOP;
END $$;
