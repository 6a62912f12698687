-- Streams of task states learn which tasks started. Tasks that are queued or ended are not in the index, so it stays small.
CREATE INDEX tasks_started ON tasks (started_at) WHERE started_at IS NOT NULL AND finished_at IS NULL;
