// The values that discriminators give to schemas: those of a mapping, or the name of the schema, unless the schema itself
// limits its property. A validator does not read discriminators, so a value that a schema accepts is never removed
// unless it selects another branch.
import {
  appendPointer,
  type JsonValue,
  type OpenApiModel,
  type Problem,
  walkObjects,
} from '@keyframe/openapi-model';
import { listAcceptedConstants } from '../nodes/accepted-constants.ts';
import { listConjunctNodes } from '../nodes/discriminant.ts';
import { followAliases } from '../nodes/follow-aliases.ts';
import type { SchemaGraph } from '../nodes/schema-graph.ts';
import { findObject, listConjuncts, listUnions, type SchemaNode } from '../nodes/schema-node.ts';
import { listConstants, readDiscriminator } from './discriminator-constants.ts';

/** The values of a property by which unions select a schema. */
export interface DiscriminatorValues {
  property: string;
  values: readonly JsonValue[];
  isRequired: boolean;
}

/** A branch of a union, and the values that select it. */
interface Branch {
  node: SchemaNode;
  keys: ReadonlySet<string>;
}

/** Finds the values of the discriminators of a document. */
export class Discriminators {
  /** Discriminators with branches that none of their values selects. */
  readonly problems: Problem[] = [];
  readonly #model: OpenApiModel;
  readonly #graph: SchemaGraph;
  readonly #heirs = new Map<string, SchemaNode[]>();
  readonly #values = new Map<string, Map<string, Set<JsonValue>>>();

  constructor(model: OpenApiModel, graph: SchemaGraph) {
    this.#model = model;
    this.#graph = graph;
    const unions: SchemaNode[] = [];
    const document = { kind: 'document', value: model.document, pointer: '#' } as const;
    walkObjects(document, ({ kind, value, pointer }) => {
      if (kind !== 'schema') return true;
      const node = graph.node({ schema: value, pointer });
      if (node.annotations.discriminator !== undefined) unions.push(node);
      for (const base of listConjuncts(node)) this.#addHeir(followAliases(base), node);
      return true;
    });
    for (const union of unions) this.#addUnion(union, union.annotations.discriminator ?? '');
  }

  /** Lists the values of the properties of a schema that select it. */
  list(schema: SchemaNode): DiscriminatorValues[] {
    const properties = this.#values.get(schema.pointer);
    if (properties === undefined) return [];
    const objects = [...listConjunctNodes(schema)].flatMap((node) => findObject(node) ?? []);
    return [...properties.keys()].flatMap((property) => {
      const values = this.#collect(schema, property, new Set());
      const isOmitted = objects.some(({ omitted }) => omitted.includes(property));
      const allowed = listAllowed(schema, property);
      const isImplied = Array.isArray(allowed) && allowed.every((value) => values.has(value));
      if (isOmitted || isImplied || values.size === 0) return [];
      const isRequired = objects.some(({ required }) => required.includes(property));
      return [{ property, values: [...values], isRequired }];
    });
  }

