-- The queue of tasks becomes a leased table of our own; pg-boss's schema goes.

-- The job of each unfinished task. A row of its own, and narrow, because it changes with every lease.
CREATE TABLE jobs (
  task_id text PRIMARY KEY REFERENCES tasks,
  -- Copied from the task: claims are fair by owner, and test and live never wait for each other.
  owner_id text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  -- References are fetched before the job takes a slot.
  has_references boolean NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'fetching', 'fetched', 'generating')),
  -- Not to be taken before: a sandbox delay, or the pause before a retry.
  due_at timestamptz NOT NULL DEFAULT now(),
  -- The process that holds it, and until when unless it renews its lease.
  worker text,
  leased_until timestamptz,
  -- How often it was taken.
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- How often the process that worked on it died.
  deaths integer NOT NULL DEFAULT 0 CHECK (deaths >= 0),
  -- The trace of the submission (W3C Trace Context).
  traceparent text,
  CONSTRAINT jobs_leased CHECK (
    (state = 'waiting') = (worker IS NULL) AND (state = 'waiting') = (leased_until IS NULL)
  )
) WITH (fillfactor = 70);
CREATE INDEX jobs_waiting ON jobs (mode, has_references, owner_id, due_at) WHERE state = 'waiting';
CREATE INDEX jobs_leased ON jobs (mode, state) WHERE state <> 'waiting';

-- A task that ends takes its job with it, whoever ends it.
CREATE FUNCTION delete_job() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM jobs WHERE task_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER delete_job AFTER UPDATE OF finished_at ON tasks FOR EACH ROW
  WHEN (OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL) EXECUTE FUNCTION delete_job();

CREATE FUNCTION has_references(input jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_array_length(coalesce(input -> 'image_urls', '[]')) > 0
    OR jsonb_array_length(coalesce(input -> 'video_urls', '[]')) > 0
    OR jsonb_array_length(coalesce(input -> 'audio_urls', '[]')) > 0
$$;

-- Tasks under way go on; a job that a process of the former version still runs is run a second time at most.
INSERT INTO jobs (task_id, owner_id, mode, has_references)
SELECT id, owner_id, mode, has_references(input) FROM tasks WHERE finished_at IS NULL;
DROP SCHEMA IF EXISTS keyframe_jobs CASCADE;

-- As before, and besides: the jobs of the accepted tasks, and the outcome 'limited' while the owner's refunded failures
-- of the last day hold too much, with the seconds after which they will not.
DROP FUNCTION accept_submissions(jsonb);
CREATE FUNCTION accept_submissions(items jsonb)
RETURNS TABLE ("position" bigint, outcome text, task_id text, credits integer, available bigint, retry_after integer)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
      -- What is left of a claim at this place is older than 24 hours.
      ON CONFLICT ON CONSTRAINT idempotency_keys_pkey DO UPDATE SET body_hash = excluded.body_hash,
        task_id = excluded.task_id, credits = excluded.credits, created_at = excluded.created_at;
    END IF;
    balance := balance - item.price;
    accepted := accepted || item.place;
    outcome := 'accepted';
    RETURN NEXT;
  END LOOP;

  INSERT INTO tasks (id, owner_id, key_id, mode, model, input, seed, callback_url, credits, deadline)
  SELECT task.id, task.owner_id, task.key_id, task.mode, task.model, task.input, task.seed, task.callback_url,
    task.price, now() + task.timeout_ms * interval '1 millisecond'
  FROM jsonb_array_elements(items) WITH ORDINALITY AS element (value, "position")
  CROSS JOIN LATERAL jsonb_to_record(element.value) AS task (
    id text, owner_id text, key_id text, mode text, model text, input jsonb, seed bigint, callback_url text,
    price integer, timeout_ms bigint
  )
  WHERE element."position" = ANY (accepted);

  INSERT INTO ledger_entries (owner_id, mode, task_id, kind, amount)
  SELECT task.owner_id, task.mode, task.id, 'reserve', task.price
  FROM jsonb_array_elements(items) WITH ORDINALITY AS element (value, "position")
  CROSS JOIN LATERAL jsonb_to_record(element.value) AS task (id text, owner_id text, mode text, price integer)
  WHERE element."position" = ANY (accepted);

  INSERT INTO jobs (task_id, owner_id, mode, has_references, traceparent)
  SELECT task.id, task.owner_id, task.mode, has_references(task.input), task.traceparent
  FROM jsonb_array_elements(items) WITH ORDINALITY AS element (value, "position")
  CROSS JOIN LATERAL jsonb_to_record(element.value) AS task (
    id text, owner_id text, mode text, input jsonb, traceparent text
  )
  WHERE element."position" = ANY (accepted);
END $$;
