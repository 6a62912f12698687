// Schemas of OpenAPI 3.1 that are written in older drafts of JSON Schema, or as OpenAPI 3.0 has them.
import { isJsonObject, type JsonObject, memberOf, setMember } from '../json.ts';
import { childrenOf, type DocumentObject } from '../object-kinds.ts';
import { appendPointer } from '../pointer.ts';
import { upgradeBound } from '../read/upgrade-document.ts';
import { findFragmentId } from './fragment-ids.ts';
import { findNullable, type VersionedDocument } from './repair-nullable.ts';
import { findPatterns } from './repair-patterns.ts';
import { findUnknownTypes } from './repair-types.ts';
import type { Repairable } from './repairable.ts';
import { repairText } from './repairs.ts';

/** Lists what the rules about schemas find in a document, the outermost first. */
export function findInSchemas(versioned: VersionedDocument): Repairable[] {
  const found: Repairable[] = [];
  const object = { kind: 'document', value: versioned.document, pointer: '#' } as const;
  visit(object, undefined, { versioned, found });
  return found;
}

interface Search {
  versioned: VersionedDocument;
  found: Repairable[];
}

// `root` is the target of `#`: the innermost schema with an `$id`, else the outermost schema.
function visit(object: DocumentObject, root: string | undefined, search: Search): void {
  const { found, versioned } = search;
  const isSchema = object.kind === 'schema';
  const id = memberOf(object.value, '$id');
  const isRoot = root === undefined || (typeof id === 'string' && !id.startsWith('#'));
  const own = isSchema ? (isRoot ? object.pointer : root) : undefined;
  if (own !== undefined) {
    found.push(...findBounds(object), ...findRecursive(object, own), ...findNullable(object, versioned));
    found.push(...findSingleRequired(object), ...findBooleanRequired(object));
    found.push(...findEmptyCompositions(object), ...findUnknownTypes(object));
    found.push(...findFragmentId(object));
    found.push(...findPatterns(object).map(({ problem, ...finding }) => ({ ...problem, ...finding })));
  }
  for (const child of childrenOf(object)) visit(child, own, search);
}

const BOUNDS = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;

function findBounds({ value, pointer }: DocumentObject): Repairable[] {
  return BOUNDS.flatMap(([bound, exclusive]): Repairable[] => {
    const flag = memberOf(value, exclusive);
    if (typeof flag !== 'boolean') return [];
    return [
      {
        rule: 'boolean-bounds',
        pointer: appendPointer(pointer, exclusive),
        message: `"${exclusive}" must be a number in OpenAPI 3.1 (got ${flag}).`,
        repair: repairText(`Write the bound itself: "${exclusive}": ${boundText(value, bound)}.`),
        apply: () => upgradeBound(value, bound, exclusive),
      },
    ];
  });
}

function boundText(schema: JsonObject, bound: string): string {
  const value = memberOf(schema, bound);
  return typeof value === 'number' ? String(value) : '5';
}

function findRecursive({ value, pointer }: DocumentObject, root: string): Repairable[] {
  const reference = memberOf(value, '$recursiveRef');
  const anchor = memberOf(value, '$recursiveAnchor');
  const keyword = reference === undefined ? '$recursiveAnchor' : '$recursiveRef';
  if (typeof anchor !== 'boolean' && reference !== '#') return [];
  return [
    {
      rule: 'recursive-ref',
      pointer: appendPointer(pointer, keyword),
      message: `"${keyword}" is a keyword of JSON Schema 2019-09; 2020-12 does not have it.`,
      repair: repairText('Write "$dynamicRef" and "$dynamicAnchor", or a "$ref" to the schema.'),
      apply: () => {
        delete value.$recursiveAnchor;
        if (reference !== '#') return;
        delete value.$recursiveRef;
        addReference(value, root);
      },
    },
  ];
}

function addReference(schema: JsonObject, $ref: string): void {
  if (memberOf(schema, '$ref') === undefined) {
    schema.$ref = $ref;
    return;
  }
  const parts = memberOf(schema, 'allOf');
  schema.allOf = [...(Array.isArray(parts) ? parts : []), { $ref }];
}

function findSingleRequired({ value, pointer }: DocumentObject): Repairable[] {
  const name = memberOf(value, 'required');
  if (typeof name !== 'string') return [];
  return [
    {
      rule: 'single-required',
      pointer: appendPointer(pointer, 'required'),
      message: `"required" must be an array of property names (got ${JSON.stringify(name)}).`,
      repair: repairText(`Write "required": [${JSON.stringify(name)}].`),
      apply: () => setMember(value, 'required', [name]),
    },
  ];
}

// Draft 3 of JSON Schema had `required` in the schema of each property.
function findBooleanRequired({ value, pointer }: DocumentObject): Repairable[] {
  const properties = memberOf(value, 'properties');
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, property]): Repairable[] => {
    const flag = isJsonObject(property) ? memberOf(property, 'required') : undefined;
    if (!isJsonObject(property) || typeof flag !== 'boolean') return [];
    const correction = flag
      ? `Write "required": [${JSON.stringify(name)}] next to "properties".`
      : 'Remove it.';
    return [
      {
        rule: 'boolean-required',
        pointer: appendPointer(appendPointer(appendPointer(pointer, 'properties'), name), 'required'),
        message: `"required" must be an array of property names (got ${flag}).`,
        repair: repairText(correction),
        apply: () => {
          // The properties of the property may have made it an array already.
          if (memberOf(property, 'required') === flag) delete property.required;
          if (flag) addRequired(value, name);
        },
      },
    ];
  });
}

function addRequired(schema: JsonObject, name: string): void {
  const names = memberOf(schema, 'required');
  const others = Array.isArray(names) ? names.filter((one) => one !== name) : [];
  setMember(schema, 'required', [...others, name]);
}

// JSON Schema wants at least one branch, so generators that write none mean no constraint.
function findEmptyCompositions({ value, pointer }: DocumentObject): Repairable[] {
  return ['allOf', 'anyOf', 'oneOf'].flatMap((keyword): Repairable[] => {
    const branches = memberOf(value, keyword);
    if (!Array.isArray(branches) || branches.length > 0) return [];
    return [
      {
        rule: 'empty-composition',
        pointer: appendPointer(pointer, keyword),
        message: `"${keyword}" must have at least one schema (got an empty array).`,
        repair: repairText('Remove it.'),
        apply: () => delete value[keyword],
      },
    ];
  });
}
