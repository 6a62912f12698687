// Names the schemas that a document repeats, so that their code is written once: each location refers to a component
// that the document does not have itself. Documents that are bundled from files repeat half of what they say.

import { Identifiers } from '@keyframe/openapi-codegen';
import {
  appendPointer,
  canonicalPointer,
  copyJson,
  isJsonObject,
  type JsonObject,
  memberOf,
  type OpenApiModel,
  parsePointer,
  replaceDocument,
  valueAt,
  walkObjects,
} from '@keyframe/openapi-model';
import { findKind, KEYWORD_TABLE, nameSchema, type Specialization } from '@keyframe/openapi-schema';

/** A schema that is written at several locations, each a JSON pointer. */
interface Repeated {
  locations: string[];
  /** The component of the document that says the same. */
  component: string | undefined;
}

// Inlining a shorter one costs less than the call of a function.
const SHORTEST = 120;

const COMPONENTS = '#/components/schemas';

// Keywords that describe a location; schemas that differ only in these are equal.
const ANNOTATIONS = new Set(['description', 'example', 'examples', 'externalDocs', 'title']);

/** Replaces equal schemas by references; a document whose schemas have identifiers is answered as it is. */
export function shareEqual(specialization: Specialization): Specialization {
  const { model, copies, listOrigins } = specialization;
  if (/"\$(?:id|anchor|dynamicAnchor|dynamicRef)":/.test(JSON.stringify(model.document)))
    return specialization;
  const repeated = [...findRepeated(model.document).values()].filter(isWorthAName);
  if (repeated.length === 0) return specialization;
  const document = copyJson(model.document);
  const components = nameAll(model, repeated);
  replaceAll(document, components);
  const names = components.map(({ name }) => name).filter((name) => name !== undefined);
  return {
    ...specialization,
    model: replaceDocument(model, document, (pointer) => findOrigins(components, pointer)[0] ?? pointer),
    copies: new Set([...copies, ...names]),
    listOrigins: (pointer) => [...new Set(findOrigins(components, pointer).flatMap(listOrigins))],
  };
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

function findRepeated(document: JsonObject): Map<string, Repeated> {
  const schemasByKey = new Map<string, Repeated>();
  const pinned = referencesInto(document);
  walkObjects({ kind: 'document', value: document, pointer: '#' }, ({ kind, value, pointer }) => {
    if (kind !== 'schema') return true;
    const tokens = parsePointer(pointer) ?? [];
    const isComponent = pointer.startsWith(`${COMPONENTS}/`) && tokens.length === 3;
    if (!isComponent && !isReplaceable(tokens)) return true;
    const key = buildKey(value);
    if (key === undefined || pinned.some((target) => target.startsWith(`${pointer}/`))) return true;
    const existing = schemasByKey.get(key);
    const entry = existing ?? { locations: [], component: undefined };
    if (isComponent) entry.component ??= pointer;
    else entry.locations.push(pointer);
    schemasByKey.set(key, entry);
    return existing === undefined;
  });
  return schemasByKey;
}

// A reference that goes through a schema needs it at its original location.
function referencesInto(document: JsonObject): string[] {
  const targets: string[] = [];
  walkObjects({ kind: 'document', value: document, pointer: '#' }, ({ value }) => {
    const reference = memberOf(value, '$ref');
    const target = typeof reference === 'string' ? canonicalPointer(reference) : undefined;
    if (target !== undefined && (parsePointer(target) ?? []).length > 3) targets.push(target);
    return true;
  });
  return targets;
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

function replaceAll(document: JsonObject, components: readonly Named[]): void {
  const schemas = readComponents(document);
  const all = components.flatMap(({ name, component, locations }) =>
    locations.map((location, index) => ({
      tokens: parsePointer(location) ?? [],
      $ref: component ?? appendPointer(COMPONENTS, name ?? ''),
      name: index === 0 ? name : undefined,
    })),
  );
  // From the inside out: a schema that is moved takes with it the references that it holds by then.
  for (const { tokens, $ref, name } of all.sort((left, right) => right.tokens.length - left.tokens.length)) {
    const parent = valueAt(document, appendPointer('#', ...tokens.slice(0, -1)));
    const key = tokens.at(-1) ?? '';
    const schema = Object(parent)[key];
    if (name !== undefined) schemas[name] = schema;
    const description = isJsonObject(schema) ? memberOf(schema, 'description') : undefined;
    Object(parent)[key] = { ...(description === undefined ? {} : { description }), $ref };
  }
}

function readComponents(document: JsonObject): JsonObject {
  const components = memberOf(document, 'components');
  const componentsObject = isJsonObject(components) ? components : {};
  const schemas = memberOf(componentsObject, 'schemas');
  const all = isJsonObject(schemas) ? schemas : {};
  componentsObject.schemas = all;
  document.components = componentsObject;
  return all;
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
