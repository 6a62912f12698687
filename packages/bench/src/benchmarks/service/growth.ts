/** A server with millions of tasks stored and a hundred thousand queued, next to one whose database is empty. */
import type { Benchmark } from '../../comparison.ts';
import { endedTaskIds, insertHistory, QUEUED } from '../../database/history.queries.ts';
import { insertCompletedTasks } from '../../database/tasks.queries.ts';
import { compareDrop } from './dropped-month.ts';
import { compareServers, startSide } from './two-servers.ts';

const TARGET = 0.9;

const MEASURES = [
  'submissions',
  'status queries',
  'ends of tasks',
  'callbacks',
  'lists',
  'console pages',
] as const;

/** Compares the rates with a year of tasks and without, and drops the first month of the year. */
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
  const servers = { subject, peer, names, measures: MEASURES, atLeast: TARGET };
  return [...(await compareServers(servers, options)), ...(await compareDrop(subject))];
};
