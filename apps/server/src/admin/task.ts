import { defineCommand, UsageError } from '@keyframe/cli/command';
import { retryRefund } from '../tasks/retry-refund.ts';
import { JSON_OPTION } from './options.ts';
import { RefusedError } from './refused-error.ts';
import { formatResult, withDatabase } from './run.ts';

/** Returns the credits of a task whose refund failed; `changed` is false when they were returned before. */
export const RETRY_REFUND = defineCommand({
  name: 'task retry-refund',
  summary: 'return the credits of a task whose refund failed',
  description: 'Returns the credits of a task whose refund failed; prints whether that changed anything.',
  arguments: [],
  options: {
    id: {
      value: '<id>',
      description: 'id of a task whose billing status is refund_failed',
      isRequired: true,
    },
    ...JSON_OPTION,
  },
  async run({ values }, { out }) {
    const retry = await withDatabase((database) => retryRefund(database, { taskId: values.id }));
    if (retry === undefined) throw new UsageError(`Task ${values.id} not found.`);
    const { id, status, billingStatus, credits } = retry.task;
    if (retry.outcome === 'refused') {
      throw new RefusedError(
        `Task ${id} is ${status} and ${billingStatus}. Only a failed task whose refund failed can be refunded.`,
      );
    }
    const changed = retry.outcome === 'refunded';
    out(formatResult({ id, billing_status: billingStatus, credits, changed }, values));
    return 0;
  },
});
