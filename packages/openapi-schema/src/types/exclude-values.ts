// The part of `not` that types can express: types, constants, and objects with a member.
import { jsonEqual } from '../nodes/json-equal.ts';
import { nameType, type SchemaNode, type SchemaPart, type TypeNode } from '../nodes/schema-node.ts';

/** Removes the values that `not` excludes from the conditions of a schema. */
export function excludeValues(parts: readonly SchemaPart[]): readonly SchemaPart[] {
  const excluded = parts.filter((part) => part.kind === 'not').map(({ schema }) => schema);
  return excluded.reduce((kept, not) => kept.map((part) => excludeFromPart(part, not)), parts);
}

/** Lists the members that no value has, since `not` requires only them. */
export function listForbidden(parts: readonly SchemaPart[]): string[] {
  const excluded = parts.filter((part) => part.kind === 'not').map(({ schema }) => schema);
  return excluded
    .filter((not) => isAlone(not, 'required'))
    .map(({ keywords }) => keywords.required)
    .filter(({ length }) => length === 1) // One of several names may be present.
    .flat();
}

function excludeFromPart(part: SchemaPart, not: SchemaNode): SchemaPart {
  const isEverything = not.kind === 'any' || not.isEmpty;
  if (part.kind === 'types') {
    const types = isAlone(not, 'type') ? (not.keywords.type ?? []) : [];
    return {
      ...part,
      alternatives: part.alternatives.filter((type) => !isEverything && !isOneOf(type, types)),
    };
  }
  if (part.kind !== 'literals') return part;
  const { const: constant, enum: listed = [] } = not.keywords;
  const excluded = [
    ...(isAlone(not, 'const') && constant !== undefined ? [constant] : []),
    ...(isAlone(not, 'enum') ? listed : []),
  ];
  const isKept = (value: (typeof part.values)[number]) =>
    !isEverything && !excluded.some((exclusion) => jsonEqual(value, exclusion));
  return { ...part, values: part.values.filter(isKept) };
}

function isOneOf(type: TypeNode, names: readonly string[]): boolean {
  const name = nameType(type);
  return names.includes(name) || (name === 'integer' && names.includes('number'));
}

// Values that only one of two keywords excludes are allowed.
function isAlone({ written }: SchemaNode, name: 'const' | 'enum' | 'required' | 'type'): boolean {
  return written.length === 1 && written[0]?.name === name;
}
