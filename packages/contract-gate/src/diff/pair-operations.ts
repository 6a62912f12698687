// Pairs the operations of two documents by the paths of their URLs, servers included, then by their own paths.
import type { OpenApiModel, Operation } from '@keyframe/openapi-model';
import type { OperationPairs, Pair } from './change.ts';
import { operationKey } from './context.ts';
import { listUrls, splitUrl } from './server-urls.ts';

/** Pairs operations that receive the same requests: a base path may move between servers and paths. */
export function pairOperations(models: Pair<OpenApiModel>): OperationPairs {
  const counterparts = new Map<Operation, Operation>();
  const added = new Set(models.new.operations);
  for (const listKeys of [listUrlKeys, (operation: Operation) => [operationKey(operation)]]) {
    const candidates = new Map<string, Operation>();
    for (const operation of added) for (const key of listKeys(operation)) candidates.set(key, operation);
    for (const before of models.old.operations) {
      if (counterparts.has(before)) continue;
      const keys = listKeys(before);
      const after = keys
        .map((key) => candidates.get(key))
        .find((operation) => operation && added.has(operation));
      if (!after) continue;
      counterparts.set(before, after);
      added.delete(after);
    }
  }
  return {
    pairs: [...counterparts].map(([before, after]) => ({ old: before, new: after })),
    removed: models.old.operations.filter((operation) => !counterparts.has(operation)),
    added: [...added],
  };
}

function listUrlKeys(operation: Operation): string[] {
  return [...new Set(listUrls(operation).map((url) => `${operation.method} ${splitUrl(url).path}`))];
}
