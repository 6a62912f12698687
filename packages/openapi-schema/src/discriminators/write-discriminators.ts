// Writes the meaning of discriminators (OpenAPI, Discriminator Object) into the schemas of a document as keywords of JSON
// Schema: a value has the constant of the schema that it is validated with.
import {
  appendPointer,
  canonicalPointer,
  editSchemas,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
  type OpenApiModel,
  type Problem,
  parsePointer,
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
  writer.write();
  return {
    model: editSchemas(model, { schemas: writer.edits, components: writer.components }, findOrigin),
    copies: new Set(writer.components.keys()),
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
  /** Changed schemas, by pointer. */
  readonly edits = new Map<string, JsonObject>();
  /** The components for any schema that extends another, by name. */
  readonly components = new Map<string, JsonObject>();
  /** The pointers of these components, by those of the schemas that others extend. */
  readonly #alternatives = new Map<string, string>();
  /** The pointers of the schemas that were added, and of those to which they belong. */
  readonly #origins = new Map<string, string>();
  readonly #model: OpenApiModel;
  readonly #schemas: DiscriminatedSchemas;
  /** The targets of references, whose schemas stay as they are. */
  readonly #targets = new Set<string>();

  constructor(model: OpenApiModel, schemas: DiscriminatedSchemas) {
    this.#model = model;
    this.#schemas = schemas;
    walkObjects({ kind: 'document', value: model.document, pointer: '#' }, ({ value: { $ref } }) => {
      if (typeof $ref === 'string') this.#targets.add(canonicalPointer($ref) ?? $ref);
      return true;
    });
  }

  write(): void {
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
      if (alternatives) this.#edit(pointer, { $ref: this.#writeAlternatives(target, alternatives, isKnown) });
    }
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
    const propertyPointer = appendPointer(pointer, 'properties', property);
    const kept = Object.entries(declared ?? {}).filter(([name]) => !isListed || ANNOTATIONS.has(name));
    const described = { ...Object.fromEntries(kept), ...constants };
    if (declared) {
      this.edits.set(propertyPointer, described);
      return;
    }
    this.#origins.set(propertyPointer, schema.pointer);
    const required = [memberOf(this.#read(pointer) ?? {}, 'required') ?? []].flat();
    this.#edit(pointer, {
      properties: { ...properties, [property]: described },
      ...(isRequired ? { required: [...new Set([...required, property])] } : {}),
    });
  }

  #read(pointer: string): JsonObject | undefined {
    const schema = this.edits.get(pointer) ?? valueAt(this.#model.document, pointer);
    return isJsonObject(schema) ? schema : undefined;
  }

  #edit(pointer: string, keywords: JsonObject): void {
    const schema = this.#read(pointer);
    if (schema) this.edits.set(pointer, { ...schema, ...keywords });
  }

  // Finds the part of a schema that describes a property, or one to which the property can be added.
  #findOwner(schema: string, property: string): PropertyOwner | undefined {
    const branches = memberOf(this.#read(schema) ?? {}, 'allOf');
    const pointers = (Array.isArray(branches) ? branches : []).map((_, index) =>
      appendPointer(schema, 'allOf', index),
    );
    const open: PropertyOwner[] = [];
    for (const pointer of [schema, ...pointers]) {
      const candidate = this.#read(pointer) ?? {};
      const properties = memberOf(candidate, 'properties');
      if (!isJsonObject(properties)) continue;
      const propertyPointer = appendPointer(pointer, 'properties', property);
      const declared = this.edits.get(propertyPointer) ?? memberOf(properties, property);
      const isTarget = this.#targets.has(propertyPointer);
      if (isJsonObject(declared) && !isTarget) return { pointer, properties, declared };
      if (declared === undefined && memberOf(candidate, 'additionalProperties') === undefined)
        open.push({ pointer, properties, declared });
    }
    return open.at(-1);
  }

  #addConditions(branch: string, discriminated: DiscriminatedSchema, isKnown: boolean): void {
    const condition = describeCondition(discriminated, isKnown);
    if (condition) this.#add(branch, condition);
  }

  // Adds a part to the `allOf` of a schema.
  #add(pointer: string, branch: JsonObject): void {
    const branches = memberOf(this.#read(pointer) ?? {}, 'allOf');
    const existing = Array.isArray(branches) ? branches : [];
    this.#origins.set(appendPointer(pointer, 'allOf', existing.length), pointer);
    this.#edit(pointer, { allOf: [...existing, branch] });
  }

  #writeAlternatives(
    target: string,
    alternatives: readonly DiscriminatedSchema[],
    isKnown: (alternative: DiscriminatedSchema) => boolean,
  ): string {
    const existing = this.#alternatives.get(target);
    if (existing !== undefined) return existing;
    const name = this.#takeName(target);
    const pointer = appendPointer('#', 'components', 'schemas', name);
    this.#alternatives.set(target, pointer);
    this.#origins.set(pointer, target);
    const anyOf = alternatives.map((alternative): JsonObject => {
      const $ref = alternative.schema.pointer;
      const condition =
        alternative.values.length > 0 ? describeCondition(alternative, isKnown(alternative)) : undefined;
      return condition ? { $ref, allOf: [condition] } : { $ref };
    });
    this.components.set(name, { anyOf });
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

// Keywords that describe a property whose values are listed.
const ANNOTATIONS = new Set([
  ...['default', 'deprecated', 'description', 'example', 'examples', 'readOnly', 'title', 'writeOnly'],
]);

// Undefined if the schema itself requires the values.
function describeCondition(
  { schema, property, values, isRequired }: DiscriminatedSchema,
  isKnown: boolean,
): JsonObject | undefined {
  const isImplied = !isRequired || requiresProperty(schema, property);
  if (isKnown && isImplied) return undefined;
  return describeProperty(property, isKnown ? undefined : { enum: [...values] }, isRequired);
}

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
