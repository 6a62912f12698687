-- Due deliveries are found owner by owner, whatever backlog one of them has.

CREATE INDEX deliveries_due_by_owner ON deliveries (owner_id, due_at) WHERE status = 'pending';
DROP INDEX deliveries_due;
