// One round: load, a fault, the way back, and every check.
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '@keyframe/test-kit';
import { type Account, createAccount } from '../../support/account.ts';
import { checkOutcome } from '../chaos/check-outcome.ts';
import { GRANTED_CREDITS } from '../chaos/loaded-service.ts';
import type { Operation } from '../chaos/operation.ts';
import { planChaos } from '../chaos/plan.ts';
import { readStoredLedger } from '../chaos/stored-ledger.queries.ts';
import { startWorkload } from '../chaos/workload.ts';
import type { Cluster } from './cluster.ts';
import { INJECT } from './faults.ts';
import { listLost } from './lost-tasks.ts';
import { findLeader } from './patroni-client.ts';
import type { Round } from './plan.ts';
import type { ReplicatedService } from './replicated-service.ts';
import type { RoundReport } from './report.ts';
import { findOutage, renderTimeline, type TimelineEvent } from './timeline.ts';
import { ROUTES, type Route } from './topology.ts';

/** The cluster, the service, and the state that rounds share. */
export interface Course {
  readonly cluster: Cluster;
  readonly service: ReplicatedService;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Operations and owners of all rounds so far. */
  readonly operations: Operation[];
  readonly accounts: Account[];
}

const CLIENTS = 6;
/** A fault that lasts longer is a finding of its own. */
const FAILOVER_TIMEOUT_MS = 60_000;
/** Load after everything is back. */
const AFTER_MS = 2_000;
const WATCH_INTERVAL_MS = 200;

/** Creates an owner and puts the service under load with its submissions. */
export async function startLoad({ service, seed, operations, accounts }: Course) {
  const account = await createAccount(service.target.inProcessOperator, { credits: GRANTED_CREDITS });
  accounts.push(account);
  const { client, receiver } = service.target;
  const { operations: plans } = planChaos(seed, 0);
  const workload = startWorkload(
    { client, apis: service.apis, accounts: [account], receiver, plans, firstNumber: operations.length },
    CLIENTS,
  );
  return {
    account,
    operations: workload.operations,
    async stop() {
      await workload.stop();
      operations.push(...workload.operations);
    },
  };
}

/** Runs a round and checks it. */
export async function runRound(course: Course, round: Round): Promise<RoundReport> {
  const { cluster, service, signal } = course;
  const roles = await cluster.waitUntilHealthy();
  await service.ready();
  const earlier = [...course.operations];
  const load = await startLoad(course);
  const events: TimelineEvent[] = [];
  const note = (text: string) => events.push({ at: performance.now(), text });
  const watching = new AbortController();
  const watch = watchLeader(cluster, note, watching.signal);
  let fault = performance.now();
  const problems: string[] = [];
  try {
    await awaitAcceptance(service);
    await wait(round.warmUpMs, undefined, { signal });
    fault = performance.now();
    note(`${round.fault} (${roles.primary.name})`);
    await INJECT[round.fault]({
      ...roles,
      standby: roles.standbys[round.standby],
      awaitFailover: () => awaitFailover(cluster, roles.primary.name),
      awaitAcceptance: () => awaitAcceptance(service),
      note,
      signal,
    });
    note('healed');
    await awaitAcceptance(service);
    await cluster.waitUntilHealthy();
    note('all members back');
    await wait(AFTER_MS, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    problems.push(`${round.fault}: ${error}`);
  } finally {
    await load.stop();
    watching.abort();
    await watch;
  }
  const end = performance.now();
  const recoveryMs = measureRecovery(service, { fault, end }, events);
  const lost = listLost(load.operations, await readStoredLedger(service.target.databaseUrl));
  const outcome = await checkOutcome(
    { ...service.target, accounts: [load.account], granted: GRANTED_CREDITS, earlier },
    load.operations,
  );
  return {
    fault: round.fault,
    recoveryMs,
    accepted: load.operations.filter(({ taskIds }) => taskIds.size > 0).length,
    lost: lost.length,
    timeline: renderTimeline(events, fault),
    findings: [...problems, ...lost.map((id) => `${id} was accepted and is lost`), ...outcome.findings],
  };
}

/** Measures each route's outage and notes its bounds. */
function measureRecovery(
  { acceptances }: ReplicatedService,
  window: { fault: number; end: number },
  events: TimelineEvent[],
): Record<Route, number> {
  const measure = (route: Route): number => {
    const { from, to } = findOutage(acceptances.times(route), window);
    events.push({ at: from, text: `last 202 by ${route}` }, { at: to, text: `first 202 by ${route}` });
    return to - from;
  };
  return { HAProxy: measure('HAProxy'), 'several hosts': measure('several hosts') };
}

/** Waits until both routes have accepted a submission that was sent from now on. */
async function awaitAcceptance({ acceptances }: ReplicatedService): Promise<void> {
  const before = new Map(ROUTES.map((route) => [route, acceptances.times(route).length]));
  // The first acceptance may be of a submission that was under way.
  const isAccepted = (route: Route) => acceptances.times(route).length > (before.get(route) ?? 0) + CLIENTS;
  await eventually('both routes to accept submissions', () => ROUTES.every(isAccepted), {
    timeoutMs: FAILOVER_TIMEOUT_MS,
  });
}

async function awaitFailover(cluster: Cluster, before: string): Promise<void> {
  const hasMoved = async () => {
    const leader = findLeader(await cluster.members());
    return leader !== undefined && leader.name !== before;
  };
  await eventually('another primary', hasMoved, { timeoutMs: FAILOVER_TIMEOUT_MS });
}

/** Notes each change of the primary. */
async function watchLeader(
  cluster: Cluster,
  note: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let last: string | undefined;
  while (!signal.aborted) {
    const leader = findLeader(await cluster.members());
    const state =
      leader === undefined ? 'no primary' : `${leader.name} is the primary, timeline ${leader.timeline}`;
    if (last !== undefined && state !== last) note(state);
    last = state;
    await wait(WATCH_INTERVAL_MS, undefined, { signal }).catch(() => {});
  }
}
