// Patroni's REST API (https://patroni.readthedocs.io/en/latest/rest_api.html).
import { type DatabaseMachine, PATRONI_PORT } from './topology.ts';

const REQUEST_TIMEOUT_MS = 2_000;
/** A switchover is answered when it is done. */
const SWITCHOVER_TIMEOUT_MS = 60_000;

/** One member as the cluster sees it. */
export interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
  readonly lag?: number | 'unknown';
}

/** Reads the members from the first machine that answers; empty if none does. */
export async function readMembers(machines: readonly DatabaseMachine[]): Promise<readonly Member[]> {
  const answers = machines.map(async (machine) => {
    const response = await fetch(formatUrl(machine, 'cluster'), {
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const { members }: { members?: readonly Member[] } = JSON.parse(await response.text());
    if (members === undefined) throw new Error(`${machine.name} does not know the cluster.`);
    return members;
  });
  return Promise.any(answers).catch(() => []);
}

/** Finds the member that holds the lease and runs as the primary. */
export function findLeader(members: readonly Member[]): Member | undefined {
  return members.find(({ role, state }) => role === 'leader' && state === 'running');
}

/** Reports whether there is a primary, and every other member streams its timeline without lag. */
export function isHealthy(members: readonly Member[], size: number): boolean {
  const leader = findLeader(members);
  const standbys = members.filter(({ state }) => state === 'streaming');
  return (
    leader !== undefined &&
    standbys.length === size - 1 &&
    standbys.every(({ timeline, lag }) => timeline === leader.timeline && lag === 0)
  );
}

/** Makes another member the primary; resolves when it is. */
export async function switchOver(leader: DatabaseMachine, candidate: DatabaseMachine): Promise<void> {
  await send('POST', formatUrl(leader, 'switchover'), {
    body: { leader: leader.name, candidate: candidate.name },
    timeoutMs: SWITCHOVER_TIMEOUT_MS,
  });
}

/** Changes settings of the whole cluster. */
export async function changeSettings(machine: DatabaseMachine, settings: object): Promise<void> {
  await send('PATCH', formatUrl(machine, 'config'), { body: settings, timeoutMs: REQUEST_TIMEOUT_MS });
}

function formatUrl({ address }: DatabaseMachine, path: string): string {
  return `http://${address}:${PATRONI_PORT}/${path}`;
}

async function send(
  method: string,
  url: string,
  { body, timeoutMs }: { body: object; timeoutMs: number },
): Promise<void> {
  const response = await fetch(url, {
    method,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
}
