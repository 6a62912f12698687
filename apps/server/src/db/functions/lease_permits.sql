-- Leases permits of windows by one update: row by row, a lease took four statements, and a process renews those of all keys and
-- tasks in frequent use. An item names the lease that it replaces, the age of each use of it in milliseconds, and how many permits
-- of it the process keeps.
-- Permits are requested for 30 seconds while one process leases, and for 10 seconds if others do, which would have to wait for
-- permits that it does not use. If twice the number is a quarter of the quota at most, they are granted for twice the time:
-- housekeeping deletes a window 2 minutes after its last use, when such a lease occupies nothing more.
-- The commit waits for the disk: a lease that a crash forgets would be granted twice. The plans are kept, and look up windows one
-- by one.
CREATE OR REPLACE FUNCTION lease_permits(holder text, items jsonb)
RETURNS TABLE (bucket text, permits integer, remaining integer, reset_seconds integer, seconds integer,
  ends_in_seconds integer)
LANGUAGE plpgsql SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  expected_seconds integer;
  -- A lease takes at most these quarters of the free permits: the rest is for requests that are counted meanwhile.
  quarters integer;
BEGIN
  INSERT INTO lease_holders AS known (id, seen_at) VALUES (holder, clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at WHERE known.seen_at < excluded.seen_at - interval '5 seconds';
  SELECT CASE WHEN count(*) > 1 THEN 10 ELSE 30 END, CASE WHEN count(*) > 1 THEN 1 ELSE 3 END
  INTO expected_seconds, quarters FROM lease_holders WHERE seen_at > clock_timestamp() - interval '1 minute';
  RETURN QUERY
  WITH request AS MATERIALIZED (
    SELECT item.bucket, item.quota, item.permits * size.factor AS permits, item.kept, item.id, item.replaced, item.ages,
      expected_seconds * size.factor AS lease_seconds
    FROM jsonb_to_recordset(items) AS item
      (bucket text, quota integer, permits integer, kept integer, id text, replaced text, ages integer[])
    CROSS JOIN LATERAL (SELECT CASE WHEN item.permits * 8 <= item.quota THEN 2 ELSE 1 END AS factor) AS size
  ), locked AS MATERIALIZED (
    SELECT request.*, stored.hits, stored.leases FROM request JOIN rate_windows AS stored USING (bucket)
    ORDER BY bucket FOR UPDATE OF stored
  ), current AS MATERIALIZED (
    -- After the lock: no use that is stored is later.
    SELECT locked.*, clock_timestamp() AS moment FROM locked
  ), counted AS MATERIALIZED (
    SELECT current.bucket, current.quota, current.permits, current.kept, current.id, current.lease_seconds, current.moment,
      ARRAY(
        SELECT hit FROM (
          SELECT least(hit, moment) AS hit FROM unnest(current.hits) AS hit
          UNION ALL SELECT moment - age * interval '1 millisecond' FROM unnest(current.ages) AS age
        ) AS hits WHERE hit > moment - interval '60 seconds' ORDER BY hit
      ) AS hits,
      CASE WHEN current.replaced = ALL (ARRAY(SELECT lease.id FROM unnest(current.leases) AS lease))
      THEN '{}'::rate_lease[]
      ELSE ARRAY(
        SELECT ROW (lease.id, lease.permits, lease.ends_at)::rate_lease
        FROM unnest(current_leases(current.leases, moment)) AS lease WHERE lease.id <> current.replaced
      ) END AS others
    FROM current
  ), measured AS MATERIALIZED (
    SELECT counted.*, quota - cardinality(hits) - kept
      - CASE WHEN others = '{}' THEN 0 ELSE leased_permits(others) END AS room
    FROM counted
  ), granted AS MATERIALIZED (
    SELECT bucket, quota, id, lease_seconds, moment, hits, others, room + kept AS free,
      kept + greatest(least(permits - kept, room * quarters / 4), 0) AS permits
    FROM measured
  ), stored AS (
    UPDATE rate_windows AS stored
    SET quota = granted.quota, hits = granted.hits, touched_at = granted.moment,
      leases = CASE WHEN granted.permits > 0 THEN granted.others
        || ROW (granted.id, granted.permits, granted.moment + granted.lease_seconds * interval '1 second')::rate_lease
      ELSE granted.others END
    FROM granted WHERE stored.bucket = granted.bucket
  )
  SELECT bucket, permits, greatest(free - permits, 0),
    greatest(ceil(extract(epoch FROM hits[1] + interval '60 seconds' - moment)), 1)::integer, expected_seconds, lease_seconds
  FROM granted;
END
$$;
