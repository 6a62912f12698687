import { Command, Option } from 'commander';
import type { BillingStatus, Mode, TaskStatus } from '../db/tables.ts';
import { listAllTaskSummaries, listTaskSummaries, type TaskSummary } from '../tasks/listing.queries.ts';
import { retryRefund } from '../tasks/retry-refund.ts';
import { DEFAULT_LIMIT, parseLimit } from './options.ts';
import { RefusedError } from './refused-error.ts';
import { print, printRows, withDatabase } from './run.ts';
import { UsageError } from './usage-error.ts';

const STATUSES: readonly TaskStatus[] = ['queued', 'generating', 'completed', 'failed'];
const BILLING_STATUSES: readonly BillingStatus[] = ['reserved', 'charged', 'refunded', 'refund_failed'];

interface ListOptions {
  readonly owner?: string;
  readonly mode?: Mode;
  readonly status?: TaskStatus;
  readonly billing?: BillingStatus;
  readonly limit: number;
  readonly json?: boolean;
}

/** `task list` looks through 10,000 tasks at most for those that its options let pass, as a page of the console does. */
function addListCommand(group: Command): void {
  group
    .command('list')
    .description('list tasks')
    .option('--limit <count>', 'maximum number of rows, newest first', parseLimit, DEFAULT_LIMIT)
    .option('--owner <id>', 'only of this team')
    .addOption(new Option('--mode <mode>', 'only of this mode').choices(['live', 'test']))
    .addOption(new Option('--status <status>', 'only in this status').choices(STATUSES))
    .addOption(new Option('--billing <status>', 'only in this billing status').choices(BILLING_STATUSES))
    .option('--json', 'print JSON')
    .action(
      async ({ owner: ownerId, mode, status, billing: billingStatus, limit, json = false }: ListOptions) => {
        const filter = { mode, status, billingStatus, limit };
        const { items } = await withDatabase((database) =>
          ownerId === undefined
            ? listAllTaskSummaries(database, filter)
            : listTaskSummaries(database, { ...filter, ownerId }),
        );
        printRows(items.map(describeTask), { json });
      },
    );
}

function describeTask(task: TaskSummary) {
  return {
    id: task.id,
    owner: task.ownerId,
    mode: task.mode,
    model: task.model,
    status: task.status,
    billing_status: task.billingStatus,
    credits: task.credits,
    failed_reason: task.failedReason,
    created_at: task.createdAt.toISOString(),
    finished_at: task.finishedAt?.toISOString() ?? null,
  };
}

/** `task list`; `task retry-refund` returns the credits of a task whose refund failed; `changed` is false when they were returned before. */
export function taskCommand(): Command {
  const group = new Command('task').description('tasks of all teams');
  addListCommand(group);
  group
    .command('retry-refund')
    .description('return the credits of a task whose refund failed')
    .requiredOption('--id <id>', 'id of a task whose billing status is refund_failed')
    .option('--json', 'print JSON')
    .action(async (options: { id: string; json?: boolean }) => {
      const retry = await withDatabase((database) => retryRefund(database, { taskId: options.id }));
      if (retry === undefined) throw new UsageError(`Task ${options.id} not found.`);
      const { id, status, billingStatus, credits } = retry.task;
      if (retry.outcome === 'refused') {
        throw new RefusedError(
          `Task ${id} is ${status} and ${billingStatus}. Only a failed task whose refund failed can be refunded.`,
        );
      }
      print({ id, billing_status: billingStatus, credits, changed: retry.outcome === 'refunded' }, options);
    });
  return group;
}
