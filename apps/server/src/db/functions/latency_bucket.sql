-- Returns the bucket of a latency: the bucket n, from 1 to 60, ends at 0.25 s * 1.2 ^ n.
CREATE OR REPLACE FUNCTION latency_bucket(latency interval) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT least(greatest(ceil(ln(greatest(extract(epoch FROM latency)::float8, 0.25) / 0.25) / ln(1.2)), 1), 60)::integer
$$;
