// The components of the types: those of the document, their variants in requests and responses, and other targets of
// references.

import { appendWord, capitalize } from '@keyframe/openapi-codegen';
import type { OpenApiModel } from '@keyframe/openapi-model';
import { type Direction, nameSchema, type SchemaGraph, type SchemaNode } from '@keyframe/openapi-schema';

/** A schema with a named type. */
export interface NamedType {
  name: string;
  schema: SchemaNode;
}

/** Names the types of schemas. */
export class TypeNames {
  /** All named types, in the order in which they were named, the components of the document first. */
  readonly all: NamedType[] = [];
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(model: OpenApiModel, written: SchemaGraph) {
    for (const [name, located] of model.schemas) this.#add(name, written.node(located));
  }

  /** Lists the variants of components that requests or responses have. */
  get variants(): string[] {
    return this.all.filter(({ schema }) => schema.direction !== undefined).map(({ name }) => name);
  }

  /** Names the type of a schema, which becomes a component unless it is one. */
  findOrAdd(schema: SchemaNode): string {
    const existing = this.#names.get(createKey(schema));
    if (existing !== undefined) return existing;
    const { component, direction, pointer } = schema;
    const schemaName = component ?? nameSchema(pointer);
    const base = direction === undefined ? schemaName : appendWord(schemaName, capitalize(direction));
    let name = base;
    for (let count = 2; this.#taken.has(name); count += 1) name = `${base}${count}`;
    this.#add(name, schema);
    return name;
  }

  #add(name: string, schema: SchemaNode): void {
    this.#names.set(createKey(schema), name);
    this.#taken.add(name);
    this.all.push({ name, schema });
  }
}

function createKey({
  direction,
  pointer,
}: Pick<SchemaNode, 'pointer'> & { direction: Direction | undefined }): string {
  return `${direction ?? 'written'} ${pointer}`;
}
