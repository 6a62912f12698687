// Kills parts of a service under load, lets it come to rest, and judges what is left.
import { setTimeout as wait } from 'node:timers/promises';
import { type Account, createAccount } from '../account.ts';
import { eventually } from '../eventually.ts';
import { createOperator, type Operator } from '../operator.ts';
import { type OperatorDesk, openOperatorDesk } from '../operator-desk.ts';
import { type Receiver, startReceiver } from '../receiver.ts';
import { type Books, readBooks } from './books.queries.ts';
import { comeToRest, type Rest } from './come-to-rest.ts';
import { type Customers, letIn } from './customers.ts';
import { judgeBalances, judgeTasks } from './judge-books.ts';
import { judgeCallbacks } from './judge-callbacks.ts';
import { judgeResults } from './judge-results.ts';
import { type KillableDatabase, startKillableDatabase } from './killable-database.ts';
import { type Kill, planChaos, type Victim } from './plan.ts';
import { openShop } from './shop.ts';
import { type Supervised, supervise } from './supervised.ts';

/** How much chaos. */
export interface ChaosOptions {
  readonly seed: number;
  readonly kills: number;
  /** Processes of each role. */
  readonly apis: number;
  readonly workers: number;
  readonly customers: number;
  /** Ends the run early. */
  readonly signal?: AbortSignal;
  /** Is told each kill. */
  readonly onKill?: (number: number, victim: Victim) => void;
}

/** What happened, and what should not have. */
export interface ChaosReport {
  readonly figures: Readonly<Record<string, number>>;
  readonly findings: readonly string[];
}

const CREDITS = 100_000_000;
const OWNERS = 3;
const KILL_POLL_MS = 10;
const REVIVAL_TIMEOUT_MS = 120_000;

const ENVIRONMENT = {
  ...{ RATE_CREATE: '1000000', RATE_STATUS: '1000000', RATE_POLL: '1000000' },
  ...{ CALLBACK_TIMEOUT: '2s', CALLBACK_RETRIES: '200ms,500ms,1s,2s,4s' },
  // No job is to blame for a worker that is killed here, however often it meets the same one.
  ...{ TASK_TIMEOUT: '30m', JOB_DEATHS: '1000', LOG_LEVEL: 'error' },
};

interface Arena {
  readonly database: KillableDatabase;
  readonly receiver: Receiver;
  readonly apis: readonly Supervised[];
  readonly workers: readonly Supervised[];
  readonly desk: OperatorDesk;
  readonly operator: Operator;
  readonly accounts: readonly Account[];
}

