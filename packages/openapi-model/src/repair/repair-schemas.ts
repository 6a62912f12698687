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
  const findings: Repairable[] = [];
  const object = { kind: 'document', value: versioned.document, pointer: '#' } as const;
  visit(object, undefined, { versioned, findings });
  return findings;
}

interface Search {
  versioned: VersionedDocument;
  findings: Repairable[];
}

// `root` is the target of `#`: the innermost schema with an `$id`, else the outermost schema.
function visit(object: DocumentObject, root: string | undefined, search: Search): void {
  const { findings, versioned } = search;
  const isSchema = object.kind === 'schema';
  const id = memberOf(object.value, '$id');
  const isRoot = root === undefined || (typeof id === 'string' && !id.startsWith('#'));
  const resource = isRoot ? object.pointer : root;
  const target = isSchema ? resource : undefined;
  if (target !== undefined) {
    const ofSchema = [
      ...findBounds(object),
      findRecursive(object, target),
      findNullable(object, versioned),
      findSingleRequired(object),
      ...findBooleanRequired(object),
      ...findEmptyCompositions(object),
      findUnknownTypes(object),
      findFragmentId(object),
      ...findPatterns(object),
    ];
    findings.push(...ofSchema.filter((finding) => finding !== undefined));
  }
  for (const child of childrenOf(object)) visit(child, target, search);
}

const BOUNDS = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;

function findBounds({ value, pointer }: DocumentObject): Repairable[] {
  const findings: Repairable[] = [];
  for (const [bound, exclusive] of BOUNDS) {
    const flag = memberOf(value, exclusive);
    if (typeof flag !== 'boolean') continue;
    findings.push({
      rule: 'boolean-bounds',
      pointer: appendPointer(pointer, exclusive),
      message: `"${exclusive}" must be a number in OpenAPI 3.1 (got ${flag}).`,
      repair: repairText(`Write the bound itself: "${exclusive}": ${boundText(value, bound)}.`),
      apply: () => upgradeBound(value, bound, exclusive),
    });
  }
  return findings;
}

function boundText(schema: JsonObject, bound: string): string {
  const value = memberOf(schema, bound);
  return typeof value === 'number' ? String(value) : '5';
}

function findRecursive({ value, pointer }: DocumentObject, root: string): Repairable | undefined {
  const reference = memberOf(value, '$recursiveRef');
  const anchor = memberOf(value, '$recursiveAnchor');
  const keyword = reference === undefined ? '$recursiveAnchor' : '$recursiveRef';
  if (typeof anchor !== 'boolean' && reference !== '#') return undefined;
  return {
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
  };
}

function addReference(schema: JsonObject, $ref: string): void {
  if (memberOf(schema, '$ref') === undefined) {
    schema.$ref = $ref;
    return;
  }
  const branches = memberOf(schema, 'allOf');
  schema.allOf = [...(Array.isArray(branches) ? branches : []), { $ref }];
}

function findSingleRequired({ value, pointer }: DocumentObject): Repairable | undefined {
  const name = memberOf(value, 'required');
  if (typeof name !== 'string') return undefined;
  return {
    rule: 'single-required',
    pointer: appendPointer(pointer, 'required'),
    message: `"required" must be an array of property names (got ${JSON.stringify(name)}).`,
    repair: repairText(`Write "required": [${JSON.stringify(name)}].`),
    apply: () => setMember(value, 'required', [name]),
  };
}

// Draft 3 of JSON Schema had `required` in the schema of each property.
function findBooleanRequired({ value, pointer }: DocumentObject): Repairable[] {
  const properties = memberOf(value, 'properties');
  if (!isJsonObject(properties)) return [];
  const findings: Repairable[] = [];
  for (const [name, property] of Object.entries(properties)) {
    const flag = isJsonObject(property) ? memberOf(property, 'required') : undefined;
    if (!isJsonObject(property) || typeof flag !== 'boolean') continue;
    const correction = `Write "required": [${JSON.stringify(name)}] next to "properties".`;
    findings.push({
      rule: 'boolean-required',
      pointer: appendPointer(pointer, 'properties', name, 'required'),
      message: `"required" must be an array of property names (got ${flag}).`,
      repair: repairText(flag ? correction : 'Remove it.'),
      apply: () => {
        // The properties of the property may have made it an array already.
        if (memberOf(property, 'required') === flag) delete property.required;
        if (flag) addRequired(value, name);
      },
    });
  }
  return findings;
}

function addRequired(schema: JsonObject, name: string): void {
  const names = memberOf(schema, 'required');
  const remaining = Array.isArray(names) ? names.filter((item) => item !== name) : [];
  setMember(schema, 'required', [...remaining, name]);
}

// JSON Schema wants at least one branch, so generators that write none mean no constraint.
function findEmptyCompositions({ value, pointer }: DocumentObject): Repairable[] {
  const isEmpty = (branches: unknown) => Array.isArray(branches) && branches.length === 0;
  return ['allOf', 'anyOf', 'oneOf']
    .filter((keyword) => isEmpty(memberOf(value, keyword)))
    .map((keyword) => ({
      rule: 'empty-composition',
      pointer: appendPointer(pointer, keyword),
      message: `"${keyword}" must have at least one schema (got an empty array).`,
      repair: repairText('Remove it.'),
      apply: () => delete value[keyword],
    }));
}
