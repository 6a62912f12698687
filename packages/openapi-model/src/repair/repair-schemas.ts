// Schemas of OpenAPI 3.1 that are written in older drafts of JSON Schema, or as OpenAPI 3.0 has them.
import { isJsonObject, type JsonObject, type JsonValue, memberOf, setMember } from '../json.ts';
import { childrenOf, type DocumentObject } from '../object-kinds.ts';
import { appendPointer } from '../pointer.ts';
import type { Problem } from '../problem.ts';
import { upgradeBound } from '../read/upgrade-document.ts';
import { type RepairName, repairText } from './repairs.ts';

/** One place that a rule found, and how to write it with its plain meaning. */
export interface Repairable extends Problem {
  rule: RepairName;
  apply: () => void;
}

/** A reference in place of a map. */
export interface RepairableMap extends Repairable {
  reference: string;
}

/** Lists what the rules about schemas find in a document, the outermost first. */
export function findInSchemas(document: JsonObject): Repairable[] {
  const found: Repairable[] = [];
  visit({ kind: 'document', value: document, pointer: '#' }, undefined, found);
  return found;
}

// `root` is the schema that `#` stands for: the innermost with an `$id`, else the outermost.
function visit(object: DocumentObject, root: string | undefined, found: Repairable[]): void {
  const isSchema = object.kind === 'schema';
  const isRoot = root === undefined || memberOf(object.value, '$id') !== undefined;
  const own = isSchema ? (isRoot ? object.pointer : root) : undefined;
  if (own !== undefined) {
    found.push(...findBounds(object), ...findRecursive(object, own), ...findNullable(object));
  }
  for (const child of childrenOf(object)) visit(child, own, found);
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

function findNullable({ value, pointer }: DocumentObject): Repairable[] {
  if (memberOf(value, 'nullable') !== true) return [];
  return [
    {
      rule: 'nullable',
      pointer: appendPointer(pointer, 'nullable'),
      message: 'JSON Schema 2020-12 has no "nullable", so null is not allowed.',
      repair: repairText('Add null to the types: "type": ["string", "null"].'),
      apply: () => allowNull(value),
    },
  ];
}

// A schema of one type gets another; around any other one null becomes an alternative.
function allowNull(schema: JsonObject): void {
  delete schema.nullable;
  const type = memberOf(schema, 'type');
  const isListed = ['const', 'enum', '$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if'].some(
    (name) => memberOf(schema, name) !== undefined,
  );
  if (type !== undefined && !isListed) {
    const types = [type].flat();
    schema.type = types.includes('null') ? types : [...types, 'null'];
    return;
  }
  const inner: JsonObject = {};
  for (const [name, member] of Object.entries(schema)) {
    if (KEPT_OUTSIDE.has(name) || name.startsWith('x-')) continue;
    setMember(inner, name, member as JsonValue);
    delete schema[name];
  }
  schema.anyOf = [inner, { type: 'null' }];
}

const KEPT_OUTSIDE = new Set([
  '$anchor',
  '$defs',
  '$dynamicAnchor',
  '$id',
  'default',
  'deprecated',
  'description',
  'example',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
  'xml',
]);

/** Lists the maps of components that are a reference. */
export function findComponentMaps(document: JsonObject, targetOf: TargetOf): RepairableMap[] {
  const components = memberOf(document, 'components');
  const held: [JsonObject, string, string][] = [
    [document, 'paths', '#'],
    [document, 'webhooks', '#'],
    ...Object.keys(isJsonObject(components) ? components : {}).map((name): [JsonObject, string, string] => [
      components as JsonObject,
      name,
      '#/components',
    ]),
  ];
  return held.flatMap(([holder, name, pointer]) => {
    const map = memberOf(holder, name);
    const reference = isJsonObject(map) ? memberOf(map, '$ref') : undefined;
    if (typeof reference !== 'string' || name.startsWith('x-') || !isJsonObject(map)) return [];
    return [mapRepair({ map, name, reference, pointer: appendPointer(pointer, name, '$ref') }, targetOf)];
  });
}

/** Finds the map that a reference in place of a map leads to, and the reference to one of its members. */
export type TargetOf = (reference: string) => { map: JsonObject; base: string } | undefined;

interface MapReference {
  map: JsonObject;
  name: string;
  reference: string;
  pointer: string;
}

function mapRepair({ map, name, reference, pointer }: MapReference, targetOf: TargetOf): RepairableMap {
  return {
    reference,
    rule: 'component-map-ref',
    pointer,
    message: `"${name}" must be a map of named objects (got a reference to one).`,
    repair: repairText('Refer to each object by its name.'),
    apply: () => {
      const target = targetOf(reference);
      if (!target) return;
      delete map.$ref;
      for (const key of Object.keys(target.map)) {
        if (!Object.hasOwn(map, key)) setMember(map, key, { $ref: appendPointer(target.base, key) });
      }
    },
  };
}
