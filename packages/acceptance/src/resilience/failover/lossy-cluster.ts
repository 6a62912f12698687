// The control: without synchronous replication, a failover loses tasks, and the checker has to find them.
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '@keyframe/test-kit';
import { listTaskIds } from '../chaos/operation.ts';
import { readStoredLedger } from '../chaos/stored-ledger.queries.ts';
import { listLost } from './lost-tasks.ts';
import { discardPackets } from './network.ts';
import { findLeader } from './patroni-client.ts';
import { type Course, startLoad } from './run-round.ts';

const LOAD_MS = 5_000;

/** Counts of the control. */
export interface Loss {
  /** Tasks that were accepted while no standby could be reached. */
  readonly accepted: number;
  /** Those of them that the new primary does not have. */
  readonly lost: number;
}

/** Makes the cluster asynchronous, cuts the standbys off under load, kills the primary and counts lost tasks. */
export async function loseTasks(course: Course): Promise<Loss> {
  const { cluster, service, signal } = course;
  const { primary, standbys } = await cluster.waitUntilHealthy();
  await cluster.setSynchronous(false);
  await eventually('commits that do not wait', () => cluster.isAsynchronous(primary));
  const heal = await discardPackets(
    primary,
    standbys.map(({ address }) => address),
  );
  const load = await startLoad(course);
  await wait(LOAD_MS, undefined, { signal });
  await primary.signal('SIGKILL', ['patroni', 'postgres']);
  const accepted = listTaskIds(load.operations);
  await load.stop();
  await eventually('another primary', async () => {
    const leader = findLeader(await cluster.members());
    return leader !== undefined && leader.name !== primary.name;
  });
  // Not before: a socket of a killed process still sends what it holds.
  await heal();
  await service.ready();
  const stored = await readStoredLedger(service.target.databaseUrl);
  const lost = new Set(listLost(load.operations, stored));
  return { accepted: accepted.length, lost: accepted.filter((id) => lost.has(id)).length };
}
