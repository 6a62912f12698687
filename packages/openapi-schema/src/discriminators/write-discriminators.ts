// Writes the meaning of discriminators (OpenAPI, Discriminator Object) into the schemas of a document as keywords of JSON
// Schema: a value has the constant of the schema that it is validated with.
import {
  appendPointer,
  canonicalPointer,
  copyJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
  type OpenApiModel,
  type Problem,
  parsePointer,
  replaceDocument,
  valueAt,
  walkObjects,
} from '@keyframe/openapi-model';
import { type Specialization, specialize } from '../dynamic/specialize.ts';
import { jsonEqual } from '../nodes/json-equal.ts';
import { type DiscriminatedSchema, DiscriminatedSchemas } from './discriminated-schemas.ts';
import { listAllowed, requiresProperty } from './property-values.ts';

/** A model in which keywords have replaced discriminators. */
export interface DiscriminatedModel {
  model: OpenApiModel;
  /** The components that the document does not have itself: any schema that extends another. */
  copies: ReadonlySet<string>;
  /** Finds where the document writes the schema at a pointer of `model`. */
  findOrigin: (pointer: string) => string;
  /** Discriminators with schemas that none of their values selects. */
  problems: readonly Problem[];
}

/** Writes the discriminators of a document as keywords; a model without one is returned as it is. */
export function writeDiscriminators(model: OpenApiModel): DiscriminatedModel {
  const schemas = new DiscriminatedSchemas(model);
  const { problems } = schemas;
  if (schemas.nodes.length === 0)
    return { model, copies: new Set(), findOrigin: (pointer) => pointer, problems };
  const writer = new DiscriminatorWriter(model, schemas);
  const findOrigin = (pointer: string) => writer.findOrigin(pointer);
  const document = writer.write();
  return {
    model: replaceDocument(model, document, findOrigin),
    copies: new Set(writer.copies.values()),
    findOrigin,
    problems,
  };
}

/** Replaces every `$dynamicRef` and discriminator of a document; one without any is returned as it is. */
export function specializeSchemas(source: OpenApiModel): Specialization & { warnings: readonly Problem[] } {
  const { model, copies, findOrigin, problems } = writeDiscriminators(source);
  const specialization = specialize(model);
  return {
    ...specialization,
    copies: new Set([...copies, ...specialization.copies]),
    listOrigins: (pointer) => specialization.listOrigins(pointer).map(findOrigin),
    warnings: problems,
  };
}

class DiscriminatorWriter {
  /** The names of the components for any schema that extends another, by the pointers of the others. */
  readonly copies = new Map<string, string>();
  /** The pointers of the schemas that were added, and of those to which they belong. */
  readonly #origins = new Map<string, string>();
  readonly #model: OpenApiModel;
  readonly #schemas: DiscriminatedSchemas;
  readonly #document: JsonObject;
  /** The targets of references, whose schemas stay as they are. */
  readonly #targets = new Set<string>();

  constructor(model: OpenApiModel, schemas: DiscriminatedSchemas) {
    this.#model = model;
    this.#schemas = schemas;
    this.#document = copyJson(model.document);
    walkObjects({ kind: 'document', value: model.document, pointer: '#' }, ({ value: { $ref } }) => {
      if (typeof $ref === 'string') this.#targets.add(canonicalPointer($ref) ?? $ref);
      return true;
    });
  }

