-- Returns the least id that a task of a moment can have: ids begin with their milliseconds since 1970, as ULIDs write them.
CREATE OR REPLACE FUNCTION least_task_id(moment timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'task_' || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', ((floor(extract(epoch FROM moment) * 1000)::bigint >> (5 * n)) & 31)::integer + 1, 1),
    '' ORDER BY n DESC
  ) FROM generate_series(0, 9) AS n
$$;