  #addHeir({ pointer }: SchemaNode, heir: SchemaNode): void {
    if (heir.alias) return;
    this.#heirs.set(pointer, [...(this.#heirs.get(pointer) ?? []), heir]);
  }

  #addUnion(union: SchemaNode, property: string): void {
    const branches = this.#listBranches(union);
    const unselected: string[] = [];
    for (const { node, keys } of branches) {
      if (hasInnerUnion(node, property)) continue;
      const allowed = listAllowed(node, property);
      if (allowed === 'none') continue;
      const others = branches.filter((branch) => branch.node !== node);
      const isFree = (value: JsonValue) =>
        keys.has(String(value)) || !others.some((other) => other.keys.has(String(value)));
      const free = allowed?.filter(isFree) ?? [...keys];
      if (allowed && !allowed.some((value) => keys.has(String(value))))
        unselected.push(
          `${node.component ?? node.pointer} (${listValues(keys)} instead of ${listValues(allowed)})`,
        );
      this.#add(node, property, free.length > 0 ? free : (allowed ?? []));
    }
    if (unselected.length > 0) this.#report(union, unselected);
  }

  #add({ pointer }: SchemaNode, property: string, values: readonly JsonValue[]): void {
    const properties = this.#values.get(pointer) ?? new Map<string, Set<JsonValue>>();
    this.#values.set(pointer, properties);
    properties.set(property, new Set([...(properties.get(property) ?? []), ...values]));
  }

  // A schema that extends another is a value of it, too.
  #collect(schema: SchemaNode, property: string, visited: Set<string>): Set<JsonValue> {
    const { pointer } = schema;
    if (visited.has(pointer)) return new Set();
    visited.add(pointer);
    const own = this.#values.get(pointer)?.get(property);
    const allowed = listAllowed(schema, property);
    if (own === undefined) return new Set(allowed === 'none' ? [] : allowed);
    const inherited = (this.#heirs.get(pointer) ?? []).flatMap((heir) => [
      ...this.#collect(heir, property, visited),
    ]);
    const isAllowed = (value: JsonValue) => !Array.isArray(allowed) || allowed.some((one) => one === value);
    return new Set([...own, ...inherited.filter(isAllowed)]);
  }

  #listBranches(union: SchemaNode): Branch[] {
    const discriminator = readDiscriminator(union.annotations);
    if (!discriminator) return [];
    const nodes = new Map<string, SchemaNode>();
    const add = (schema: SchemaNode): string => {
      const target = followAliases(schema);
      nodes.set(target.pointer, target);
      return target.pointer;
    };
    const targets = [...union.keywords.oneOf, ...union.keywords.anyOf].map(
      (branch) => branch.keywords.reference ?? branch,
    );
    const named = [...targets, ...(this.#heirs.get(union.pointer) ?? [])].filter(
      ({ component }) => component !== undefined,
    );
    const constants = listConstants(discriminator, {
      names: new Map(named.map((schema) => [add(schema), schema.component ?? ''])),
      resolve: (reference) => {
        const target = this.#resolve(reference, union.pointer);
        return target ? add(target) : reference;
      },
    });
    return [...constants].flatMap(([pointer, keys]) => {
      const node = nodes.get(pointer);
      return node ? [{ node, keys: new Set(keys) }] : [];
    });
  }

  #resolve(name: string, pointer: string): SchemaNode | undefined {
    const located = this.#model.schemas.get(name) ?? this.#model.resolver.resolve(name, pointer);
    return located && this.#graph.node(located);
  }

  #report({ pointer, annotations }: SchemaNode, unselected: readonly string[]): void {
    const more = unselected.length > 3 ? `, and ${unselected.length - 3} more` : '';
    this.problems.push({
      rule: 'discriminator-values',
      pointer: appendPointer(pointer, 'discriminator'),
      message: `The values of the discriminator differ from the constants of "${annotations.discriminator ?? ''}" in ${unselected.slice(0, 3).join(', ')}${more}.`,
      repair: 'Add the constants to the "mapping".',
    });
  }
}

function listValues(values: Iterable<JsonValue>): string {
  return [...values].map((value) => JSON.stringify(value)).join(', ');
}

function listDeclarations(schema: SchemaNode, property: string): SchemaNode[] {
  const objects = [...listConjunctNodes(schema)].flatMap((node) => findObject(node) ?? []);
  return objects
    .flatMap(({ properties }) => properties)
    .filter(({ name }) => name === property)
    .map((one) => one.schema);
}

// The branches of a union inside have values of their own.
function hasInnerUnion(schema: SchemaNode, property: string): boolean {
  const branches = [...listConjunctNodes(schema)].flatMap(listUnions).flatMap((union) => union.branches);
  return branches.some((branch) => listDeclarations(branch, property).length > 0);
}

// Lists the values that a schema allows for a property: undefined for any string, `none` for no string.
function listAllowed(schema: SchemaNode, property: string): readonly JsonValue[] | 'none' | undefined {
  const declarations = listDeclarations(schema, property);
  const constants = declarations.map(listAcceptedConstants).find((values) => values !== undefined);
  if (constants) return constants;
  const types = declarations.map((node) => node.types).filter((one) => one !== undefined);
  return types.every((one) => one.has('string')) ? undefined : 'none';
}
