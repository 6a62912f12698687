/** A server with millions of tasks stored and a hundred thousand queued, next to one whose database is empty. */
import type { Benchmark } from '../comparison.ts';
import { endedTaskIds, insertHistory, QUEUED } from '../database/history.queries.ts';
import { insertCompletedTasks } from '../database/tasks.queries.ts';
import { compareServers, startSide } from './two-servers.ts';

const TARGET = 0.9;

/** Compares the rates with a year of tasks and without. */
export const growth: Benchmark = async (options) => {
  await using resources = new AsyncDisposableStack();
  const { tasks } = options;
  const subject = await startSide(resources, (pool) => endedTaskIds(pool, tasks), options);
  console.error(`  storing ${tasks} tasks that have ended, and ${QUEUED} that wait`);
  await insertHistory(subject.api.pool, tasks);
  const peer = await startSide(resources, insertCompletedTasks, options);
  const names = {
    subject: `${(tasks + QUEUED).toLocaleString('en-US')} tasks`,
    peer: 'an empty database',
  };
  // Awaited, or the servers would stop first.
  return await compareServers({ subject, peer, names, atLeast: TARGET }, options);
};
