/** A server whose database someone reads in one long transaction, as a backup does, next to one without. */
import { Client } from 'pg';
import type { Benchmark } from '../../comparison.ts';
import { insertCompletedTasks, reopenTasks } from '../../database/tasks.queries.ts';
import { compareServers, type Side, startSide } from './two-servers.ts';

const TARGET = 0.8;
const MEASURES = ['submissions', 'status queries', 'ends of tasks', 'callbacks'] as const;

/** Compares the rates while a snapshot is held, which keeps every dead row, from the first round to the last. */
export const horizon: Benchmark = async (options) => {
  await using resources = new AsyncDisposableStack();
  const taskIds: Side['taskIds'] = async (pool) => {
    const ids = await insertCompletedTasks(pool);
    await reopenTasks(pool);
    return ids;
  };
  const subject = await startSide(resources, taskIds, options);
  const peer = await startSide(resources, taskIds, options);
  const backup = new Client({ connectionString: subject.api.databaseUrl });
  await backup.connect();
  resources.defer(() => backup.end());
  const start = performance.now();
  await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await backup.query('SELECT count(*) FROM keyframe.owners');
  const names = { subject: 'a snapshot held', peer: 'no snapshot' };
  const servers = { subject, peer, names, measures: MEASURES, atLeast: TARGET };
  const comparisons = await compareServers(servers, options);
  await backup.query('COMMIT');
  console.error(`  the snapshot was held for ${Math.round((performance.now() - start) / 1000)} s`);
  return comparisons;
};
