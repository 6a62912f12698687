-- Nothing lists the tasks of an owner. The index was the only one that a submission wrote to at a random place, so with
-- many tasks stored each one dirtied a page of its own.
DROP INDEX tasks_of_owner;
