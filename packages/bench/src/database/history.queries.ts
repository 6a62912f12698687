// Years of a service: tasks that ended, with their transfers and callbacks, and a queue of others that wait.
import type { Pool } from 'pg';
import { idSql, KEYS, ownerOfKeySql } from './owners.queries.ts';
import { queryWithoutTriggers } from './without-triggers.ts';

/** Tasks that wait. */
export const QUEUED = 100_000;
/** The number of ended tasks for each callback that is still stored. */
const TASKS_PER_CALLBACK = 10;
/** Callbacks are deleted 30 days after their end; older ones would be deleted while rates are measured. */
const CALLBACK_DAYS = 29;
const MONTHS = 12;
const CREDITS = 50;

const INPUT = JSON.stringify({
  generation_type: 'text-to-video',
  image_urls: [],
  video_urls: [],
  audio_urls: [],
  duration: 5,
  prompt: 'A lighthouse above a stormy sea at dusk, waves breaking over the rocks, slow aerial shot',
  aspect_ratio: '16:9',
  resolution: '720p',
  generate_audio: true,
  watermark: false,
  web_search: false,
  return_last_frame: false,
});

/** SQL for the moment of a task: they are spread over the year before this month. */
function momentSql(number: string, total: number): string {
  return `keyframe.month_from_now(-${MONTHS}) + ${number} * ((keyframe.month_from_now(0) - keyframe.month_from_now(-${MONTHS})) / ${total})`;
}

/** SQL for the id of a task, which begins with its moment. */
function historicIdSql(number: string, moment: string): string {
  return `keyframe.least_task_id(${moment}) || lpad((${number})::text, 16, '0')`;
}

/** Replaces the partitions of before, which are empty, by those of a service that has run for a year. */
const PARTITIONS = ['tasks', 'ledger_entries', 'upstream_tasks'].flatMap((table) => [
  `DROP TABLE keyframe.${table}_before`,
  ...Array.from({ length: MONTHS + 2 }, (_, index) => index - MONTHS).map(
    (month) => `DO $$ BEGIN EXECUTE format('CREATE TABLE keyframe.${table}_%s PARTITION OF keyframe.${table}
      FOR VALUES FROM (%L) TO (%L)', ${monthNameSql(month)}, keyframe.least_task_id(keyframe.month_from_now(${month})),
      keyframe.least_task_id(keyframe.month_from_now(${month} + 1))); END $$`,
  ),
]);

/** SQL for the name of a month. */
function monthNameSql(month: number): string {
  return `to_char(keyframe.month_from_now(${month}) AT TIME ZONE 'UTC', 'YYYY"_"MM')`;
}

const insertRows = (ended: number): string[] => [
  `INSERT INTO keyframe.tasks (id, owner_id, key_id, mode, model, input, seed, credits, status, billing_status,
    created_at, deadline, started_at, finished_at, video_expires_at, files_deleted_at, input_reduced_at)
  SELECT ${historicIdSql('n', 'moment')}, ${ownerOfKeySql('key')}, ${idSql('key', 'key')}, 'live', 'video-2-0',
    CASE WHEN ended THEN keyframe.reduced_input('${INPUT}') ELSE '${INPUT}' END, 1,
    ${CREDITS}, CASE WHEN ended THEN 'completed' ELSE 'queued' END, CASE WHEN ended THEN 'charged' ELSE 'reserved' END,
    moment, now() + interval '1 day', CASE WHEN ended THEN moment END, CASE WHEN ended THEN moment END,
    CASE WHEN ended THEN moment + interval '1 day' END, CASE WHEN ended THEN moment + interval '1 day' END,
    CASE WHEN ended THEN moment + interval '7 days' END
  FROM (
    SELECT n, n % ${KEYS} + 1 AS key, n < ${ended} AS ended, ${momentSql('n', ended + QUEUED)} AS moment
    FROM generate_series(0, ${ended + QUEUED - 1}) AS n
  ) AS task`,
  `INSERT INTO keyframe.ledger_entries (owner_id, mode, task_id, kind, amount, created_at)
  SELECT owner_id, mode, id, kind, credits, created_at
  FROM keyframe.tasks CROSS JOIN unnest(ARRAY['reserve', 'charge']) AS kind
  WHERE kind = 'reserve' OR status = 'completed'
  ORDER BY id, kind DESC`,
  `UPDATE keyframe.accounts SET available = available - moved.taken, reserved = reserved + moved.waiting
  FROM (
    SELECT owner_id, mode, sum(credits) AS taken, coalesce(sum(credits) FILTER (WHERE status = 'queued'), 0) AS waiting
    FROM keyframe.tasks GROUP BY owner_id, mode
  ) AS moved WHERE accounts.owner_id = moved.owner_id AND accounts.mode = moved.mode`,
  `INSERT INTO keyframe.deliveries (id, task_id, owner_id, url, host, body, status, attempts, created_at, due_at)
  SELECT replace(id, 'task_', 'msg_'), id, owner_id, 'https://customer.example/callbacks', 'customer.example',
    repeat('x', 400), 'delivered', 1, created_at, created_at
  FROM keyframe.tasks WHERE status = 'completed' AND created_at > now() - interval '${CALLBACK_DAYS} days'
    AND right(id, 9)::integer % ${TASKS_PER_CALLBACK} = 0`,
  `INSERT INTO keyframe.delivery_attempts (delivery_id, number, started_at, latency_ms, http_status)
  SELECT id, 1, created_at, 20, 204 FROM keyframe.deliveries WHERE host = 'customer.example'`,
  `INSERT INTO keyframe.usage_steps (owner_id, span, starts_at, mode, model, completed, failed, credits, latencies)
  SELECT owner_id, 'hour', date_bin('1 hour', created_at, 'epoch') AS starts_at, mode, model, count(*), 0, sum(credits),
    array_prepend(count(*)::integer, array_fill(0, ARRAY[59]))
  FROM keyframe.tasks WHERE status = 'completed' GROUP BY owner_id, starts_at, mode, model`,
  `INSERT INTO keyframe.jobs (task_id, owner_id, mode, has_references) SELECT id, owner_id, mode, false
  FROM keyframe.tasks WHERE status = 'queued'`,
];

/** Stores tasks that ended and a hundred thousand that wait with their jobs; the books stay balanced. */
export async function insertHistory(pool: Pool, ended: number): Promise<void> {
  for (const statement of PARTITIONS) await pool.query(statement);
  for (const statement of insertRows(ended)) await queryWithoutTriggers(pool, statement, []);
  await pool.query(
    `VACUUM (ANALYZE) keyframe.tasks, keyframe.ledger_entries, keyframe.accounts, keyframe.deliveries,
      keyframe.delivery_attempts, keyframe.usage_steps, keyframe.jobs`,
  );
}

/** Gives an ended task of each key, in the keys' order, from all over the history. */
export async function endedTaskIds(pool: Pool, ended: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT ${historicIdSql('n', momentSql('n', ended + QUEUED))} AS id
    FROM (SELECT key - 1 + ${KEYS} * (key * 7 % ${Math.floor(ended / KEYS)}) AS n FROM generate_series(1, ${KEYS}) AS key) AS number
    ORDER BY n % ${KEYS}`,
  );
  return rows.map(({ id }) => id);
}

/** Takes the jobs away, which a worker would render instead of delivering. */
export async function deleteJobs(pool: Pool): Promise<void> {
  await pool.query('DELETE FROM keyframe.jobs');
  await pool.query('VACUUM (ANALYZE) keyframe.jobs');
}
