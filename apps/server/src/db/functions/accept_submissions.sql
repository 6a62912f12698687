-- Stores submissions that arrived together, and returns an outcome for each: 'accepted', 'repeated' (an earlier task of the same
-- Idempotency-Key and body), 'reused' (that key with another body), 'insufficient', or 'limited' while the owner's refunded
-- failures of the last day hold too much (`free_failures`), with the seconds after which they will not.
-- Accounts are locked in one order, and everything else of an owner under that lock, so that batches do not deadlock; each item
-- sees what the items before it have taken. A trigger of `tasks` writes the reservations. The function runs as the owner of the
-- tables: the application may not insert a task by itself, since a task without a job would never run.
CREATE OR REPLACE FUNCTION accept_submissions(items jsonb)
RETURNS TABLE ("position" bigint, outcome text, task_id text, credits integer, available bigint, retry_after integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  item record;
  earlier record;
  locked_account text := '';
  balance bigint;
  accepted bigint[] := '{}';
BEGIN
  FOR item IN
    SELECT element."position" AS place, task.*, decode(task.body_hash, 'hex') AS hash
    FROM jsonb_array_elements(items) WITH ORDINALITY AS element (value, "position")
    CROSS JOIN LATERAL jsonb_to_record(element.value) AS task (
      id text, owner_id text, mode text, price integer, idempotency_key text, body_hash text
    )
    ORDER BY task.owner_id, task.mode, element."position"
  LOOP
    IF locked_account <> item.owner_id || ' ' || item.mode THEN
      locked_account := item.owner_id || ' ' || item.mode;
      SELECT account.available, ceil(extract(epoch FROM bucket.empty_at - interval '1 day' - now()))
        INTO balance, retry_after
        FROM accounts AS account LEFT JOIN free_failures AS bucket USING (owner_id, mode)
        WHERE account.owner_id = item.owner_id AND account.mode = item.mode FOR NO KEY UPDATE OF account;
    END IF;
    "position" := item.place;
    task_id := item.id;
    credits := item.price;
    available := coalesce(balance, 0);
    IF item.idempotency_key IS NOT NULL THEN
      SELECT claim.body_hash, claim.task_id, claim.credits INTO earlier FROM idempotency_keys AS claim
        WHERE claim.owner_id = item.owner_id AND claim.mode = item.mode AND claim.key = item.idempotency_key
          AND claim.created_at > now() - interval '24 hours';
      IF FOUND THEN
        outcome := CASE WHEN earlier.body_hash = item.hash THEN 'repeated' ELSE 'reused' END;
        task_id := earlier.task_id;
        credits := earlier.credits;
        RETURN NEXT;
        CONTINUE;
      END IF;
    END IF;
    IF balance IS NULL OR balance < item.price THEN
      outcome := 'insufficient';
      RETURN NEXT;
      CONTINUE;
    END IF;
    IF retry_after > 0 THEN
      outcome := 'limited';
      RETURN NEXT;
      CONTINUE;
    END IF;
    IF item.idempotency_key IS NOT NULL THEN
      INSERT INTO idempotency_keys AS claim (owner_id, mode, key, body_hash, task_id, credits)
      VALUES (item.owner_id, item.mode, item.idempotency_key, item.hash, item.id, item.price)
      -- A claim of the same key that is left is older than 24 hours.
      ON CONFLICT ON CONSTRAINT idempotency_keys_pkey DO UPDATE SET body_hash = excluded.body_hash,
        task_id = excluded.task_id, credits = excluded.credits, created_at = excluded.created_at;
    END IF;
    balance := balance - item.price;
    accepted := accepted || item.place;
    outcome := 'accepted';
    RETURN NEXT;
  END LOOP;

  WITH task AS MATERIALIZED (
    SELECT task.* FROM jsonb_array_elements(items) WITH ORDINALITY AS element (value, "position")
    CROSS JOIN LATERAL jsonb_to_record(element.value) AS task (
      id text, owner_id text, key_id text, mode text, model text, input jsonb, seed bigint, callback_url text,
      price integer, timeout_ms bigint, traceparent text
    )
    WHERE element."position" = ANY (accepted)
  ), stored AS (
    INSERT INTO tasks (id, owner_id, key_id, mode, model, input, seed, callback_url, credits, deadline)
    SELECT id, owner_id, key_id, mode, model, input, seed, callback_url, price,
      now() + timeout_ms * interval '1 millisecond'
    FROM task
  )
  INSERT INTO jobs (task_id, owner_id, mode, has_references, traceparent)
  SELECT id, owner_id, mode, has_references(input), traceparent FROM task;
END $$;
