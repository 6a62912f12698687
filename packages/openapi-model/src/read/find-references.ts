import { isJsonObject, type JsonObject, memberOf } from '../json.ts';
import type { DocumentObject, ObjectKind } from '../object-kinds.ts';
import { appendPointer } from '../pointer.ts';

/** A reference that an object holds: the object and the name of the member, so that it can be rewritten. */
export interface FoundReference {
  reference: string;
  /** The kind of its target. */
  kind: ObjectKind;
  holder: JsonObject;
  name: string;
  pointer: string;
}

/** Lists the references directly in an object: `$ref`, those of a discriminator, and that of a link. */
export function findReferences({ kind, value, pointer }: DocumentObject): FoundReference[] {
  const found = (name: string, target: ObjectKind, isOne = (_text: string) => true): FoundReference[] =>
    listTexts(value, pointer, name).flatMap((text) =>
      isOne(text.reference) ? [{ ...text, kind: target }] : [],
    );
  if (kind === 'schema') return [...found('$ref', 'schema'), ...mappedReferences(value, pointer)];
  if (kind === 'link') return [...found('$ref', 'link'), ...found('operationRef', 'operation')];
  return found('$ref', kind);
}

type FoundText = Omit<FoundReference, 'kind'>;

function listTexts(holder: JsonObject, pointer: string, ...names: readonly string[]): FoundText[] {
  return names.flatMap((name) => {
    const reference = memberOf(holder, name);
    return typeof reference === 'string'
      ? [{ reference, holder, name, pointer: appendPointer(pointer, name) }]
      : [];
  });
}

// A discriminator names its schemas by reference, or by the name of a component.
function mappedReferences(schema: JsonObject, pointer: string): FoundReference[] {
  const discriminator = memberOf(schema, 'discriminator');
  if (!isJsonObject(discriminator)) return [];
  const location = appendPointer(pointer, 'discriminator');
  const mapping = memberOf(discriminator, 'mapping');
  const mapped = isJsonObject(mapping)
    ? listTexts(mapping, appendPointer(location, 'mapping'), ...Object.keys(mapping))
    : [];
  return [...mapped, ...listTexts(discriminator, location, 'defaultMapping')]
    .filter(({ reference }) => /[#/]|\.(?:json|ya?ml)$/.test(reference))
    .map((text) => ({ ...text, kind: 'schema' }));
}
