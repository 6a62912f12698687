import { Command } from 'commander';
import { retryRefund } from '../tasks/retry-refund.ts';
import { RefusedError } from './refused-error.ts';
import { print, withDatabase } from './run.ts';
import { UsageError } from './usage-error.ts';

/** `task retry-refund` returns the credits of a task whose refund failed; `changed` is false when they were returned before. */
export function taskCommand(): Command {
  const group = new Command('task').description('tasks of all teams');
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
