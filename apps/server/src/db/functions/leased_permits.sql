-- Sums up the permits of leases.
CREATE OR REPLACE FUNCTION leased_permits(leases rate_lease[]) RETURNS integer
LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
  SELECT coalesce(sum(permits), 0)::integer FROM unnest(leases)
$$;
