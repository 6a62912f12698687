import { isJsonObject, type LocatedSchema, type OpenApiModel, parsePointer } from '@keyframe/openapi-model';
import type { Identifiers } from '@keyframe/openapi-model/generator';
import type { Direction } from './read-write-views.ts';
import type { SchemaGraph } from './schema-graph.ts';

/** A schema with a constant and a type of its own in the generated code. */
export interface NamedSchema {
  identifier: string;
  /** The name of its type before defaults are filled in; the identifier itself where that makes no difference. */
  input: string;
  located: LocatedSchema;
  graph: SchemaGraph;
}

/**
 * Names the schemas that other schemas refer to: each component, and each other schema that a reference leads to, once
 * more for each direction that makes a difference to it. Expanded in place they would multiply.
 */
export class ComponentNames {
  readonly #identifiers: Identifiers;
  readonly #model: OpenApiModel;
  readonly #named = new Map<string, NamedSchema>();

  constructor(model: OpenApiModel, identifiers: Identifiers) {
    this.#model = model;
    this.#identifiers = identifiers;
  }

  /** Lists all that is named so far. */
  get all(): NamedSchema[] {
    return [...this.#named.values()];
  }

  /** Names a component as it is in a direction. */
  take(name: string, graph: SchemaGraph): NamedSchema | undefined {
    const located = this.#model.schemas.get(name);
    return located && this.#take(name, located, graph);
  }

  /** Names the schema that a reference leads to; undefined where that is no more than true or false. */
  identifierOf(graph: SchemaGraph, target: LocatedSchema): string | undefined {
    return this.namedOf(graph, target)?.identifier;
  }

  /** Names the type of a named schema before defaults are filled in. */
  inputOf(graph: SchemaGraph, target: LocatedSchema): string {
    return this.namedOf(graph, target)?.input ?? 'unknown';
  }

  /** Finds what a reference leads to among the named schemas, and names what is not; nothing is true and false. */
  namedOf(graph: SchemaGraph, target: LocatedSchema): NamedSchema | undefined {
    const existing = this.#named.get(keyOf(graph, target));
    if (existing) return existing;
    const component = graph.componentOf(target.pointer);
    if (component !== undefined) return this.take(component, graph);
    return isJsonObject(target.schema) ? this.#take(nameOfPlace(target.pointer), target, graph) : undefined;
  }

  #take(name: string, located: LocatedSchema, graph: SchemaGraph): NamedSchema {
    const direction = directionOf(graph, located);
    const suffix = direction === undefined ? '' : capitalize(direction);
    const identifier = this.#identifiers.take(`${name}${suffix}`);
    const input = graph.needsDefaults(located) ? this.#identifiers.take(`${identifier}Input`) : identifier;
    const named = { identifier, input, located, graph };
    this.#named.set(keyOf(graph, located), named);
    return named;
  }
}

// What only says how the parts of a document are put together, and no name.
const STRUCTURE = new Set(['components', 'content', 'paths', 'properties', 'schema', 'schemas', '$defs']);

// `#/components/schemas/Pet/properties/owner` -> `Pet owner`
function nameOfPlace(pointer: string): string {
  const tokens = parsePointer(pointer) ?? [];
  const telling = tokens.filter((token) => !STRUCTURE.has(token));
  return (telling.length > 0 ? telling : tokens).join(' ');
}

function directionOf(graph: SchemaGraph, located: LocatedSchema): Direction | undefined {
  return graph.differs(located) ? graph.direction : undefined;
}

function keyOf(graph: SchemaGraph, located: LocatedSchema): string {
  return `${directionOf(graph, located) ?? ''} ${located.pointer}`;
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
