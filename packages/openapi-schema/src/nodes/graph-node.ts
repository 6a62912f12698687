import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import { findPartTypes, listConjuncts } from './applied-nodes.ts';
import { jsonEqual } from './json-equal.ts';
import { classifyValue, intersect, type Types } from './json-types.ts';
import type { Annotations, KeywordName, WrittenKeyword } from './keyword-node.ts';
import { KEYWORD_TABLE } from './keyword-table.ts';
import {
  isReferenceAlone,
  type LocatedKeywords,
  type NodeSource,
  readAnnotations,
  readKeywords,
  readWritten,
} from './read-keywords.ts';
import { type DirectedMembers, readContent, readParts } from './read-node.ts';
import type { ContentAnnotations, Direction, Keywords, SchemaNode, SchemaPart } from './schema-node.ts';

/** The graph that contains a schema. */
export interface NodeGraph extends NodeSource<SchemaNode> {
  findDirection: (node: SchemaNode) => Direction | undefined;
  listDirected: (node: SchemaNode) => DirectedMembers;
  findComponent: (pointer: string) => string | undefined;
  isInvalidDefault: (pointer: string) => boolean;
  needsDefaults: (node: SchemaNode) => boolean;
}

/** Options of a node whose keywords are not those that its schema has as it is written. */
export interface NodeOptions {
  /** The schema as it is written. */
  base?: SchemaNode;
  read?: () => Keywords;
}

/** A schema of a graph, of which each question is answered when it is first asked. */
export class GraphNode implements SchemaNode {
  readonly origin: SchemaNode['origin'];
  readonly #graph: NodeGraph;
  readonly #base: SchemaNode;
  readonly #readKeywords: () => Keywords;
  #keywords: Keywords | undefined;
  #annotations: Annotations | undefined;
  #written: readonly WrittenKeyword[] | undefined;
  #parts: readonly SchemaPart[] | undefined;
  #types: { value: Types | undefined } | undefined;
  #defaults: readonly JsonValue[] | undefined;

  constructor(graph: NodeGraph, origin: SchemaNode['origin'], { base, read }: NodeOptions = {}) {
    this.#graph = graph;
    this.origin = origin;
    this.#base = base ?? this;
    this.#readKeywords = read ?? (() => readKeywords(graph, this.#located));
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
    return this.#graph.findDirection(this.#base);
  }

  get component(): string | undefined {
    return this.#graph.findComponent(this.pointer);
  }

  get isEmpty(): boolean {
    const { schema } = this.origin;
    return schema === true || (isJsonObject(schema) && Object.keys(schema).length === 0);
  }

  get parts(): readonly SchemaPart[] {
    this.#parts ??= this.kind === 'keywords' ? readParts(this, this.#graph.listDirected(this.#base)) : [];
    return this.#parts;
  }

  get keywords(): Keywords {
    this.#keywords ??= this.#readKeywords();
    return this.#keywords;
  }

  get annotations(): Annotations {
    this.#annotations ??= readAnnotations(this.#located);
    return this.#annotations;
  }

  get written(): readonly WrittenKeyword[] {
    this.#written ??= readWritten(this.#located);
    return this.#written;
  }

  only(names: readonly KeywordName[]): SchemaNode {
    const isKept = (name: KeywordName | undefined) => name !== undefined && names.includes(name);
    const written = this.written.filter(({ name }) => isKept(name));
    const schema = Object.fromEntries(written.map(({ keyword, value }) => [keyword, value]));
    const kept = names.map((name) => KEYWORD_TABLE[name].keyword).join('-');
    const origin = { schema, pointer: `${this.pointer}/~only-${kept}` };
    const absent = readKeywords(this.#graph, { schema: {}, pointer: '' });
    const keywords = Object.entries(this.keywords).filter(([name]) => isKept(name as KeywordName));
    return new GraphNode(this.#graph, origin, {
      read: () => ({ ...absent, ...Object.fromEntries(keywords) }),
    });
  }

  get types(): Types | undefined {
    // Means any type while it is read. No schema that can be decided refers to itself here.
    if (this.#types) return this.#types.value;
    this.#types = { value: undefined };
    const value = intersect(this.#ownTypes, findPartTypes(this));
    this.#types = { value };
    return value;
  }

  get description(): string | undefined {
    const text = this.annotations.description;
    return text === undefined || text.trim() === '' ? undefined : text;
  }

  get ignored(): readonly string[] {
    return this.#graph.listDirected(this.#base).ignored;
  }

  get content(): ContentAnnotations {
    return readContent(this);
  }

  get fallback(): JsonValue | undefined {
    const [first, ...alternatives] = this.defaults;
    if (this.#graph.isInvalidDefault(this.pointer)) return undefined;
    return alternatives.every((alternative) => jsonEqual(first, alternative)) ? first : undefined;
  }

  get defaults(): readonly JsonValue[] {
    const ownDefault = this.annotations.default;
    if (ownDefault !== undefined) return [ownDefault];
    if (this.#defaults) return this.#defaults;
    this.#defaults = [];
    const { anyOf, oneOf } = this.keywords;
    const ofParts = listDistinct(listConjuncts(this));
    this.#defaults = ofParts.length > 0 ? ofParts : listDistinct([...anyOf, ...oneOf]);
    return this.#defaults;
  }

  get needsDefaults(): boolean {
    return this.#graph.needsDefaults(this);
  }

  get alias(): SchemaNode | undefined {
    const target = isReferenceAlone(this.origin.schema) ? this.keywords.reference : undefined;
    return target?.kind === 'keywords' ? target : undefined;
  }

  get #ownTypes(): Types | undefined {
    const { type, enum: listed, const: constant } = this.keywords;
    const literals = constant === undefined ? (listed ?? []) : [constant];
    const declared = type && (new Set(type) as ReadonlySet<string> as Types);
    return intersect(declared, literals.length > 0 ? new Set(literals.map(classifyValue)) : undefined);
  }

  get #located(): LocatedKeywords {
    const { schema, pointer } = this.origin;
    return { schema: isJsonObject(schema) ? schema : {}, pointer };
  }
}

function listDistinct(nodes: readonly SchemaNode[]): JsonValue[] {
  const distinct: JsonValue[] = [];
  for (const value of nodes.flatMap(({ defaults }) => defaults)) {
    if (!distinct.some((entry) => jsonEqual(entry, value))) distinct.push(value);
  }
  return distinct;
}
