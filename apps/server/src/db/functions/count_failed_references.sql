-- Fills the bucket of an owner's free failures by the CPU time and the bytes of references that could not be used: 30 minutes or
-- 6.4 GB a day, as 64 MB a day of inputs do. Such tasks cost nothing, but reading their files keeps a core busy.
CREATE OR REPLACE FUNCTION count_failed_references(
  failed_owner text, failed_mode text, cpu_ms double precision, fetched_bytes double precision DEFAULT 0
) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  INSERT INTO free_failures AS bucket (owner_id, mode, empty_at)
  VALUES (failed_owner, failed_mode, now() + (cpu_ms / 1800e3 + fetched_bytes / 6.4e9) * interval '1 day')
  ON CONFLICT (owner_id, mode) DO UPDATE
  SET empty_at = greatest(bucket.empty_at, now()) + (cpu_ms / 1800e3 + fetched_bytes / 6.4e9) * interval '1 day'
$$;
