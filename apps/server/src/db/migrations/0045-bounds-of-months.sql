-- Partitions by month, part 1 of 3: the rows of before become the first partition, without a copy, which the next migrations
-- do. It ends two months from now, so that nothing is refused meanwhile.

-- The least id that a task of a moment can have: ids begin with their milliseconds since 1970, as ULIDs write them.
CREATE FUNCTION least_task_id(moment timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'task_' || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', ((floor(extract(epoch FROM moment) * 1000)::bigint >> (5 * n)) & 31)::integer + 1, 1),
    '' ORDER BY n DESC
  ) FROM generate_series(0, 9) AS n
$$;

-- The first moment of a month (UTC), months from now.
CREATE FUNCTION month_from_now(months integer) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT (date_trunc('month', now() AT TIME ZONE 'UTC') + months * interval '1 month') AT TIME ZONE 'UTC'
$$;

DO $$
DECLARE
  bound text := least_task_id(month_from_now(2));
BEGIN
  EXECUTE format('ALTER TABLE tasks ADD CONSTRAINT tasks_before_end CHECK (id < %L) NOT VALID', bound);
  EXECUTE format('ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_before_end CHECK (task_id < %L) NOT VALID', bound);
  EXECUTE format('ALTER TABLE upstream_tasks ADD CONSTRAINT upstream_tasks_before_end CHECK (task_id < %L) NOT VALID', bound);
END $$;
