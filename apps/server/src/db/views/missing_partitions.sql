-- The partitions that this month and the coming three lack, in the order of their creation.
CREATE OR REPLACE VIEW missing_partitions AS
SELECT parent, parent || to_char(month_from_now(months) AT TIME ZONE 'UTC', '"_"YYYY"_"MM') AS name, bound.from_id, bound.until_id
FROM generate_series(0, 3) AS months
CROSS JOIN unnest(ARRAY['tasks', 'ledger_entries', 'upstream_tasks']) WITH ORDINALITY AS parents (parent, "position")
CROSS JOIN LATERAL (
  SELECT least_task_id(month_from_now(months)) AS from_id, least_task_id(month_from_now(months + 1)) AS until_id
) AS bound
WHERE NOT EXISTS (
  SELECT FROM month_partitions AS known
  WHERE known.parent = parents.parent AND coalesce(known.from_id, '') < bound.until_id AND known.until_id > bound.from_id
)
ORDER BY months, "position";
