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
  const find = (name: string, target: ObjectKind): FoundReference[] =>
    listTexts(value, pointer, name).map((text) => ({ ...text, kind: target }));
  if (kind === 'schema') return [...find('$ref', 'schema'), ...mappedReferences(value, pointer)];
  if (kind === 'link') return [...find('$ref', 'link'), ...find('operationRef', 'operation')];
  return find('$ref', kind);
}

type FoundText = Omit<FoundReference, 'kind'>;

function listTexts(holder: JsonObject, pointer: string, ...names: readonly string[]): FoundText[] {
  const texts: FoundText[] = [];
  for (const name of names) {
    const reference = memberOf(holder, name);
    if (typeof reference === 'string')
      texts.push({ reference, holder, name, pointer: appendPointer(pointer, name) });
  }
  return texts;
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
