-- Partitions by month, part 2 of 3. Reads the tables, which others read and write meanwhile. Not the ledger: it has entries
-- of no task, which the next migration moves, so that no check of today proves what its first partition has to fulfil.
ALTER TABLE tasks VALIDATE CONSTRAINT tasks_before_end;
ALTER TABLE upstream_tasks VALIDATE CONSTRAINT upstream_tasks_before_end;