/** Runs the whole of it: chaos, rest, judgement. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  await using resources = new AsyncDisposableStack();
  const arena = await prepare(resources, options);
  const { kills, orders: plans } = planChaos(options.seed, options.kills);
  const shop = openShop();
  const apis = arena.apis.map(({ url }) => url);
  const customers = letIn({ ...arena, shop, apis, plans }, options.customers);
  resources.defer(() => customers.leave());
  await strike(arena, kills, { ...options, customers });
  await customers.leave();
  await everyoneReady(arena);
  const rest = await comeToRest(
    { api: apis[0] ?? '', databaseUrl: arena.database.url, shop },
    customers.orders,
  );
  const books = await readBooks(arena.database.url);
  const findings = [
    ...[...arena.apis, ...arena.workers].flatMap(({ unexpectedEnds }) => unexpectedEnds),
    ...shop.complaints,
    ...rest.findings,
    ...judgeTasks(rest.ended, customers.orders, books),
    ...(await judgeBalances(rest.ended, { ...arena, granted: CREDITS })),
    ...(await judgeResults(apis[0] ?? '', rest.ended)),
    ...judgeCallbacks(rest.ended, arena.receiver.allDeliveries()),
  ];
  if (books.deliveries.failed > 0) findings.push(`${books.deliveries.failed} callbacks were given up`);
  return { figures: figuresOf(arena, kills, { rest, books }), findings };
}

async function prepare(
  resources: AsyncDisposableStack,
  { apis, workers }: Pick<ChaosOptions, 'apis' | 'workers'>,
): Promise<Arena> {
  const database = resources.use(await startKillableDatabase());
  const receiver = resources.use(await startReceiver());
  const place = {
    ...{ DATABASE_URL: database.url, KEYFRAME_DATA: database.directory },
    // One for all, as behind a load balancer; nobody follows the links.
    PUBLIC_URL: 'https://keyframe.example',
  };
  const start = async (role: string) =>
    resources.use(await supervise({ ...ENVIRONMENT, ...receiver.env, ...place, ROLE: role }));
  const processes = {
    apis: await Promise.all(Array.from({ length: apis }, () => start('api'))),
    workers: await Promise.all(Array.from({ length: workers }, () => start('worker'))),
  };
  await everyoneReady(processes);
  const desk = resources.use(openOperatorDesk(database.url));
  const accounts = await Promise.all(
    Array.from({ length: OWNERS }, () => createAccount(desk, { credits: CREDITS })),
  );
  return { database, receiver, ...processes, desk, operator: createOperator(place), accounts };
}

async function everyoneReady({ apis, workers }: Pick<Arena, 'apis' | 'workers'>): Promise<void> {
  await Promise.all([...apis, ...workers].map((process) => process.ready()));
}

async function strike(
  { database, apis, workers }: Arena,
  kills: readonly Kill[],
  { onKill, signal, customers }: Pick<ChaosOptions, 'onKill' | 'signal'> & { customers: Customers },
): Promise<void> {
  let back = Promise.resolve();
  for (const [index, { victim, awaitsLife, pauseMs, downMs, ...kill }] of kills.entries()) {
    if (awaitsLife) await signsOfLife(customers);
    await wait(pauseMs, undefined, signal && { signal });
    onKill?.(index + 1, victim);
    if (victim === 'postgres' || victim === 'backend') await back;
    if (victim === 'postgres') back = database.kill(downMs);
    else if (victim === 'backend') database.killBackend(kill.index);
    else await killOne(victim === 'api' ? apis : workers, kill.index);
    // What went wrong with the restart is for whoever awaits it next.
    back.catch(() => {});
  }
  await back;
}

/** A service that does not come back by itself has lost more than a process. */
function signsOfLife(customers: Customers): Promise<true> {
  const before = customers.accepted;
  const isAlive = () => (customers.accepted > before ? true : undefined);
  return eventually('an order to be accepted', isAlive, { timeoutMs: REVIVAL_TIMEOUT_MS });
}

/** Between its end and its restart a process can't be killed. */
async function killOne(processes: readonly Supervised[], index: number): Promise<void> {
  const process = processes[index % processes.length];
  while (process?.kill() === false) await wait(KILL_POLL_MS);
}

function figuresOf(
  { apis, workers, receiver }: Arena,
  kills: readonly Kill[],
  { rest, books }: { rest: Rest; books: Books },
): Record<string, number> {
  const killed = (victim: Victim) => kills.filter((kill) => kill.victim === victim).length;
  const count = (billing: string) =>
    rest.ended.filter(({ record }) => record.billing_status === billing).length;
  return {
    kills: kills.length,
    'killed APIs': killed('api'),
    'killed workers': killed('worker'),
    'killed PostgreSQL': killed('postgres'),
    'killed backends of PostgreSQL': killed('backend'),
    'starts that found no database': [...apis, ...workers].reduce(
      (sum, { failedStarts }) => sum + failedStarts,
      0,
    ),
    tasks: books.tasks.length,
    charged: count('charged'),
    refunded: count('refunded'),
    'refund failed': count('refund_failed'),
    'lost answers': rest.ended.reduce((sum, { order }) => sum + order.lost, 0),
    'answered only after the chaos': rest.askedAgain,
    'of these accepted before': rest.acceptedUnheard,
    'callbacks delivered': books.deliveries.delivered,
    'requests to the receiver': receiver.allDeliveries().length,
  };
}
