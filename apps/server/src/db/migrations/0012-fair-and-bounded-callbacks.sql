-- Due deliveries are found owner by owner, whatever backlog one of them has.

CREATE INDEX deliveries_due_by_owner ON deliveries (owner_id, due_at) WHERE status = 'pending';
DROP INDEX deliveries_due;

-- What users and their receivers choose is bounded, here as at its source. Earlier versions accepted longer URLs: no
-- resolver finds most of their hosts, and none of them can be called any more.

UPDATE delivery_attempts SET problem = left(problem, 500), excerpt = left(excerpt, 500)
WHERE char_length(problem) > 500 OR char_length(excerpt) > 500;
DELETE FROM delivery_attempts USING deliveries
WHERE deliveries.id = delivery_attempts.delivery_id AND char_length(deliveries.url) > 2048;
DELETE FROM deliveries WHERE char_length(url) > 2048;
UPDATE deliveries SET host = left(host, 253) WHERE char_length(host) > 253;
-- A task keeps what was submitted, but one with such a URL could never end.
ALTER TABLE tasks DISABLE TRIGGER refuse_illegal_transition;
UPDATE tasks SET callback_url = NULL WHERE char_length(callback_url) > 2048;
ALTER TABLE tasks ENABLE TRIGGER refuse_illegal_transition;

ALTER TABLE tasks ADD CONSTRAINT tasks_callback_url_length CHECK (char_length(callback_url) <= 2048);
ALTER TABLE deliveries
  ADD CONSTRAINT deliveries_url_length CHECK (char_length(url) <= 2048),
  ADD CONSTRAINT deliveries_host_length CHECK (char_length(host) <= 253);
ALTER TABLE delivery_attempts
  ADD CONSTRAINT delivery_attempts_problem_length CHECK (char_length(problem) <= 500),
  ADD CONSTRAINT delivery_attempts_excerpt_length CHECK (char_length(excerpt) <= 500);

-- What ended is deleted after the retention, attempts with their delivery, which ended at due_at.

CREATE INDEX deliveries_ended ON deliveries (due_at) WHERE status <> 'pending';
ALTER TABLE delivery_attempts
  DROP CONSTRAINT delivery_attempts_delivery_id_fkey,
  ADD CONSTRAINT delivery_attempts_delivery_id_fkey
    FOREIGN KEY (delivery_id) REFERENCES deliveries ON DELETE CASCADE;
