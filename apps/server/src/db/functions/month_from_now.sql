-- Returns the first moment of a month (UTC), counted from this one.
CREATE OR REPLACE FUNCTION month_from_now(months integer) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT (date_trunc('month', now() AT TIME ZONE 'UTC') + months * interval '1 month') AT TIME ZONE 'UTC'
$$;
