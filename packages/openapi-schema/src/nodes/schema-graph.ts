// Answers questions about a schema that need more than the schema itself: what its references lead to.

import {
  type DocumentObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
  memberOf,
  type OpenApiModel,
  parsePointer,
  walkObjects,
} from '@keyframe/openapi-model';
import { GraphNode } from './graph-node.ts';
import { jsonEqual } from './json-equal.ts';
import { classifyValue, intersect, type Types, unite } from './json-types.ts';
import { subschemas, typeNames } from './keyword-readers.ts';
import { needsDefaults } from './needs-defaults.ts';
import { type Direction, ReadWriteViews } from './read-write-views.ts';
import type { SchemaNode } from './schema-node.ts';
import { postorder, reaches } from './search-graph.ts';

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
export class SchemaGraph {
  /** The direction that values go; undefined where schemas decide as they are written. */
  readonly direction: Direction | undefined;
  /** Whether a value must be of its `format`, or the format is an annotation. */
  readonly assertsFormats: boolean;
  readonly #invalidDefaults: ReadonlySet<string>;
  readonly #model: OpenApiModel;
  readonly #directed: ReadWriteViews | undefined;
  readonly #baseGraph: SchemaGraph | undefined;
  readonly #nodes = new Map<LocatedSchema['schema'], SchemaNode>();
  readonly #completed = new Map<LocatedSchema['schema'], boolean>();
  readonly #types = new Map<LocatedSchema['schema'], Types | undefined>();
  readonly #defaults = new Map<LocatedSchema['schema'], readonly JsonValue[]>();

  constructor(model: OpenApiModel, { direction, written, formats, invalidDefaults }: GraphOptions = {}) {
    this.#model = model;
    this.direction = direction;
    this.assertsFormats = formats !== 'annotate';
    this.#invalidDefaults = invalidDefaults ?? new Set();
    this.#baseGraph = written;
    this.#directed = direction && new ReadWriteViews(this, direction);
  }

