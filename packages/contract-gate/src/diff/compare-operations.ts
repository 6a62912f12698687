import {
  appendPointer,
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
import { compareResponses, pathOf } from './compare-responses.ts';
import { compareSecurity } from './compare-security.ts';
import { compareServers } from './compare-servers.ts';
import { nameOfOperation, type Part, partOf } from './part-comparison.ts';

type Base = Pick<Part, 'comparison' | 'schemas'>;

/** Compares the operations of both documents, and all that belongs to them. */
export function compareOperations(base: Base): void {
  const { models } = base.comparison;
  const keyOf = ({ method, path }: Operation) => `${method} ${pathOf(path)}`;
  const old = new Map(models.old.operations.map((operation) => [keyOf(operation), operation]));
  const own = new Map(models.new.operations.map((operation) => [keyOf(operation), operation]));
  for (const [key, before] of old) {
    const after = own.get(key);
    if (after) compareOperation(partOf(base, nameOfOperation(after), false), { old: before, new: after });
    else tellRemoved(partOf(base, nameOfOperation(before), false), before);
  }
  for (const [key, after] of own) {
    if (old.has(key)) continue;
    const what = nameOfOperation(after);
    partOf(base, what, false).tell({ rule: 'operation-added', what, pointer: after.pointer });
  }
}

function tellRemoved({ tell, comparison }: Part, operation: Operation): void {
  const { pointer, deprecated } = operation;
  const sunset = sunsetOf(comparison.models.old.document, operation);
  const what = nameOfOperation(operation);
  const removed =
    sunset !== undefined && sunset < comparison.today
      ? 'operation-removed-after-sunset'
      : 'operation-removed-before-sunset';
  const rule = deprecated && sunset !== undefined ? removed : 'operation-removed';
  tell({ rule, what, pointer, side: 'old', before: sunset ?? what });
}

function sunsetOf(document: JsonObject, { pointer }: Operation): string | undefined {
  const operation = valueAt(document, pointer);
  const sunset = isJsonObject(operation) ? memberOf(operation, 'x-sunset') : undefined;
  return typeof sunset === 'string' ? sunset.slice(0, 10) : undefined;
}

/** Compares one operation; of a callback or webhook the server sends the request. */
export function compareOperation(part: Part, pair: Pair<Operation>): void {
  compareDeprecation(part, pair);
  compareIds(part, pair);
  compareParameters(part, pair);
  compareBodies(part, pair);
  compareResponses(part, pair);
  compareSecurity(part, pair);
  if (!part.isReversed) compareOwnServers(part, pair);
}

function compareDeprecation({ tell, comparison }: Part, { old, new: own }: Pair<Operation>): void {
  const { models } = comparison;
  const [before, after] = [sunsetOf(models.old.document, old), sunsetOf(models.new.document, own)];
  const place = { what: nameOfOperation(own), pointer: own.pointer };
  if (!old.deprecated && own.deprecated) {
    const rule = after === undefined ? 'operation-deprecated-without-sunset' : 'operation-deprecated';
    tell({ rule, ...place, before: 'not deprecated', after: after ?? 'no date' });
  }
  if (old.deprecated && !own.deprecated) {
    tell({ rule: 'operation-undeprecated', ...place, before: 'deprecated', after: 'not deprecated' });
  }
  if (!old.deprecated || !own.deprecated || before === undefined || before === after) return;
  const moved = after !== undefined && after < before ? 'sunset-moved-earlier' : 'sunset-moved-later';
  tell({ rule: after === undefined ? 'sunset-removed' : moved, ...place, before, after });
}

function compareIds({ tell, comparison }: Part, { old, new: own }: Pair<Operation>): void {
  const { models } = comparison;
  const idOf = (document: JsonObject, { pointer }: Operation): JsonValue | undefined =>
    valueAt(document, appendPointer(pointer, 'operationId'));
  const [before, after] = [idOf(models.old.document, old), idOf(models.new.document, own)];
  if (before === after || before === undefined) return;
  tell({ rule: 'operation-id-changed', what: nameOfOperation(own), pointer: own.pointer, before, after });
}

function compareOwnServers(part: Part, { old, new: own }: Pair<Operation>): void {
  const { models } = part.comparison;
  const read = (document: JsonObject, pointer: string): JsonObject => {
    const value = valueAt(document, pointer);
    return isJsonObject(value) ? value : {};
  };
  const itemOf = (pointer: string) => pointer.slice(0, pointer.lastIndexOf('/'));
  for (const place of [(pointer: string) => pointer, itemOf]) {
    const [before, after] = [
      read(models.old.document, place(old.pointer)),
      read(models.new.document, place(own.pointer)),
    ];
    compareServers(part, { old: before, new: after }, place(own.pointer));
  }
}
