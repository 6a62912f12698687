-- Samples the figures of the whole service, so that the page of operators does not count what all owners have. It does nothing if
-- another process samples, or the last sample is younger than 20 times what it took: then at most a twentieth of one connection is
-- spent on samples. Reads the tasks that have not ended, and the steps that were open at the last sample. Never waits, and keeps
-- no plan.
CREATE OR REPLACE FUNCTION sample_service() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  began timestamptz := clock_timestamp();
  last service_sample;
  found_unfinished jsonb;
  oldest timestamptz;
BEGIN
  SELECT * INTO last FROM service_sample WHERE began > sampled_at + 20 * took FOR UPDATE SKIP LOCKED;
  IF last IS NULL THEN RETURN; END IF;
  -- One statement, so that a task that ends meanwhile is counted once.
  WITH unfinished AS MATERIALIZED (
    SELECT mode, accepted AS starts_at, count(*) FILTER (WHERE status = 'queued') AS queued,
      count(*) FILTER (WHERE status = 'generating') AS generating, sum(credits) AS credits, min(created_at) AS oldest
    FROM tasks CROSS JOIN LATERAL (
      SELECT CASE WHEN created_at > began - interval '2 hours' THEN date_bin('5 minutes', created_at, 'epoch')
        WHEN created_at > began - interval '32 days' THEN date_bin('1 hour', created_at, 'epoch')
        ELSE '-infinity' END
    ) AS step (accepted)
    WHERE finished_at IS NULL GROUP BY mode, accepted
  ), stored AS (
    INSERT INTO service_steps AS step (span, starts_at, mode, completed, failed, credits, latencies)
    SELECT span, starts_at, mode, sum(completed), sum(failed), sum(credits), ARRAY[
        sum(latencies[1]), sum(latencies[2]), sum(latencies[3]), sum(latencies[4]), sum(latencies[5]), sum(latencies[6]),
        sum(latencies[7]), sum(latencies[8]), sum(latencies[9]), sum(latencies[10]), sum(latencies[11]), sum(latencies[12]),
        sum(latencies[13]), sum(latencies[14]), sum(latencies[15]), sum(latencies[16]), sum(latencies[17]), sum(latencies[18]),
        sum(latencies[19]), sum(latencies[20]), sum(latencies[21]), sum(latencies[22]), sum(latencies[23]), sum(latencies[24]),
        sum(latencies[25]), sum(latencies[26]), sum(latencies[27]), sum(latencies[28]), sum(latencies[29]), sum(latencies[30]),
        sum(latencies[31]), sum(latencies[32]), sum(latencies[33]), sum(latencies[34]), sum(latencies[35]), sum(latencies[36]),
        sum(latencies[37]), sum(latencies[38]), sum(latencies[39]), sum(latencies[40]), sum(latencies[41]), sum(latencies[42]),
        sum(latencies[43]), sum(latencies[44]), sum(latencies[45]), sum(latencies[46]), sum(latencies[47]), sum(latencies[48]),
        sum(latencies[49]), sum(latencies[50]), sum(latencies[51]), sum(latencies[52]), sum(latencies[53]), sum(latencies[54]),
        sum(latencies[55]), sum(latencies[56]), sum(latencies[57]), sum(latencies[58]), sum(latencies[59]), sum(latencies[60])
      ]
    FROM usage_steps
    WHERE (span = 'hour' AND starts_at >= greatest(last.open_from, began - interval '32 days')
      OR span = 'minutes' AND starts_at >= greatest(last.open_from, began - interval '2 hours'))
    GROUP BY span, starts_at, mode
    ON CONFLICT (span, starts_at, mode) DO UPDATE SET completed = excluded.completed, failed = excluded.failed,
      credits = excluded.credits, latencies = excluded.latencies
  )
  SELECT coalesce(jsonb_agg(to_jsonb(unfinished) - 'oldest'), '[]'), min(unfinished.oldest)
  INTO found_unfinished, oldest FROM unfinished;
  DELETE FROM service_steps WHERE span = 'minutes' AND starts_at < began - interval '1 day';
  UPDATE service_sample SET sampled_at = began, took = clock_timestamp() - began, unfinished = found_unfinished,
    -- A submission that was under way may commit with an earlier time.
    open_from = date_bin('1 hour', least(oldest, began - interval '5 minutes'), 'epoch');
END $$;
