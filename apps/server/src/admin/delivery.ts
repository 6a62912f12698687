import { Command, Option } from 'commander';
import {
  describeRefusedRound,
  findDelivery,
  listAttempts,
  listDeliveries,
  startRound,
} from '../callbacks/deliveries.queries.ts';
import { parseConfig } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Delivery, DeliveryAttempt, DeliveryStatus } from '../db/tables.ts';
import { DEFAULT_LIMIT, parseLimit } from './options.ts';
import { RefusedError } from './refused-error.ts';
import { print, printRows, withDatabase } from './run.ts';
import { UsageError } from './usage-error.ts';

const STATUSES: readonly DeliveryStatus[] = ['pending', 'delivered', 'failed'];

interface ListOptions {
  readonly owner?: string;
  readonly task?: string;
  readonly status?: DeliveryStatus;
  readonly limit: number;
  readonly json?: boolean;
}

interface IdOptions {
  readonly id: string;
  readonly json?: boolean;
}

/** `delivery list`, `delivery show` with the log of attempts, and `delivery redeliver`. */
export function deliveryCommand(): Command {
  const group = new Command('delivery').description('callbacks and their attempts');
  group
    .command('list')
    .description('list deliveries')
    .option('--owner <id>', 'only of this team')
    .option('--task <id>', 'only of this task')
    .addOption(new Option('--status <status>', 'only in this status').choices(STATUSES))
    .option('--limit <count>', 'maximum number of deliveries, newest first', parseLimit, DEFAULT_LIMIT)
    .option('--json', 'print JSON')
    .action(async ({ owner: ownerId, task: taskId, status, limit, json = false }: ListOptions) => {
      const found = await withDatabase((database) =>
        listDeliveries(database, { ownerId, taskId, status, limit }),
      );
      printRows(found.map(describeDelivery), { json });
    });
  addIdOption(group.command('show').description('print a delivery with its body and its attempts')).action(
    async (options: IdOptions) => {
      const shown = await withDatabase(async (database) => {
        const delivery = await requireDelivery(database, options.id);
        const attempts = await listAttempts(database, delivery.id);
        return { ...describeDelivery(delivery), body: delivery.body, log: attempts.map(describeAttempt) };
      });
      print(shown, options);
    },
  );
  addIdOption(group.command('redeliver').description('start a new series of attempts')).action(
    async (options: IdOptions) => {
      print(describeDelivery(await withDatabase((database) => redeliver(database, options.id))), options);
    },
  );
  return group;
}

async function redeliver(database: Database, id: string): Promise<Delivery> {
  const { retentionMs } = parseConfig(process.env);
  const outcome = await startRound(database, { id, retentionMs });
  const delivery = await requireDelivery(database, id);
  if (outcome.kind === 'started') return delivery;
  throw new RefusedError(describeRefusedRound(id, outcome));
}

function addIdOption(command: Command): Command {
  return command.requiredOption('--id <id>', 'id of the delivery').option('--json', 'print JSON');
}

async function requireDelivery(database: Database, id: string): Promise<Delivery> {
  const delivery = await findDelivery(database, id);
  if (delivery === undefined) throw new UsageError(`Delivery ${id} not found.`);
  return delivery;
}

function describeDelivery({ id, taskId, ownerId, status, attempts, url, createdAt, dueAt }: Delivery) {
  return {
    id,
    task: taskId,
    owner: ownerId,
    status,
    attempts,
    url,
    created_at: createdAt.toISOString(),
    next_attempt_at: status === 'pending' ? dueAt.toISOString() : null,
  };
}

function describeAttempt({ number, startedAt, latencyMs, httpStatus, ...answer }: DeliveryAttempt) {
  return {
    number,
    started_at: startedAt.toISOString(),
    latency_ms: latencyMs,
    http_status: httpStatus,
    error_class: answer.errorClass,
    problem: answer.problem,
    excerpt: answer.excerpt,
  };
}
