// Names the schemas that a document repeats, so that their code is written once: each location refers to a component
// that the document does not have itself. Documents that are bundled from files repeat half of what they say.

import { Identifiers } from '@keyframe/openapi-codegen';
import {
  appendPointer,
  canonicalPointer,
  copySchema,
  editSchemas,
  type JsonObject,
  type JsonValue,
  memberOf,
  type OpenApiModel,
  parsePointer,
  walkSchemas,
} from '@keyframe/openapi-model';
import { findKind, KEYWORD_TABLE, nameSchema, type Specialization } from '@keyframe/openapi-schema';

/** A schema that is written at several locations, each a JSON pointer. */
interface Repeated {
  /** The schema at the first location. */
  schema: JsonObject;
  locations: string[];
  descriptions: (JsonValue | undefined)[];
  /** The component of the document that says the same. */
  component: string | undefined;
}

// Inlining a shorter one costs less than the call of a function.
const SHORTEST = 120;

const COMPONENTS = '#/components/schemas';

// Keywords that describe a location; schemas that differ only in these are equal.
const ANNOTATIONS = new Set(['description', 'example', 'examples', 'externalDocs', 'title']);

/** Replaces equal schemas by references; a document whose schemas have identifiers is returned as it is. */
export function shareEqual(specialization: Specialization): Specialization {
  const { model, copies, listOrigins } = specialization;
  const repeated = findRepeated(model).filter(isWorthAName);
  if (repeated.length === 0) return specialization;
  const shared = nameAll(model, repeated);
  const schemas = new Map(shared.flatMap(listReplacements));
  const edits = new Map([...model.edits.schemas, ...schemas]);
  const components = new Map<string, JsonObject>();
  for (const { name, schema, locations } of shared.toSorted(compareDepth)) {
    const [pointer = ''] = locations;
    if (name !== undefined) components.set(name, copySchema(edits, { schema, pointer }));
  }
  const findOrigin = (pointer: string) => findOrigins(shared, pointer)[0] ?? pointer;
  return {
    ...specialization,
    model: editSchemas(model, { schemas, components }, findOrigin),
    copies: new Set([...copies, ...components.keys()]),
    listOrigins: (pointer) => [...new Set(findOrigins(shared, pointer).flatMap(listOrigins))],
  };
}

// Components are named from the inside out.
function compareDepth({ locations: [left = ''] }: Named, { locations: [right = ''] }: Named): number {
  return right.split('/').length - left.split('/').length;
}

function listReplacements({ name, component, locations, descriptions }: Named): [string, JsonObject][] {
  const $ref = component ?? appendPointer(COMPONENTS, name ?? '');
  return locations.map((location, index) => {
    const description = descriptions[index];
    return [location, { ...(description === undefined ? {} : { description }), $ref }];
  });
}

function isWorthAName({ locations, component }: Repeated): boolean {
  return locations.length > (component === undefined ? 1 : 0) || locations.some(isOfComponent);
}

// The body of a response or request that operations refer to.
function isOfComponent(location: string): boolean {
  return (
    /^#\/components\/(?:requestBodies|responses)\/.*\/schema$/.test(location) &&
    !location.includes('/schema/')
  );
}

function findRepeated(model: OpenApiModel): Repeated[] {
  const { schemas } = model.edits;
  const schemasByKey = new Map<string, Repeated>();
  const pinned = listPinned(model);
  if (!pinned) return [];
  walkSchemas(model, (located) => {
    const { schema, pointer } = located;
    const tokens = parsePointer(pointer) ?? [];
    const isComponent = pointer.startsWith(`${COMPONENTS}/`) && tokens.length === 3;
    if (!isComponent && !isReplaceable(tokens)) return true;
    const key = buildKey(schemas.size === 0 ? schema : copySchema(schemas, located));
    if (key === undefined || pinned.some((target) => target.startsWith(`${pointer}/`))) return true;
    const existing = schemasByKey.get(key);
    const entry = existing ?? { schema, locations: [], descriptions: [], component: undefined };
    if (isComponent) entry.component ??= pointer;
    else {
      entry.locations.push(pointer);
      entry.descriptions.push(memberOf(schema, 'description'));
    }
    schemasByKey.set(key, entry);
    return existing === undefined;
  });
  return [...schemasByKey.values()];
}

