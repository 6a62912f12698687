-- Partitions by month, part 2 of 3. Reads the tables, which others read and write meanwhile.
ALTER TABLE tasks VALIDATE CONSTRAINT tasks_before_end;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_before_end;
ALTER TABLE upstream_tasks VALIDATE CONSTRAINT upstream_tasks_before_end;
