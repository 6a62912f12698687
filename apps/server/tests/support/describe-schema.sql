-- One line a column, constraint, index, trigger, type, setting and function of the schema keyframe, without partitions, whose names
-- change. A body of a function is in its file.
WITH relation AS (
  SELECT oid, relname, reloptions FROM pg_class WHERE relnamespace = 'keyframe'::regnamespace AND NOT relispartition
)
SELECT line FROM (
  SELECT table_name || '.' || column_name || ' ' || data_type
    || CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END
    || coalesce(' default ' || column_default, '') AS line
  FROM information_schema.columns JOIN relation ON relname = table_name WHERE table_schema = 'keyframe'
  UNION ALL
  SELECT relname || ' constraint ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
  FROM pg_constraint JOIN relation ON relation.oid = conrelid WHERE contype <> 'n'
  UNION ALL
  SELECT relname || ' index ' || pg_get_indexdef(indexrelid) FROM pg_index JOIN relation ON relation.oid = indrelid
  UNION ALL
  SELECT relname || ' trigger ' || pg_get_triggerdef(pg_trigger.oid)
  FROM pg_trigger JOIN relation ON relation.oid = tgrelid WHERE NOT tgisinternal
  UNION ALL
  SELECT relname || ' with ' || array_to_string(reloptions, ', ') FROM relation WHERE reloptions IS NOT NULL
  UNION ALL
  SELECT relname || ' type ' || string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum)
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
  WHERE relnamespace = 'keyframe'::regnamespace AND relkind = 'c' GROUP BY relname
  UNION ALL
  SELECT 'function ' || replace(split_part(pg_get_functiondef(oid), E'\nAS ', 1), E'\n', '')
  FROM pg_proc WHERE pronamespace = 'keyframe'::regnamespace
) AS lines ORDER BY line COLLATE "C"
