import { canonicalPointer, type OpenApiModel, type Operation, type Webhook } from '@keyframe/openapi-model';
import type { ConformanceOptions, OperationFilter } from './conformance.ts';
import { nameOf } from './coverage.ts';

/** Lists the operations that a run judges: those of its filters, and of its shard. */
export function selectOperations(
  { operations }: OpenApiModel,
  { include = [], exclude = [], shard }: Pick<ConformanceOptions, 'exclude' | 'include' | 'shard'>,
): Operation[] {
  const chosen = operations.filter(
    (operation) => (include.length === 0 || matches(operation, include)) && !matches(operation, exclude),
  );
  return shard ? chosen.filter((_, index) => index % shard.count === shard.index - 1) : chosen;
}

/** Lists the webhooks that a run judges; of several shards the first one does. */
export function selectWebhooks(
  { webhooks }: OpenApiModel,
  { include = [], exclude = [], shard }: Pick<ConformanceOptions, 'exclude' | 'include' | 'shard'>,
): Webhook[] {
  if (shard && shard.index !== 1) return [];
  return webhooks.filter(
    ({ operations }) =>
      (include.length === 0 || operations.some((one) => matches(one, include))) &&
      !operations.some((one) => matches(one, exclude)),
  );
}

function matches(operation: Operation, filter: OperationFilter): boolean {
  return filter.some((text) => {
    if (text.startsWith('#')) return operation.pointer.startsWith(canonicalPointer(text) ?? text);
    if (text.startsWith('tag:')) return operation.tags.includes(text.slice(4));
    const name = nameOf(operation);
    return text === operation.id || text === operation.path || text.toLowerCase() === name.toLowerCase();
  });
}
