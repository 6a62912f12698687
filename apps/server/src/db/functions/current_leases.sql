-- Returns the leases that occupy permits. A lease ends 60 seconds after its grant at the latest, so one that seems to end later is
-- left by a clock that was set back.
CREATE OR REPLACE FUNCTION current_leases(leases rate_lease[], moment timestamptz) RETURNS rate_lease[]
LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
  SELECT coalesce(array_agg(ROW (id, permits, least(ends_at, moment + interval '60 seconds'))::rate_lease), '{}')
  FROM unnest(leases) WHERE ends_at > moment - interval '60 seconds'
$$;