const IDENTIFIERS = ['$id', '$anchor', '$dynamicAnchor', '$dynamicRef'];

// A reference that goes through a schema needs it at its original location; undefined where a schema has an identifier.
function listPinned(model: OpenApiModel): string[] | undefined {
  const targets: string[] = [];
  let hasIdentifiers = false;
  walkSchemas(model, ({ schema }) => {
    hasIdentifiers ||= IDENTIFIERS.some((keyword) => memberOf(schema, keyword) !== undefined);
    const reference = memberOf(schema, '$ref');
    const target = typeof reference === 'string' ? canonicalPointer(reference) : undefined;
    if (target !== undefined && (parsePointer(target) ?? []).length > 3) targets.push(target);
    return true;
  });
  return hasIdentifiers ? undefined : targets;
}

// Keywords whose entries are schemas of members or items.
const CONTAINERS = (['patternProperties', 'prefix', 'properties'] as const).map(
  (name) => KEYWORD_TABLE[name].keyword,
);

// Parts of `allOf` and the like are read together with their siblings, so they are not moved.
function isReplaceable(tokens: readonly string[]): boolean {
  const [above = '', last = ''] = tokens.slice(-2);
  if (last === '__proto__') return false;
  if (CONTAINERS.includes(above)) return true;
  if (['additionalProperties', 'items'].includes(last)) return true;
  return last === 'schema' && tokens.at(-3) === 'content' && !tokens.includes('parameters');
}

// Undefined for a schema that is not worth a name.
function buildKey(schema: JsonObject): string | undefined {
  const members = Object.entries(schema).filter(([name]) => !ANNOTATIONS.has(name));
  const key = JSON.stringify(members);
  return key.length < SHORTEST || memberOf(schema, '$ref') !== undefined ? undefined : key;
}

/** A schema that is repeated; `name` is that of the component that is made of it. */
interface Named extends Repeated {
  name: string | undefined;
}

function nameAll(model: OpenApiModel, repeated: readonly Repeated[]): Named[] {
  const names = new Identifiers(model.schemas.keys());
  return repeated.map((schema) => ({
    ...schema,
    name: schema.component === undefined ? nameRepeated(names, model, schema) : undefined,
  }));
}

function nameRepeated(
  names: Identifiers,
  model: OpenApiModel,
  { locations: [first = ''] }: Repeated,
): string {
  return names.take(buildName(model, first), findKind(first));
}

// `getTask` and `200`, `data` -> `GetTask200Data`
function buildName(model: OpenApiModel, location: string): string {
  const owner = model.operations.find(({ pointer }) => location.startsWith(`${pointer}/`));
  return owner === undefined
    ? nameSchema(location)
    : nameSchema(`#${location.slice(owner.pointer.length)}`, owner.id);
}

// All locations of the original document that a schema of the shared document represents.
function findOrigins(components: readonly Named[], pointer: string): string[] {
  const open = [pointer];
  const origins = new Set<string>();
  for (let target = open.pop(); target !== undefined; target = open.pop()) {
    if (origins.has(target)) continue;
    origins.add(target);
    for (const { name, locations } of components) {
      const bases = name === undefined ? locations : [appendPointer(COMPONENTS, name), ...locations];
      const base = bases.find((candidate) => target === candidate || target?.startsWith(`${candidate}/`));
      if (base !== undefined)
        open.push(...locations.map((location) => `${location}${target?.slice(base.length)}`));
    }
  }
  const made = components
    .filter(({ name }) => name !== undefined)
    .map(({ name = '' }) => appendPointer(COMPONENTS, name));
  return [...origins].filter((path) => !made.some((base) => path === base || path.startsWith(`${base}/`)));
}