  /** Reads what a schema says in the direction; it is read once. */
  node(origin: LocatedSchema): SchemaNode {
    const existing = this.#nodes.get(origin.schema);
    // An alias of YAML is one object at several locations.
    if (existing?.pointer === origin.pointer) return existing;
    if (this.#baseGraph && !this.differs(origin)) return this.#baseGraph.node(origin);
    const node = new GraphNode(this, origin);
    if (isJsonObject(origin.schema)) this.#nodes.set(origin.schema, node);
    return node;
  }

  /** Reads a schema in the direction: members that a request may not set, or a response not contain, are not required. */
  view(located: LocatedSchema): LocatedSchema {
    return this.#directed?.view(located) ?? located;
  }

  /** Lists the members that the direction removes from a value. */
  ignoredMembers(located: LocatedSchema): readonly string[] {
    return this.#directed?.ignoredMembers(located) ?? [];
  }

  /** Lists the members that values do not have in the direction. */
  omittedMembers(located: LocatedSchema): readonly string[] {
    return this.#directed?.omittedMembers(located) ?? [];
  }

  /** Reports whether the direction makes a difference to a schema, or to one that it leads to. */
  differs(located: LocatedSchema): boolean {
    return this.#directed?.differs(located) ?? false;
  }

  /** Reports whether a value that the schema accepts may still have to be completed. */
  needsDefaults(located: LocatedSchema): boolean {
    return needsDefaults(this, located, this.#completed);
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
    const document = { kind: 'document', value: this.#model.document, pointer: '#' } as const;
    const roots = [...this.#model.schemas.values(), ...this.#findTargets(document)].map(getPointer);
    const order = postorder(roots, (pointer) => {
      const value = locations.get(pointer)?.schema;
      return isJsonObject(value) ? this.#findTargets({ kind: 'schema', value, pointer }).map(getPointer) : [];
    });
    return order.flatMap((pointer) => locations.get(pointer) ?? []);
  }

  /** Returns the types of the values that the schema accepts; undefined means any type. */
  findTypes(located: LocatedSchema): Types | undefined {
    const { schema } = located;
    if (!isJsonObject(schema)) return undefined;
    if (!this.#types.has(schema)) {
      // Means any type while the schema is being read. No schema that can be decided refers to itself here.
      this.#types.set(schema, undefined);
      this.#types.set(schema, this.#computeTypes(schema, located));
    }
    return this.#types.get(schema);
  }

  #computeTypes(schema: JsonObject, located: LocatedSchema): Types | undefined {
    const alternatives = (['oneOf', 'anyOf'] as const).map((keyword) =>
      unite(subschemas(located, keyword).map((branch) => this.findTypes(branch))),
    );
    const conjuncts = this.listConjuncts(located).map((conjunct) => this.findTypes(conjunct));
    return [ownTypes(schema), ...conjuncts, ...alternatives].reduce<Types | undefined>(intersect, undefined);
  }

  /** Reads the default that is filled in for a member; undefined without a usable one. */
  findDefault(located: LocatedSchema): JsonValue | undefined {
    const [first, ...alternatives] = this.listDefaults(located);
    if (this.#invalidDefaults.has(located.pointer)) return undefined;
    return alternatives.every((alternative) => jsonEqual(first, alternative)) ? first : undefined;
  }

  /**
   * Lists the defaults of a schema: its own, else those of what it refers to and of the parts of its `allOf`, else
   * those of the branches of its unions.
   */
  listDefaults(located: LocatedSchema): readonly JsonValue[] {
    const { schema } = located;
    if (!isJsonObject(schema)) return [];
    const ownDefault = memberOf(schema, 'default');
    if (ownDefault !== undefined) return [ownDefault];
    const existing = this.#defaults.get(schema);
    if (existing) return existing;
    this.#defaults.set(schema, []);
    const branches = [...subschemas(located, 'anyOf'), ...subschemas(located, 'oneOf')];
    const ofParts = this.#distinctDefaults(this.listConjuncts(located));
    const defaults = ofParts.length > 0 ? ofParts : this.#distinctDefaults(branches);
    this.#defaults.set(schema, defaults);
    return defaults;
  }

  #distinctDefaults(schemas: readonly LocatedSchema[]): JsonValue[] {
    const distinct: JsonValue[] = [];
    for (const value of schemas.flatMap((schema) => this.listDefaults(schema))) {
      if (!distinct.some((entry) => jsonEqual(entry, value))) distinct.push(value);
    }
    return distinct;
  }

  /** Reports whether a schema, its reference, or a part of its `allOf` constrains the member that it describes. */
  isFlagged(located: LocatedSchema, keyword: 'readOnly' | 'writeOnly'): boolean {
    const steps = (from: LocatedSchema) => this.listConjuncts(from);
    const fits = ({ schema }: LocatedSchema) => isJsonObject(schema) && memberOf(schema, keyword) === true;
    return reaches(located, { steps, fits });
  }

  /** Finds the target of a reference. */
  resolve(reference: string, pointer: string): LocatedSchema | undefined {
    return this.#model.resolver.resolve(reference, pointer);
  }

  /** Reads what `$ref` leads to, as a list of one or none. */
  referenced({ schema, pointer }: LocatedSchema): LocatedSchema[] {
    const reference = isJsonObject(schema) ? memberOf(schema, '$ref') : undefined;
    const target = typeof reference === 'string' ? this.resolve(reference, pointer) : undefined;
    return target ? [target] : [];
  }

  /** Lists the schemas that hold wherever a schema does, as the document writes them. */
  listConjuncts(located: LocatedSchema): LocatedSchema[] {
    return [...this.referenced(located), ...subschemas(located, 'allOf')];
  }

  // All that the schemas in an object refer to.
  #findTargets(root: DocumentObject): LocatedSchema[] {
    const targets: LocatedSchema[] = [];
    walkObjects(root, ({ kind, value, pointer }) => {
      if (kind === 'schema') targets.push(...this.referenced({ schema: value, pointer }));
      return true;
    });
    return targets;
  }
}

function ownTypes(schema: JsonObject): Types | undefined {
  const declared = typeNames(memberOf(schema, 'type'));
  const values = [memberOf(schema, 'enum') ?? []].flat();
  const constant = memberOf(schema, 'const');
  const literals = constant === undefined ? values : [constant];
  const ofLiterals = literals.length > 0 ? new Set(literals.map(classifyValue)) : undefined;
  return intersect(declared, ofLiterals);
}
