import { isJsonObject, type JsonValue, type LocatedSchema } from '@keyframe/openapi-model';
import type { Types } from './json-types.ts';
import type { Annotations, KeywordName, WrittenKeyword } from './keyword-node.ts';
import { isReferenceAlone, type LocatedKeywords } from './keyword-readers.ts';
import { KEYWORD_TABLE } from './keyword-table.ts';
import { type NodeSource, readAnnotations, readKeywords, readWritten } from './read-keywords.ts';
import { type DirectedMembers, readContent, readParts } from './read-node.ts';
import type { Direction } from './read-write-views.ts';
import type { ContentAnnotations, Keywords, SchemaNode, SchemaPart } from './schema-node.ts';
import type { References } from './search-graph.ts';

/** The graph that contains a schema. */
export interface NodeGraph extends NodeSource<SchemaNode>, References {
  readonly direction: Direction | undefined;
  ignoredMembers: (located: LocatedSchema) => readonly string[];
  omittedMembers: (located: LocatedSchema) => readonly string[];
  view: (located: LocatedSchema) => LocatedSchema;
  differs: (located: LocatedSchema) => boolean;
  findComponent: (pointer: string) => string | undefined;
  findTypes: (located: LocatedSchema) => Types | undefined;
  findDefault: (located: LocatedSchema) => JsonValue | undefined;
  listDefaults: (located: LocatedSchema) => readonly JsonValue[];
  needsDefaults: (located: LocatedSchema) => boolean;
}

/** A schema of a graph, of which each question is answered when it is first asked. */
export class GraphNode implements SchemaNode {
  readonly origin: LocatedSchema;
  readonly #graph: NodeGraph;
  #view: LocatedSchema | undefined;
  #keywords: Keywords | undefined;
  #written: readonly WrittenKeyword[] | undefined;
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
    return this.#graph.findComponent(this.pointer);
  }

  get isEmpty(): boolean {
    const { schema } = this.origin;
    return schema === true || (isJsonObject(schema) && Object.keys(schema).length === 0);
  }

  get parts(): readonly SchemaPart[] {
    this.#parts ??= this.kind === 'keywords' ? readParts(this, this.#directedMembers) : [];
    return this.#parts;
  }

  get keywords(): Keywords {
    this.#keywords ??= readKeywords(this.#graph, this.#located ?? this.#nothing);
    return this.#keywords;
  }

  get annotations(): Annotations {
    return readAnnotations(this.#located ?? this.#nothing);
  }

  get written(): readonly WrittenKeyword[] {
    this.#written ??= readWritten(this.#located ?? this.#nothing);
    return this.#written;
  }

  only(names: readonly KeywordName[]): LocatedSchema {
    const kept = this.written.filter(({ name }) => name !== undefined && names.includes(name));
    return {
      schema: Object.fromEntries(kept.map(({ keyword, value }) => [keyword, value])),
      pointer: `${this.pointer}/~only-${names.map((name) => KEYWORD_TABLE[name].keyword).join('-')}`,
    };
  }

  get types(): Types | undefined {
    return this.#graph.findTypes(this.#viewed);
  }

  get description(): string | undefined {
    const text = this.annotations.description;
    return text === undefined || text.trim() === '' ? undefined : text;
  }

  get content(): ContentAnnotations {
    return readContent(this);
  }

  get fallback(): JsonValue | undefined {
    return this.#graph.findDefault(this.origin);
  }

  get defaults(): readonly JsonValue[] {
    return this.#graph.listDefaults(this.origin);
  }

  get needsDefaults(): boolean {
    return this.#graph.needsDefaults(this.#viewed);
  }

  get alias(): SchemaNode | undefined {
    const [target] = isReferenceAlone(this.origin.schema) ? this.#graph.referenced(this.origin) : [];
    return target && isJsonObject(target.schema) ? this.#graph.node(target) : undefined;
  }

  get #directedMembers(): DirectedMembers {
    return {
      ignored: this.#graph.ignoredMembers(this.#viewed),
      omitted: this.#graph.omittedMembers(this.#viewed),
    };
  }

  get #viewed(): LocatedSchema {
    this.#view ??= this.#graph.view(this.origin);
    return this.#view;
  }

  get #nothing(): LocatedKeywords {
    return { schema: {}, pointer: this.pointer };
  }

  get #located(): LocatedKeywords | undefined {
    const { schema, pointer } = this.#viewed;
    return isJsonObject(schema) ? { schema, pointer } : undefined;
  }
}
