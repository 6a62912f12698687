-- Leases requests of allowances, a quarter of the room at most. They count from now on, and are not returned: the room of an
-- allowance comes back with time.
CREATE OR REPLACE FUNCTION lease_allowances(items jsonb)
RETURNS TABLE (bucket text, permits integer)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  item record;
  stored rate_allowances;
  moment timestamptz;
  filled timestamptz;
BEGIN
  FOR item IN
    SELECT request.* FROM jsonb_to_recordset(items) AS request (bucket text, quota integer, permits integer)
    ORDER BY request.bucket
  LOOP
    SELECT * INTO stored FROM rate_allowances WHERE rate_allowances.bucket = item.bucket FOR UPDATE;
    CONTINUE WHEN NOT FOUND;
    moment := clock_timestamp();
    filled := greatest(least(stored.empty_at, moment + interval '60 seconds'), moment);
    bucket := item.bucket;
    permits := least(
      item.permits, floor(extract(epoch FROM moment + interval '60 seconds' - filled) * item.quota / 60 / 4)::integer
    );
    UPDATE rate_allowances
    SET quota = item.quota, empty_at = filled + permits * interval '60 seconds' / item.quota, touched_at = moment
    WHERE rate_allowances.bucket = item.bucket;
    RETURN NEXT;
  END LOOP;
END
$$;
