// Schemas as they hold for one direction (OpenAPI 3.1, Schema Object; JSON Schema validation, section 9.4): a request does
// not set readOnly members, so they are neither required nor validated; a response does not contain writeOnly ones.
import { isJsonObject } from '@keyframe/openapi-model';
import { collectApplied } from './applied-nodes.ts';
import { children, mapChildren, references } from './child-nodes.ts';
import type { NodeOptions } from './graph-node.ts';
import type { KeywordName } from './keyword-node.ts';
import type { Direction, Keywords, SchemaNode } from './schema-node.ts';
import { reaches } from './search-graph.ts';

type Located = SchemaNode['origin'];

type CreateNode = (origin: Located, options?: NodeOptions) => SchemaNode;

const FLAGS = { request: 'readOnly', response: 'writeOnly' } as const;

// Their schemas have no required members of their own.
const IN_PLACE: readonly KeywordName[] = ['allOf', 'anyOf', 'oneOf', 'condition', 'met', 'unmet'];

/** Maps schemas as they are written to those of a direction. */
export class DirectedNodes {
  readonly #direction: Direction;
  readonly #createNode: CreateNode;
  readonly #nodes = new Map<Located['schema'], SchemaNode>();
  readonly #differing = new Map<SchemaNode, boolean>();
  readonly #flagged = new Map<SchemaNode, readonly string[]>();

  constructor(direction: Direction, createNode: CreateNode) {
    this.#direction = direction;
    this.#createNode = createNode;
  }

  /** Returns the node that has an origin of its own, since it is part of another schema. */
  find({ schema, pointer }: Located): SchemaNode | undefined {
    const node = this.#nodes.get(schema);
    return node?.pointer === pointer ? node : undefined;
  }

  /** Returns a schema in the direction; one that is the same in both directions is returned as it is. */
  direct(base: SchemaNode): SchemaNode {
    const existing = this.find(base.origin);
    if (existing) return existing;
    if (!this.differs(base)) return base;
    const node = this.#createNode(base.origin, {
      base,
      read: () => this.#map(base, this.#collectFlagged(base)),
    });
    this.#nodes.set(base.origin.schema, node);
    return node;
  }

  /** Reports whether the direction makes a difference to a schema, or to one that it leads to. */
  differs(base: SchemaNode): boolean {
    const existing = this.#differing.get(base);
    if (existing !== undefined) return existing;
    const visited = new Set<SchemaNode>();
    const steps = (from: SchemaNode) =>
      this.#differing.has(from) ? [] : [...references(from), ...children(from)].map(({ node }) => node);
    const fits = (from: SchemaNode) => this.#differing.get(from) ?? this.listFlagged(from).length > 0;
    const isDifferent = reaches(base, { steps, fits }, visited);
    for (const node of isDifferent ? [base] : visited) this.#differing.set(node, isDifferent);
    return isDifferent;
  }

  /** Lists the properties that values do not have in the direction. */
  listFlagged(base: SchemaNode): readonly string[] {
    const existing = this.#flagged.get(base);
    if (existing) return existing;
    const flag = FLAGS[this.#direction];
    const isFlagged = (property: SchemaNode) =>
      collectApplied([property]).some(({ annotations }) => annotations[flag]);
    const properties = [...base.keywords.properties].filter(([, property]) => isFlagged(property));
    const names = properties.map(([name]) => name);
    this.#flagged.set(base, names);
    return names;
  }

  // The flagged members of a schema and of all that applies to the same value.
  #collectFlagged(base: SchemaNode): ReadonlySet<string> {
    const applied = collectApplied([base], ({ keywords }) => {
      const { anyOf, oneOf, condition, met, unmet, dependentSchemas } = keywords;
      return [...anyOf, ...oneOf, condition, met, unmet, ...dependentSchemas.values()];
    });
    return new Set(applied.flatMap((node) => this.listFlagged(node)));
  }

  #map(base: SchemaNode, names: ReadonlySet<string>): Keywords {
    const flagged = this.listFlagged(base);
    const mapped = mapChildren(base, (child, keyword, name) => {
      if (keyword === 'properties' && flagged.includes(name ?? '')) return this.#replace(child);
      return IN_PLACE.includes(keyword) && names.size > 0 ? this.#mapPart(child, names) : this.direct(child);
    });
    return { ...mapped, required: base.keywords.required.filter((name) => !names.has(name)) };
  }

  // A part of a schema lacks the members that the whole schema lacks.
  #mapPart(base: SchemaNode, names: ReadonlySet<string>): SchemaNode {
    const { schema, pointer } = base.origin;
    if (!isJsonObject(schema)) return base;
    const origin = { schema: { ...schema }, pointer };
    const node = this.#createNode(origin, { base, read: () => this.#map(base, names) });
    this.#nodes.set(origin.schema, node);
    return node;
  }

  #replace({ pointer }: SchemaNode): SchemaNode {
    return this.#createNode({ schema: this.#direction === 'request', pointer });
  }
}
