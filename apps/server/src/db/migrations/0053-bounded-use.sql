-- Bounds what an owner can take from others: failures that cost nothing, lists without an index, and a month that stays.

SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);
-- Less than the time after which a deadlock is found: a wait ends as a timeout, after which the migration is tried again.
SET LOCAL lock_timeout = '500ms';

-- Keys that are not revoked: an owner may have revoked any number.
CREATE INDEX api_keys_not_revoked ON api_keys (owner_id, id) WHERE revoked_at IS NULL;
-- The position of a time in the audit log.
CREATE INDEX audit_events_by_time ON audit_events (created_at);

-- A refund is free whenever it happens: a task of a test key can fail with a refund that fails, and be refunded by a retry.
CREATE OR REPLACE TRIGGER count_free_failure AFTER UPDATE OF billing_status ON tasks FOR EACH ROW
  WHEN (OLD.billing_status <> 'refunded' AND NEW.billing_status = 'refunded') EXECUTE FUNCTION count_free_failure();

-- Bytes of references that could not be used fill the same bucket as the CPU time does, 6.4 GB a day.
-- Processes of the former version pass none.
DROP FUNCTION count_failed_references(text, text, double precision);
CREATE FUNCTION count_failed_references(
  failed_owner text, failed_mode text, cpu_ms double precision, fetched_bytes double precision DEFAULT 0
) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  INSERT INTO free_failures AS bucket (owner_id, mode, empty_at)
  VALUES (failed_owner, failed_mode, now() + (cpu_ms / 1800e3 + fetched_bytes / 6.4e9) * interval '1 day')
  ON CONFLICT (owner_id, mode) DO UPDATE
  SET empty_at = greatest(bucket.empty_at, now()) + (cpu_ms / 1800e3 + fetched_bytes / 6.4e9) * interval '1 day'
$$;

-- Drops a partition of tasks that ended before the last `kept` whole months, with its entries, whose sums stay. Returns
-- whether it did, or why the month has to stay. Three months are kept in any case. Sums are read first, when nothing waits:
-- tasks whose credits and files are settled change no more. Failed refunds of test tasks are the exception: if one is retried
-- meanwhile, the month stays for now, since the entry of the refund is not in the sums. A lock of the ledger while it is summed
-- up would make the retry wait for minutes. It does not queue for its locks behind a transaction that lasts: each later
-- statement would wait as well, over and over while a backup reads, with every worker that tries.
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
    -- Not by one statement with the insertion, which would have no parallel plan.
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
      -- The first attempt follows a look before the sums, and waits itself.
      CONTINUE WHEN attempt > 1 AND attempt < 50 AND has_long_lock(locked);
      BEGIN
        -- Keeps the tasks of this month as they are, and nobody who reads them waiting.
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
