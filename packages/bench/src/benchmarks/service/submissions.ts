/** Durable submissions through HTTP, beside pgbench writing the same rows, one submission a transaction. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkOut, createDataDirectory, resolveRevision } from '@keyframe/test-kit';
import { type Api, type ApiOptions, startApi } from '../../api.ts';
import type { Benchmark, Comparison, RunOptions } from '../../comparison.ts';
import {
  bareSubmissionScript,
  countBareSubmissions,
  createBareTables,
} from '../../database/bare-submissions.queries.ts';
import { checkpoint, countSubmissions, insertOwners } from '../../database/owners.queries.ts';
import { measureLoad } from '../../load/load.ts';
import { submissionRequests } from '../../load/submission-requests.ts';
import { pgbench } from '../../pgbench/pgbench.ts';
import { alternate } from '../../rounds.ts';

const run = promisify(execFile);

/** The concurrency that fills the groups of the service; the peer has the concurrency that suits it best. */
const CONNECTIONS = 256;
const PGBENCH_CLIENTS = 16;
const TARGET = 2;
const EARLIER_TARGET = 2;

/** Compares the rates of submissions; throws when an accepted one has no task or no job. */
export const submissions: Benchmark = async (options) => {
  const { rounds, seconds, profileDirectory, against } = options;
  if (against !== undefined) return compareVersions(against, options);
  await using api = await startApi({ profileDirectory });
  const keys = await insertOwners(api.pool);
  const measure = submissionRounds(api, { requests: submissionRequests(keys), seconds });
  await createBareTables(api.pool);
  const { perSecond } = await alternate(rounds, { subject: measure, peer: () => barePeer(api, seconds) });
  return [
    {
      subject: 'submissions through HTTP',
      peer: 'pgbench, the same rows',
      unit: '/s',
      figures: perSecond,
      target: { kind: 'ratio', atLeast: TARGET },
    },
  ];
};

/** Compares this version with another one, each over a database of its own. */
async function compareVersions(
  revision: string,
  { rounds, seconds, profileDirectory }: RunOptions,
): Promise<Comparison[]> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await createDataDirectory());
  const commit = await resolveRevision(revision, '--against');
  console.error(`  installing ${revision}`);
  const version = await checkOut(commit, join(folder.path, 'earlier'));
  const start = async (options: ApiOptions) => {
    const api = resources.use(await startApi(options));
    return submissionRounds(api, { requests: submissionRequests(await insertOwners(api.pool)), seconds });
  };
  const { perSecond } = await alternate(rounds, {
    subject: await start({ profileDirectory }),
    peer: await start({ profileDirectory: undefined, version }),
  });
  return [
    {
      subject: 'submissions through HTTP',
      peer: `the same at ${revision}`,
      unit: '/s',
      figures: perSecond,
      target: { kind: 'ratio', atLeast: EARLIER_TARGET },
    },
  ];
}

interface SubmissionRounds extends Pick<RunOptions, 'seconds'> {
  readonly requests: ReturnType<typeof submissionRequests>;
}

/**
 * Creates rounds of submissions that check after each that what was accepted is there, once, and paid for. The first round,
 * which is not measured, uses each key twice: a key in frequent use is held in memory.
 */
export function submissionRounds(api: Api, { requests, seconds }: SubmissionRounds) {
  let amount = 2 * requests.length;
  return async () => {
    const before = await countSubmissions(api.pool);
    await checkpoint(api.pool);
    const perSecond = await measureLoad({ url: api.url, connections: CONNECTIONS, amount, requests }, 202);
    const after = await countSubmissions(api.pool);
    const [tasks, jobs] = [after.tasks - before.tasks, after.jobs - before.jobs];
    if (tasks !== amount || jobs !== amount) {
      throw new Error(`${amount} submissions were accepted, and made ${tasks} tasks and ${jobs} jobs.`);
    }
    await assertBalanced(api);
    amount = Math.max(CONNECTIONS, Math.round(perSecond * seconds));
    return { perSecond };
  };
}

async function barePeer({ pool, databaseUrl, directory }: Api, seconds: number) {
  await checkpoint(pool);
  const script = await bareSubmissionScript(pool);
  const before = await countBareSubmissions(pool);
  const bare = { databaseUrl, directory, script, clients: PGBENCH_CLIENTS, seconds };
  const { perSecond, transactions } = await pgbench(bare);
  const written = (await countBareSubmissions(pool)) - before;
  if (written !== transactions)
    throw new Error(`pgbench made ${transactions} submissions and wrote ${written}.`);
  return { perSecond };
}

/** Lets the operator's own command recompute every balance; throws when one is wrong. */
async function assertBalanced({ databaseUrl, version }: Api): Promise<void> {
  // The command ends with 1 when the ledger is not balanced, which rejects with what it found.
  const args = [version.admin, 'ledger', 'audit', '--json'];
  const { stdout } = await run(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  const audit: { readonly balanced?: boolean } = JSON.parse(stdout);
  if (audit.balanced !== true) throw new Error(`The ledger is not balanced: ${stdout}`);
}