  write(): JsonObject {
    const constants = this.#schemas.listConstants();
    for (const discriminated of constants) this.#writeConstants(discriminated);
    const isKnown = ({ schema, property, values }: DiscriminatedSchema) =>
      constants.some(
        (entry) => entry.schema === schema && entry.property === property && hasSame(entry.values, values),
      );
    for (const [branch, discriminated] of this.#schemas.branches)
      this.#addConditions(branch, discriminated, isKnown(discriminated));
    for (const { pointer, keywords } of this.#schemas.nodes) {
      const target = keywords.reference?.pointer;
      if (target === undefined || this.#schemas.branches.has(pointer) || isExtension(pointer)) continue;
      const alternatives = this.#schemas.hierarchies.get(target);
      const schema = valueAt(this.#document, pointer);
      if (alternatives && isJsonObject(schema))
        schema.$ref = this.#writeAlternatives(target, alternatives, isKnown);
    }
    return this.#document;
  }

  findOrigin(pointer: string): string {
    const tokens = pointer.split('/');
    for (let length = tokens.length; length > 0; length -= 1) {
      const origin = this.#origins.get(tokens.slice(0, length).join('/'));
      if (origin !== undefined) return origin;
    }
    return pointer;
  }

  // Limits the property where the schema describes it, or among its other properties.
  #writeConstants({ schema, property, values, isRequired }: DiscriminatedSchema): void {
    const allowed = listAllowed(schema, property);
    const isListed = Array.isArray(allowed);
    if (values.length === 0 || (isListed && hasSame(allowed, values))) return;
    const constants = { ...(isListed ? {} : { type: 'string' }), enum: [...values] };
    const owner = this.#findOwner(schema.pointer, property);
    if (!owner) {
      this.#add(schema.pointer, describeProperty(property, constants, isRequired));
      return;
    }
    const { properties, declared, pointer } = owner;
    const kept = Object.entries(declared ?? {}).filter(([name]) => !isListed || ANNOTATIONS.has(name));
    properties[property] = { ...Object.fromEntries(kept), ...constants };
    if (declared) return;
    this.#origins.set(appendPointer(pointer, 'properties', property), schema.pointer);
    const object = valueAt(this.#document, pointer);
    if (isRequired && isJsonObject(object))
      object.required = [...new Set([...[memberOf(object, 'required') ?? []].flat(), property])];
  }

  // Finds the part of a schema that describes a property, or one to which the property can be added.
  #findOwner(schema: string, property: string): PropertyOwner | undefined {
    const value = valueAt(this.#document, schema);
    const branches = isJsonObject(value) ? memberOf(value, 'allOf') : undefined;
    const pointers = (Array.isArray(branches) ? branches : []).map((_, index) =>
      appendPointer(schema, 'allOf', index),
    );
    const open: PropertyOwner[] = [];
    for (const pointer of [schema, ...pointers]) {
      const candidate = valueAt(this.#document, pointer);
      const properties = isJsonObject(candidate) ? memberOf(candidate, 'properties') : undefined;
      if (!isJsonObject(candidate) || !isJsonObject(properties)) continue;
      const declared = memberOf(properties, property);
      const isTarget = this.#targets.has(appendPointer(pointer, 'properties', property));
      if (isJsonObject(declared) && !isTarget) return { pointer, properties, declared };
      if (declared === undefined && memberOf(candidate, 'additionalProperties') === undefined)
        open.push({ pointer, properties, declared });
    }
    return open.at(-1);
  }

  #addConditions(
    branch: string,
    { schema, property, values, isRequired }: DiscriminatedSchema,
    isKnown: boolean,
  ): void {
    const isImplied = !isRequired || requiresProperty(schema, property);
    if (isKnown && isImplied) return;
    const constants = isKnown ? undefined : { enum: [...values] };
    this.#add(branch, describeProperty(property, constants, isRequired));
  }

  // Adds a part to the `allOf` of a schema.
  #add(pointer: string, branch: JsonObject): void {
    const schema = valueAt(this.#document, pointer);
    if (!isJsonObject(schema)) return;
    const branches = memberOf(schema, 'allOf');
    const existing = Array.isArray(branches) ? branches : [];
    this.#origins.set(appendPointer(pointer, 'allOf', existing.length), pointer);
    schema.allOf = [...existing, branch];
  }

  #writeAlternatives(
    target: string,
    alternatives: readonly DiscriminatedSchema[],
    isKnown: (alternative: DiscriminatedSchema) => boolean,
  ): string {
    const existing = this.copies.get(target);
    if (existing !== undefined) return appendPointer(COMPONENTS, existing);
    const name = this.#takeName(target);
    const pointer = appendPointer(COMPONENTS, name);
    this.copies.set(target, name);
    this.#origins.set(pointer, target);
    const schemas = valueAt(this.#document, COMPONENTS);
    if (isJsonObject(schemas))
      schemas[name] = { anyOf: alternatives.map(({ schema }) => ({ $ref: schema.pointer })) };
    for (const [index, alternative] of alternatives.entries()) {
      if (alternative.values.length > 0)
        this.#addConditions(appendPointer(pointer, 'anyOf', index), alternative, isKnown(alternative));
    }
    return pointer;
  }

  #takeName(target: string): string {
    const base = `Any${parsePointer(target)?.at(-1) ?? ''}`;
    let name = base;
    for (let count = 2; this.#model.schemas.has(name); count += 1) name = `${base}${count}`;
    return name;
  }
}

interface PropertyOwner {
  pointer: string;
  properties: JsonObject;
  declared: JsonObject | undefined;
}

const COMPONENTS = '#/components/schemas';

// Keywords that describe a property whose values are listed.
const ANNOTATIONS = new Set([
  ...['default', 'deprecated', 'description', 'example', 'examples', 'readOnly', 'title', 'writeOnly'],
]);

function describeProperty(
  property: string,
  constants: JsonObject | undefined,
  isRequired: boolean,
): JsonObject {
  return {
    type: 'object',
    ...(isRequired ? { required: [property] } : {}),
    ...(constants ? { properties: { [property]: constants } } : {}),
  };
}

function hasSame(left: readonly JsonValue[], right: readonly JsonValue[]): boolean {
  const isIn = (list: readonly JsonValue[]) => (value: JsonValue) =>
    list.some((item) => jsonEqual(item, value));
  return left.every(isIn(right)) && right.every(isIn(left));
}

// A component extends the schemas of its `allOf`; there they are not values of their own.
function isExtension(pointer: string): boolean {
  const [components, schemas, , keyword, , ...deeper] = parsePointer(pointer) ?? [];
  return components === 'components' && schemas === 'schemas' && keyword === 'allOf' && deeper.length === 0;
}
