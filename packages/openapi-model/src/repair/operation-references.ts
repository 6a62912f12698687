// Operations that are a reference. OpenAPI has none, but their meaning is plain.
import { copyJson, isJsonObject, type JsonObject, memberOf, setMember } from '../json.ts';
import type { DocumentObject } from '../object-kinds.ts';
import { appendPointer, canonicalPointer, valueAt } from '../pointer.ts';
import type { Repairable } from './repairable.ts';
import { repairText } from './repairs.ts';

/** Finds an operation that refers to an object of the document; it is read as a copy of that object. */
export function findOperationReference(
  { kind, value, pointer }: DocumentObject,
  document: JsonObject,
): Repairable | undefined {
  const reference = kind === 'operation' ? memberOf(value, '$ref') : undefined;
  const target = typeof reference === 'string' ? canonicalPointer(reference) : undefined;
  const operation = target === undefined ? undefined : valueAt(document, target);
  if (!isJsonObject(operation)) return undefined;
  return {
    rule: 'misplaced-ref',
    pointer: appendPointer(pointer, '$ref'),
    message: `An operation cannot be a reference (got ${reference}).`,
    repair: repairText('Replace the reference with its target, or refer to a path item.'),
    apply: () => {
      delete value.$ref;
      // Its operation has the id, unless it is in no path.
      const isListed = target?.startsWith('#/paths/');
      for (const [name, member] of Object.entries(operation))
        if (name !== 'operationId' || !isListed) setMember(value, name, copyJson(member ?? null));
    },
  };
}
