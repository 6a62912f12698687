// The deliveries of a task's callbacks, as the contract shows them.
import type { Delivery } from '@keyframe/openapi-mock';

/** A delivery in the form of the contract. */
export interface TaskDelivery {
  id: string;
  status: 'delivered' | 'failed' | 'pending';
  next_attempt_at: null;
  attempts: {
    number: number;
    requested_at: string;
    latency: number;
    http_status: number | null;
    error: string | null;
  }[];
  [name: string]: unknown;
}

/** Lists the deliveries of one task. */
export function listDeliveries(deliveries: readonly Delivery[], task: string): never[] {
  const own = deliveries.filter(({ resource }) => resource === task);
  return own.map(describeDelivery) as never[];
}

function describeDelivery({ id, result, requestedAt }: Delivery): TaskDelivery {
  const isAnswered = typeof result === 'number';
  const isDelivered = isAnswered && result >= 200 && result < 300;
  const attempt = {
    number: 1,
    requested_at: new Date(requestedAt).toISOString(),
    latency: 0,
    http_status: isAnswered ? result : null,
    error: isDelivered
      ? null
      : isAnswered
        ? 'status'
        : result.startsWith('not sent')
          ? 'blocked_address'
          : 'connect',
  };
  const isPending = result === 'pending';
  return {
    id,
    status: isPending ? 'pending' : isDelivered ? 'delivered' : 'failed',
    next_attempt_at: null,
    attempts: isPending ? [] : [attempt],
  };
}
