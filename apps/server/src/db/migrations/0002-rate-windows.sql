-- Exact sliding windows: the times of the requests that passed within the last minute, one row a limit.

CREATE TABLE rate_windows (
  bucket text PRIMARY KEY,
  hits timestamptz[] NOT NULL DEFAULT '{}',
  touched_at timestamptz NOT NULL DEFAULT now()
);

-- Takes one request out of a bucket's quota per minute. The row lock orders concurrent requests, and the
-- clock is read under it, so no window of 60 seconds ever holds more than the quota.
CREATE FUNCTION take_rate(wanted text, quota integer, OUT allowed boolean, OUT remaining integer, OUT reset_seconds integer)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  recent timestamptz[];
  moment timestamptz;
BEGIN
  INSERT INTO rate_windows (bucket) VALUES (wanted) ON CONFLICT (bucket) DO NOTHING;
  SELECT hits INTO recent FROM rate_windows WHERE bucket = wanted FOR UPDATE;
  moment := clock_timestamp();
  recent := ARRAY(SELECT hit FROM unnest(recent) AS hit WHERE hit > moment - interval '60 seconds' ORDER BY hit);
  allowed := cardinality(recent) < quota;
  IF allowed THEN
    recent := recent || moment;
  END IF;
  UPDATE rate_windows SET hits = recent, touched_at = moment WHERE bucket = wanted;
  remaining := greatest(quota - cardinality(recent), 0);
  -- The moment at which the oldest hit leaves the window and the quota grows again.
  reset_seconds := greatest(ceil(extract(epoch FROM recent[1] + interval '60 seconds' - moment)), 1);
END $$;
