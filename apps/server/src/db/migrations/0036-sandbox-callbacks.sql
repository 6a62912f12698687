-- Ended tasks of the sandbox in the order of their ends, for programs that fetch their callbacks. Live tasks are not in it.
CREATE INDEX tasks_ended_in_sandbox ON tasks (owner_id, finished_at, id) WHERE mode = 'test' AND finished_at IS NOT NULL;
