// Answers questions about a schema that need more than the schema itself: what its references lead to.

import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LocatedObject,
  type LocatedSchema,
  memberOf,
  type OpenApiModel,
  parsePointer,
  resolveSchema,
  walkSchemas,
} from '@keyframe/openapi-model';
import { DirectedNodes } from './directed-nodes.ts';
import { GraphNode, type NodeGraph } from './graph-node.ts';
import { needsDefaults } from './needs-defaults.ts';
import type { DirectedMembers } from './read-node.ts';
import type { Direction, SchemaNode } from './schema-node.ts';
import { postorder } from './search-graph.ts';

/** A default that is filled in, and the schema of its member. */
export interface FilledDefault {
  schema: SchemaNode;
  value: JsonValue;
}

/** Options of a graph. */
export interface GraphOptions {
  /** The direction that values go; without one schemas hold as they are written. */
  direction?: Direction | undefined;
  /** The schemas as they are written, whose nodes are reused where the direction makes no difference. */
  written?: SchemaGraph | undefined;
  /** Whether a value must be of its `format` (the default), or the format is an annotation. */
  formats?: 'assert' | 'annotate' | undefined;
  /** The pointers of members with a default that they would refuse. */
  invalidDefaults?: ReadonlySet<string> | undefined;
}

/** Reads the schemas of a model as nodes, in one direction or as they are written. */
export class SchemaGraph implements NodeGraph {
  /** Whether a value must be of its `format`, or the format is an annotation. */
  readonly assertsFormats: boolean;
  readonly #direction: Direction | undefined;
  readonly #invalidDefaults: ReadonlySet<string>;
  readonly #model: OpenApiModel;
  readonly #written: SchemaGraph;
  readonly #directed: DirectedNodes | undefined;
  readonly #nodes = new Map<JsonObject, SchemaNode>();
  readonly #aliases = new Map<string, SchemaNode>();
  readonly #completed = new Map<SchemaNode, boolean>();

  constructor(model: OpenApiModel, { direction, written, formats, invalidDefaults }: GraphOptions = {}) {
    this.#model = model;
    this.#direction = direction;
    this.assertsFormats = formats !== 'annotate';
    this.#invalidDefaults = invalidDefaults ?? new Set();
    if (direction === undefined) {
      this.#written = this;
      return;
    }
    this.#written = written ?? new SchemaGraph(model, { formats, invalidDefaults });
    this.#directed = new DirectedNodes(direction, (origin, options) => new GraphNode(this, origin, options));
  }

  /** Reads what a schema says in the direction; it is read once. */
  node(origin: LocatedSchema): SchemaNode {
    if (this.#directed)
      return this.#directed.find(origin) ?? this.#directed.direct(this.#written.node(origin));
    const { pointer } = origin;
    const existing = isJsonObject(origin.schema) ? this.#nodes.get(origin.schema) : undefined;
    if (existing?.pointer === pointer) return existing;
    // An alias of YAML is one object at several locations.
    const alias = existing && this.#aliases.get(pointer);
    if (alias) return alias;
    const schema = this.#model.edits.schemas.get(pointer) ?? origin.schema;
    const node = new GraphNode(this, { schema, pointer });
    if (existing) this.#aliases.set(pointer, node);
    else for (const key of [origin.schema, schema]) if (isJsonObject(key)) this.#nodes.set(key, node);
    return node;
  }

  /** Finds the direction that makes a difference to a schema as it is written, or to one that it leads to. */
  findDirection(written: SchemaNode): Direction | undefined {
    return this.#directed?.differs(written) ? this.#direction : undefined;
  }

  /** Lists the members of a schema as it is written that values do not have in the direction, or lose. */
  listDirected(written: SchemaNode): DirectedMembers {
    const omitted = this.#directed?.listFlagged(written) ?? [];
    return { omitted, ignored: this.#direction === 'request' ? omitted : [] };
  }

  /** Reports whether a member cannot have the default of its schema. */
  isInvalidDefault(pointer: string): boolean {
    return this.#invalidDefaults.has(pointer);
  }

  /** Reports whether a value that the schema accepts may still have to be completed. */
  needsDefaults(node: SchemaNode): boolean {
    return needsDefaults(node, this.#completed);
  }

  /** Names the component at a pointer; undefined if it is not a component. */
  findComponent(pointer: string): string | undefined {
    const [components, schemas, name, ...tokens] = parsePointer(pointer) ?? [];
    const isComponent = components === 'components' && schemas === 'schemas' && tokens.length === 0;
    return isComponent && name !== undefined && this.#model.schemas.has(name) ? name : undefined;
  }

  /** Lists the components and all that is referred to, each after what it refers to itself, circles excepted. */
  referredInOrder(): LocatedSchema[] {
    const locations = new Map<string, LocatedSchema>();
    const getPointer = (located: LocatedSchema): string => {
      if (!locations.has(located.pointer)) locations.set(located.pointer, located);
      return located.pointer;
    };
    const listTargets = (root?: LocatedObject): string[] => {
      const targets: string[] = [];
      const visit = ({ schema, pointer }: LocatedObject) => {
        const reference = memberOf(schema, '$ref');
        const target = typeof reference === 'string' ? this.resolve(reference, pointer) : undefined;
        if (target) targets.push(getPointer(target));
        return true;
      };
      walkSchemas(this.#model, visit, root);
      return targets;
    };
    const components = [...this.#model.schemas.values()].map(getPointer);
    const order = postorder([...components, ...listTargets()], (pointer) => {
      const schema = locations.get(pointer)?.schema;
      return isJsonObject(schema) ? listTargets({ schema, pointer }) : [];
    });
    return order.flatMap((pointer) => locations.get(pointer) ?? []);
  }

  /** Finds the target of a reference. */
  resolve(reference: string, pointer: string): LocatedSchema | undefined {
    return resolveSchema(this.#model, reference, pointer);
  }
}
