import {
  appendPointer,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
  type Operation,
  valueAt,
} from '@keyframe/openapi-model';
import { formatOperation } from '../finding.ts';
import type { Pair } from './change.ts';
import { compareBodies } from './compare-bodies.ts';
import { compareParameters } from './compare-parameters.ts';
import { compareResponses } from './compare-responses.ts';
import { compareSecurity } from './compare-security.ts';
import { compareServers } from './compare-servers.ts';
import { type Base, createPart, type Part } from './part-comparison.ts';

/** Compares the operations of both documents, and all that belongs to them. */
export function compareOperations(base: Base): void {
  const { pairs, removed, added } = base.comparison.operations;
  for (const pair of pairs) compareOperation(createPart(base, formatOperation(pair.new), false), pair);
  for (const before of removed) reportRemoved(createPart(base, formatOperation(before), false), before);
  for (const after of added) {
    const what = formatOperation(after);
    createPart(base, what, false).report({ rule: 'operation-added', what, pointer: after.pointer });
  }
}

function reportRemoved({ report, comparison }: Part, operation: Operation): void {
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
    id !== undefined && models.new.operations.find((one) => getOperationId(models.new.document, one) === id);
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
export function compareOperation(part: Part, pair: Pair<Operation>): void {
  compareDeprecation(part, pair);
  compareIds(part, pair);
  compareParameters(part, pair);
  compareBodies(part, pair);
  compareResponses(part, pair);
  compareSecurity(part, pair);
  if (!part.isReversed) compareServers(part, pair);
}

function compareDeprecation({ report, comparison }: Part, { old, new: own }: Pair<Operation>): void {
  const { models } = comparison;
  const [before, after] = [getSunset(models.old.document, old), getSunset(models.new.document, own)];
  const location = { what: formatOperation(own), pointer: own.pointer };
  if (!old.deprecated && own.deprecated) {
    const rule = after === undefined ? 'operation-deprecated-without-sunset' : 'operation-deprecated';
    report({ rule, ...location, before: 'not deprecated', after: after ?? 'no date' });
  }
  if (old.deprecated && !own.deprecated) {
    report({ rule: 'operation-undeprecated', ...location, before: 'deprecated', after: 'not deprecated' });
  }
  if (!old.deprecated || !own.deprecated || before === undefined || before === after) return;
  const moved = after !== undefined && after < before ? 'sunset-moved-earlier' : 'sunset-moved-later';
  report({ rule: after === undefined ? 'sunset-removed' : moved, ...location, before, after });
}

function compareIds({ report, comparison }: Part, { old, new: own }: Pair<Operation>): void {
  const { models } = comparison;
  const [before, after] = [
    getOperationId(models.old.document, old),
    getOperationId(models.new.document, own),
  ];
  if (before === after || before === undefined) return;
  report({ rule: 'operation-id-changed', what: formatOperation(own), pointer: own.pointer, before, after });
}
