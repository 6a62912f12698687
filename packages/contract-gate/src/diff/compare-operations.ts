import {
  appendPointer,
  formatOperation,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
  type Operation,
  valueAt,
} from '@keyframe/openapi-model';
import type { Pair } from './change.ts';
import { compareBodies } from './compare-bodies.ts';
import { compareParameters } from './compare-parameters.ts';
import { compareResponses } from './compare-responses.ts';
import { compareSecurity } from './compare-security.ts';
import { compareServers } from './compare-servers.ts';
import { type Base, type Context, createContext } from './context.ts';

/** Compares the operations of both documents, and all that belongs to them. */
export function compareOperations(base: Base): void {
  const { pairs, removed, added } = base.comparison.operations;
  for (const pair of pairs) compareOperation(createContext(base, formatOperation(pair.new), false), pair);
  for (const before of removed) reportRemoved(createContext(base, formatOperation(before), false), before);
  for (const after of added) {
    const what = formatOperation(after);
    createContext(base, what, false).report({ rule: 'operation-added', what, pointer: after.pointer });
  }
}

function reportRemoved({ report, comparison }: Context, operation: Operation): void {
  const { models } = comparison;
  const { pointer, deprecated } = operation;
  const sunset = getSunset(models.old.document, operation);
  const what = formatOperation(operation);
  const removed =
    sunset !== undefined && sunset < comparison.today
      ? 'operation-removed-after-sunset'
      : 'operation-removed-before-sunset';
  const rule = deprecated && sunset !== undefined ? removed : 'operation-removed';
  // At another path, it has the same operationId.
  const id = getOperationId(models.old.document, operation);
  const moved =
    id !== undefined &&
    models.new.operations.find((next) => getOperationId(models.new.document, next) === id);
  const after = moved ? { after: `${formatOperation(moved)}, with the same operationId` } : {};
  report({ rule, what, pointer, side: 'old', before: sunset ?? what, ...after });
}

function getSunset(document: JsonObject, { pointer }: Operation): string | undefined {
  const operation = valueAt(document, pointer);
  const sunset = isJsonObject(operation) ? memberOf(operation, 'x-sunset') : undefined;
  return typeof sunset === 'string' ? sunset.slice(0, 10) : undefined;
}

function getOperationId(document: JsonObject, { pointer }: Operation): JsonValue | undefined {
  return valueAt(document, appendPointer(pointer, 'operationId'));
}

/** Compares one operation; of a callback or webhook the server sends the request. */
export function compareOperation(context: Context, pair: Pair<Operation>): void {
  compareDeprecation(context, pair);
  compareIds(context, pair);
  compareParameters(context, pair);
  compareBodies(context, pair);
  compareResponses(context, pair);
  compareSecurity(context, pair);
  if (!context.isReversed) compareServers(context, pair);
}

function compareDeprecation({ report, comparison }: Context, { old, new: next }: Pair<Operation>): void {
  const { models } = comparison;
  const [before, after] = [getSunset(models.old.document, old), getSunset(models.new.document, next)];
  const location = { what: formatOperation(next), pointer: next.pointer };
  if (!old.deprecated && next.deprecated) {
    const rule = after === undefined ? 'operation-deprecated-without-sunset' : 'operation-deprecated';
    report({ rule, ...location, before: 'not deprecated', after: after ?? 'no date' });
  }
  if (old.deprecated && !next.deprecated) {
    report({ rule: 'operation-undeprecated', ...location, before: 'deprecated', after: 'not deprecated' });
  }
  if (!old.deprecated || !next.deprecated || before === undefined || before === after) return;
  const moved = after !== undefined && after < before ? 'sunset-moved-earlier' : 'sunset-moved-later';
  report({ rule: after === undefined ? 'sunset-removed' : moved, ...location, before, after });
}

function compareIds({ report, comparison }: Context, { old, new: next }: Pair<Operation>): void {
  const { models } = comparison;
  const [before, after] = [
    getOperationId(models.old.document, old),
    getOperationId(models.new.document, next),
  ];
  if (before === after || before === undefined) return;
  report({ rule: 'operation-id-changed', what: formatOperation(next), pointer: next.pointer, before, after });
}
