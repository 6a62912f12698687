-- Failed refunds that operators are told of. A notice whose sender died or failed is claimed again after five minutes.
CREATE TABLE failed_refund_notices (
  task_id text PRIMARY KEY REFERENCES tasks,
  claimed_at timestamptz,
  sent_at timestamptz
);

CREATE INDEX failed_refund_notices_unsent ON failed_refund_notices (task_id) WHERE sent_at IS NULL;
