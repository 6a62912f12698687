-- What a task is at another service that makes its video. The request is stored before it is first sent, so that whoever
-- sends it again, after a crash or an upgrade, sends the same and pays once.
CREATE TABLE upstream_tasks (
  task_id text PRIMARY KEY REFERENCES tasks,
  request text NOT NULL,
  -- Its id there, once known.
  upstream_id text,
  -- The callback that told its end: the process that receives it is seldom the one that waits.
  event jsonb
);
