// Responses that refer to a component that does not exist.
import { danglingReference } from '../dangling-reference.ts';
import { type JsonObject, memberOf } from '../json.ts';
import type { DocumentObject } from '../object-kinds.ts';
import { appendPointer, canonicalPointer, valueAt } from '../pointer.ts';
import type { Repairable } from './repairable.ts';
import { repairText } from './repairs.ts';

/** Finds a response without a target; it is read as one without description and content. */
export function findDanglingResponse(
  { kind, value, pointer }: DocumentObject,
  document: JsonObject,
): Repairable | undefined {
  const reference = kind === 'response' ? memberOf(value, '$ref') : undefined;
  if (typeof reference !== 'string') return undefined;
  const target = canonicalPointer(reference);
  if (target !== undefined && valueAt(document, target) !== undefined) return undefined;
  const { message, repair } = danglingReference(reference, pointer);
  return {
    rule: 'dangling-response',
    pointer: appendPointer(pointer, '$ref'),
    message,
    repair: repairText(repair),
    apply: () => {
      delete value.$ref;
      value.description ??= '';
    },
  };
}
