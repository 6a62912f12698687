-- One line a column, constraint, index and trigger of the schema keyframe, without partitions, whose names change.
SELECT line FROM (
  SELECT table_name || '.' || column_name || ' ' || data_type
    || CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END
    || coalesce(' default ' || column_default, '') AS line
  FROM information_schema.columns WHERE table_schema = 'keyframe'
    AND NOT EXISTS (
      SELECT FROM pg_class WHERE oid = format('%I.%I', table_schema, table_name)::regclass AND relispartition
    )
  UNION ALL
  SELECT conrelid::regclass::text || ' constraint ' || conname || ' ' || pg_get_constraintdef(oid)
  FROM pg_constraint WHERE connamespace = 'keyframe'::regnamespace AND contype <> 'n'
    AND conrelid NOT IN (SELECT oid FROM pg_class WHERE relispartition)
  UNION ALL
  SELECT tablename || ' index ' || indexdef FROM pg_indexes WHERE schemaname = 'keyframe'
    AND NOT EXISTS (
      SELECT FROM pg_class WHERE oid = format('%I.%I', schemaname, tablename)::regclass AND relispartition
    )
  UNION ALL
  SELECT tgrelid::regclass::text || ' trigger ' || pg_get_triggerdef(oid)
  FROM pg_trigger WHERE NOT tgisinternal AND tgrelid::regclass::text LIKE '%'
    AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'keyframe'::regnamespace AND NOT relispartition)
) AS lines ORDER BY line COLLATE "C"
