import { isJsonObject, type JsonValue, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import type { Types } from './json-types.ts';
import { isReferenceAlone, type Place } from './keyword-readers.ts';
import { type NodeReader, readContent, readParts } from './read-node.ts';
import type { Direction } from './read-write-views.ts';
import type { ContentAnnotations, SchemaNode, SchemaPart } from './schema-node.ts';

/** What is asked of the graph that a schema stands in. */
export interface NodeGraph extends NodeReader {
  readonly direction: Direction | undefined;
  view: (located: LocatedSchema) => LocatedSchema;
  differs: (located: LocatedSchema) => boolean;
  componentOf: (pointer: string) => string | undefined;
  typesOf: (located: LocatedSchema) => Types | undefined;
  defaultOf: (located: LocatedSchema) => JsonValue | undefined;
  defaultsOf: (located: LocatedSchema) => readonly JsonValue[];
  needsDefaults: (located: LocatedSchema) => boolean;
}

/** A schema of a graph, of which each question is answered when it is first asked. */
export class GraphNode implements SchemaNode {
  readonly origin: LocatedSchema;
  readonly #graph: NodeGraph;
  #view: LocatedSchema | undefined;
  #parts: readonly SchemaPart[] | undefined;

  constructor(graph: NodeGraph, origin: LocatedSchema) {
    this.#graph = graph;
    this.origin = origin;
  }

  get pointer(): string {
    return this.origin.pointer;
  }

  get kind(): SchemaNode['kind'] {
    const { schema } = this.origin;
    if (isJsonObject(schema)) return 'keywords';
    return schema ? 'any' : 'never';
  }

  get direction(): Direction | undefined {
    return this.#graph.differs(this.origin) ? this.#graph.direction : undefined;
  }

  get component(): string | undefined {
    return this.#graph.componentOf(this.pointer);
  }

  get isEmpty(): boolean {
    const { schema } = this.origin;
    return schema === true || (isJsonObject(schema) && Object.keys(schema).length === 0);
  }

  get parts(): readonly SchemaPart[] {
    const place = this.#place;
    this.#parts ??= place ? readParts(this.#graph, place) : [];
    return this.#parts;
  }

  get types(): Types | undefined {
    return this.#graph.typesOf(this.#viewed);
  }

  get description(): string | undefined {
    const text = this.#place && memberOf(this.#place.schema, 'description');
    return typeof text === 'string' && text.trim() !== '' ? text : undefined;
  }

  get content(): ContentAnnotations {
    return readContent(this.#place ?? { schema: {}, pointer: this.pointer });
  }

  get fallback(): JsonValue | undefined {
    return this.#graph.defaultOf(this.origin);
  }

  get defaults(): readonly JsonValue[] {
    return this.#graph.defaultsOf(this.origin);
  }

  get needsDefaults(): boolean {
    return this.#graph.needsDefaults(this.#viewed);
  }

  get alias(): SchemaNode | undefined {
    const [target] = isReferenceAlone(this.origin.schema) ? this.#graph.referenced(this.origin) : [];
    return target && isJsonObject(target.schema) ? this.#graph.node(target) : undefined;
  }

  get #viewed(): LocatedSchema {
    this.#view ??= this.#graph.view(this.origin);
    return this.#view;
  }

  get #place(): Place | undefined {
    const { schema, pointer } = this.#viewed;
    return isJsonObject(schema) ? { schema, pointer } : undefined;
  }
}
