-- Drops a partition of tasks that ended before the last `kept` whole months, with its entries, whose sums stay. Returns whether it
-- did, or why the month has to stay. Three months are kept in any case.
-- Sums are read first, when nothing waits: tasks whose credits and files are settled change no more. Failed refunds of test tasks
-- are the exception: if one is retried meanwhile, the month stays for now, since the entry of the refund is not in the sums. A lock
-- of the ledger while it is summed up would make the retry wait for minutes.
-- It does not queue for its locks behind a transaction that lasts: each later statement would wait as well, over and over while a
-- backup reads, with every worker that tries.
CREATE OR REPLACE FUNCTION drop_month(partition text, kept integer, OUT is_dropped boolean, OUT obstacle text) LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '100ms' AS $$
DECLARE
  month month_partitions;
  dropped text[];
  locked regclass[];
  count_failed_refunds text;
  failed_refunds bigint;
  failed_refunds_left bigint;
  sums ledger_sums[];
BEGIN
  is_dropped := false;
  IF kept < 3 OR kept IS NULL THEN
    RAISE EXCEPTION 'tasks are kept for 3 months at least' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NOT pg_try_advisory_xact_lock(7163265) THEN RETURN; END IF;
  SELECT * INTO month FROM month_partitions AS known
  WHERE known.parent = 'tasks' AND known.name = partition AND known.until_id <= least_task_id(month_from_now(-kept));
  IF NOT FOUND THEN RETURN; END IF;
  SELECT array_agg(known.name ORDER BY known.parent = 'tasks' DESC, known.parent) INTO dropped
  FROM month_partitions AS known
  WHERE known.until_id = month.until_id AND known.from_id IS NOT DISTINCT FROM month.from_id;
  EXECUTE format($query$
    SELECT CASE
      WHEN EXISTS (SELECT FROM %1$I WHERE finished_at IS NULL) THEN 'unfinished tasks'
      WHEN EXISTS (SELECT FROM %1$I WHERE billing_status = 'refund_failed' AND mode = 'live') THEN 'failed refunds'
      WHEN EXISTS (SELECT FROM %1$I WHERE files_deleted_at IS NULL AND video_expires_at IS NOT NULL)
        OR EXISTS (SELECT FROM %1$I
          WHERE files_deleted_at IS NULL AND video_expires_at IS NULL AND finished_at IS NOT NULL) THEN 'files'
      WHEN EXISTS (SELECT FROM deliveries WHERE task_id >= %2$L AND task_id < %3$L) THEN 'callbacks'
      WHEN %4$s <> 3 THEN 'partitions of other bounds'
    END
  $query$, month.name, coalesce(month.from_id, ''), month.until_id, cardinality(dropped)) INTO obstacle;
  IF obstacle IS NOT NULL THEN RETURN; END IF;
  locked := dropped::regclass[] || '{tasks,ledger_entries,upstream_tasks}'::regclass[];
  FOR attempt IN 1..20 LOOP
    EXIT WHEN NOT has_long_lock(locked);
    IF attempt = 20 THEN
      obstacle := 'a long transaction, such as a backup';
      RETURN;
    END IF;
  END LOOP;
  count_failed_refunds := format('SELECT count(*) FROM %I WHERE billing_status = %L', month.name, 'refund_failed');
  EXECUTE count_failed_refunds INTO failed_refunds;
  BEGIN
    -- Apart from the insertion, with which it would have no parallel plan.
    EXECUTE format($query$
      SELECT array_agg(ROW (owner_id, mode, %2$L, kind, amount, entries)::ledger_sums) FROM (
        SELECT owner_id, mode, kind, sum(amount)::bigint AS amount, count(*) AS entries
        FROM %1$I GROUP BY owner_id, mode, kind
      ) AS entry
    $query$, replace(month.name, 'tasks', 'ledger_entries'), month.until_id) INTO sums;
    INSERT INTO ledger_sums SELECT * FROM unnest(sums);
    DELETE FROM failed_refund_notices
    WHERE task_id >= coalesce(month.from_id, '') AND task_id < month.until_id;
    FOR attempt IN 1..50 LOOP
      -- The first attempt follows the check before the sums, and waits itself.
      CONTINUE WHEN attempt > 1 AND attempt < 50 AND has_long_lock(locked);
      BEGIN
        -- Keeps the tasks of this month as they are; nobody who reads them waits.
        EXECUTE format('LOCK TABLE %I IN SHARE MODE', month.name);
        EXECUTE count_failed_refunds INTO failed_refunds_left;
        IF failed_refunds_left <> failed_refunds THEN
          RAISE EXCEPTION 'a refund of % was retried', month.name USING ERRCODE = 'serialization_failure';
        END IF;
        EXECUTE format('DROP TABLE %I, %I, %I', dropped[1], dropped[2], dropped[3]);
        is_dropped := true;
        RETURN;
      EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
        IF attempt = 50 THEN RAISE; END IF;
      END;
    END LOOP;
  EXCEPTION WHEN serialization_failure THEN
    obstacle := 'a refund that was retried meanwhile';
  END;
END $$;
