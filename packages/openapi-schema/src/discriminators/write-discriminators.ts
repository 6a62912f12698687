// Writes the meaning of discriminators (OpenAPI, Discriminator Object) into the schemas of a document as keywords of JSON
// Schema: a value has the constant of the schema that it is validated with.
import {
  appendPointer,
  copyJson,
  inspectModel,
  isJsonObject,
  type JsonObject,
  memberOf,
  type OpenApiModel,
  parsePointer,
  valueAt,
} from '@keyframe/openapi-model';
import { type Specialization, specialize } from '../dynamic/specialize.ts';
import type { SchemaNode } from '../nodes/schema-node.ts';
import { type DiscriminatedSchema, DiscriminatedSchemas } from './discriminated-schemas.ts';

// The member of `$defs` with the union of the schemas that extend a schema.
const ALTERNATIVES = '~alternatives';

/** Replaces every `$dynamicRef` and discriminator of a document; one without any is returned as it is. */
export function specializeSchemas(model: OpenApiModel): Specialization {
  const schemas = new DiscriminatedSchemas(model);
  if (schemas.nodes.length === 0) return specialize(model);
  const writer = new DiscriminatorWriter(model, schemas);
  const specialization = specialize(writer.write());
  return {
    ...specialization,
    model: { ...specialization.model, document: model.document },
    listOrigins: (pointer) => specialization.listOrigins(pointer).map((origin) => writer.findOrigin(origin)),
  };
}

class DiscriminatorWriter {
  /** The pointers of the schemas that were added, and of those to which they belong. */
  readonly #origins = new Map<string, string>();
  readonly #model: OpenApiModel;
  readonly #schemas: DiscriminatedSchemas;
  readonly #document: JsonObject;

  constructor(model: OpenApiModel, schemas: DiscriminatedSchemas) {
    this.#model = model;
    this.#schemas = schemas;
    const copy = copyJson(model.document);
    this.#document = isJsonObject(copy) ? copy : {};
  }

  write(): OpenApiModel {
    const branches = new Set<string>();
    for (const node of this.#schemas.nodes) {
      for (const [branch, schema] of this.#listBranches(node)) {
        this.#add(branch, describeConstants(schema));
        branches.add(branch);
      }
    }
    for (const { pointer, keywords } of this.#schemas.nodes) {
      const target = keywords.reference?.pointer;
      if (target === undefined || branches.has(pointer) || isExtension(pointer)) continue;
      const [first, ...others] = this.#schemas.listAlternatives(target);
      if (!first) continue;
      if (others.length === 0 && first.pointer === target) this.#add(pointer, describeConstants(first));
      else this.#add(pointer, { $ref: this.#writeAlternatives(target, [first, ...others]) });
    }
    const { source, files, locate, lenient, original, warnings } = this.#model;
    // The model reported the problems of the document when it was read.
    const { model } = inspectModel(this.#document, source, { files, lenient });
    return {
      ...(model ?? this.#model),
      document: this.#document,
      original,
      warnings,
      locate: (pointer) => locate(this.findOrigin(pointer)),
    };
  }

  findOrigin(pointer: string): string {
    const tokens = pointer.split('/');
    for (let length = tokens.length; length > 0; length -= 1) {
      const origin = this.#origins.get(tokens.slice(0, length).join('/'));
      if (origin !== undefined) return origin;
    }
    return pointer;
  }

  #listBranches(node: SchemaNode): [string, DiscriminatedSchema][] {
    const keyword = node.keywords.oneOf.length > 0 ? 'oneOf' : 'anyOf';
    const branches = this.#schemas.listBranches(node);
    return branches
      .map((schema, index) => [appendPointer(node.pointer, keyword, index), schema] as const)
      .filter((entry): entry is [string, DiscriminatedSchema] => entry[1] !== undefined);
  }

  // Adds a part to the `allOf` of a schema.
  #add(pointer: string, part: JsonObject): void {
    const schema = valueAt(this.#document, pointer);
    if (!isJsonObject(schema)) return;
    const parts = memberOf(schema, 'allOf');
    const existing = Array.isArray(parts) ? parts : [];
    this.#origins.set(appendPointer(pointer, 'allOf', existing.length), pointer);
    schema.allOf = [...existing, part];
  }

  #writeAlternatives(target: string, alternatives: readonly DiscriminatedSchema[]): string {
    const pointer = appendPointer(target, '$defs', ALTERNATIVES);
    const schema = valueAt(this.#document, target);
    if (this.#origins.has(pointer) || !isJsonObject(schema)) return pointer;
    this.#origins.set(pointer, target);
    const definitions = memberOf(schema, '$defs');
    const anyOf = alternatives.map((alternative) => ({
      $ref: alternative.pointer,
      allOf: [describeConstants(alternative)],
    }));
    schema.$defs = { ...(isJsonObject(definitions) ? definitions : {}), [ALTERNATIVES]: { anyOf } };
    return pointer;
  }
}

function describeConstants({ property, constants, isRequired }: DiscriminatedSchema): JsonObject {
  return {
    type: 'object',
    ...(isRequired ? { required: [property] } : {}),
    properties: { [property]: { type: 'string', enum: [...constants] } },
  };
}

// A component extends the schemas of its `allOf`; there they are not values of their own.
function isExtension(pointer: string): boolean {
  const [components, schemas, , keyword, , ...others] = parsePointer(pointer) ?? [];
  return components === 'components' && schemas === 'schemas' && keyword === 'allOf' && others.length === 0;
}
