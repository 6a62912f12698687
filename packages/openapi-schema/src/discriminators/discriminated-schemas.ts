// Finds the values by which discriminators select schemas: those of a mapping, or the name of the schema, unless the schema
// itself limits its property.
import {
  appendPointer,
  type JsonValue,
  type LocatedObject,
  type OpenApiModel,
  type Problem,
  resolveSchema,
  walkSchemas,
} from '@keyframe/openapi-model';
import { listConjuncts } from '../nodes/applied-nodes.ts';
import { followAliases } from '../nodes/follow-aliases.ts';
import { SchemaGraph } from '../nodes/schema-graph.ts';
import type { SchemaNode } from '../nodes/schema-node.ts';
import { type Discriminator, listConstants, readDiscriminator } from './discriminator-constants.ts';
import { hasInnerUnion, listAllowed, requiresProperty } from './property-values.ts';

/** A schema, and the values that the property of a discriminator has where it selects the schema. */
export interface DiscriminatedSchema {
  readonly schema: SchemaNode;
  readonly property: string;
  /** Empty for the schema of all other values. */
  readonly values: readonly JsonValue[];
  /** Whether a value needs the property. */
  readonly isRequired: boolean;
}

/** A schema among which a discriminator chooses, and the values that select it. */
interface Target {
  schema: SchemaNode;
  keys: ReadonlySet<string>;
}

/** The discriminators of a document. */
export class DiscriminatedSchemas {
  /** Discriminators with schemas that none of their values selects. */
  readonly problems: Problem[] = [];
  /** The schemas that the branches of unions refer to, by the pointers of the branches. */
  readonly branches = new Map<string, DiscriminatedSchema>();
  /** For each schema that others extend, the schemas that its values can have. */
  readonly hierarchies = new Map<string, readonly DiscriminatedSchema[]>();
  /** All schemas of the document, if it has a discriminator. */
  readonly nodes: readonly SchemaNode[];
  readonly #model: OpenApiModel;
  readonly #graph: SchemaGraph;
  /** The schemas that extend a schema, by the pointer of that schema. */
  readonly #heirs = new Map<string, SchemaNode[]>();
  readonly #values = new Map<string, { schema: SchemaNode; properties: Map<string, Set<JsonValue>> }>();

  constructor(model: OpenApiModel) {
    this.#model = model;
    this.#graph = new SchemaGraph(model);
    const schemas = listSchemas(model);
    // Most documents have no discriminator.
    const hasAny = schemas.some(({ schema }) => Object.hasOwn(schema, 'discriminator'));
    this.nodes = hasAny ? schemas.map((located) => this.#graph.node(located)) : [];
    for (const node of this.nodes.filter(({ alias }) => alias === undefined))
      for (const base of listConjuncts(node)) this.#addHeir(followAliases(base), node);
    const unions = this.nodes.filter(({ annotations }) => readDiscriminator(annotations));
    const selections = unions.map((union) => ({ union, values: this.#select(union) }));
    for (const { union, values } of selections) this.#addBranches(union, values);
    for (const { union, values } of selections) this.#addHierarchies(union, values);
  }

  /** Lists the schemas with the values that all discriminators together leave their properties. */
  listConstants(): DiscriminatedSchema[] {
    return [...this.#values.values()].flatMap(({ schema, properties }) =>
      [...properties.keys()].map((property) => ({
        schema,
        property,
        values: [...this.#collect(schema, property)],
        isRequired: requiresProperty(schema, property),
      })),
    );
  }

  #addHeir({ pointer }: SchemaNode, heir: SchemaNode): void {
    this.#heirs.set(pointer, [...(this.#heirs.get(pointer) ?? []), heir]);
  }

  // Decides which values select each schema, by their pointers.
  #select(union: SchemaNode): ReadonlyMap<string, readonly JsonValue[]> {
    const discriminator = readDiscriminator(union.annotations);
    const selected = new Map<string, readonly JsonValue[]>();
    if (!discriminator) return selected;
    const { property } = discriminator;
    const targets = this.#listTargets(union, discriminator);
    const unselected: string[] = [];
    for (const { schema, keys } of targets) {
      const allowed = listAllowed(schema, property);
      if (allowed === 'none' || hasInnerUnion(schema, property)) continue;
      const isFree = createFreeCheck(schema, targets);
      const free = allowed?.filter(isFree) ?? [...keys];
      const values = free.length > 0 ? free : (allowed ?? []);
      if (allowed && !allowed.some((value) => keys.has(String(value))))
        unselected.push(
          `${schema.component ?? schema.pointer} (${listValues(keys)} instead of ${listValues(allowed)})`,
        );
      selected.set(schema.pointer, values);
      this.#add(schema, property, values);
    }
    if (unselected.length > 0) this.#report(union, unselected);
    return selected;
  }

  #add(schema: SchemaNode, property: string, values: readonly JsonValue[]): void {
    const { properties } = this.#values.get(schema.pointer) ?? { properties: new Map() };
    this.#values.set(schema.pointer, { schema, properties });
    properties.set(property, new Set([...(properties.get(property) ?? []), ...values]));
  }

  // A schema that extends another is a value of it, too.
  #collect(schema: SchemaNode, property: string, visited = new Set<string>()): Set<JsonValue> {
    const { pointer } = schema;
    if (visited.has(pointer)) return new Set();
    visited.add(pointer);
    const selected = this.#values.get(pointer)?.properties.get(property);
    const allowed = listAllowed(schema, property);
    if (selected === undefined) return new Set(allowed === 'none' ? [] : allowed);
    const values = new Set(selected);
    for (const heir of this.#heirs.get(pointer) ?? [])
      for (const value of this.#collect(heir, property, visited))
        if (!Array.isArray(allowed) || allowed.includes(value)) values.add(value);
    return values;
  }

  #listTargets(union: SchemaNode, discriminator: Discriminator): Target[] {
    const { property } = discriminator;
    const nodes = new Map<string, SchemaNode>();
    const resolve = (reference: string) => {
      const schema = this.#resolve(reference, union.pointer);
      if (schema) nodes.set(schema.pointer, schema);
      return schema?.pointer ?? reference;
    };
    const branches = listUnionBranches(union);
    const components = (branches.length > 0 ? branches.map(findTarget) : this.#listDescendants(union)).filter(
      ({ component }) => component !== undefined,
    );
    for (const schema of components) nodes.set(schema.pointer, schema);
    const names = new Map(components.map(({ pointer, component = '' }) => [pointer, component]));
    const constants = listConstants(discriminator, { names, resolve });
    // The schema that others extend keeps the constants that none of them has.
    if (branches.length === 0 && names.size > 0 && !constants.has(union.pointer)) {
      const keys = new Set([...constants.values()].flat());
      const allowed = listAllowed(union, property);
      const remaining = Array.isArray(allowed) ? allowed.filter((value) => !keys.has(String(value))) : [];
      nodes.set(union.pointer, union);
      if (remaining.length > 0) constants.set(union.pointer, remaining.map(String));
    }
    const targets: Target[] = [];
    for (const [pointer, keys] of constants) {
      const schema = nodes.get(pointer);
      if (schema) targets.push({ schema, keys: new Set(keys) });
    }
    return targets;
  }

  #addBranches(union: SchemaNode, selected: ReadonlyMap<string, readonly JsonValue[]>): void {
    const discriminator = readDiscriminator(union.annotations);
    if (!discriminator) return;
    const { property, defaultMapping } = discriminator;
    for (const branch of listUnionBranches(union)) {
      const schema = findTarget(branch);
      const values = selected.get(schema.pointer);
      if (values === undefined) continue;
      const otherValues = new Set(
        [...selected].filter(([key]) => key !== schema.pointer).flatMap(([, all]) => all),
      );
      const inherited = this.#listDescendants(schema).flatMap((heir) => [...this.#collect(heir, property)]);
      const allowed = listAllowed(schema, property);
      const extending = inherited.filter(
        (value) => !otherValues.has(value) && (!Array.isArray(allowed) || allowed.includes(value)),
      );
      this.branches.set(branch.pointer, {
        schema,
        property,
        values: [...new Set([...values, ...extending])],
        isRequired: defaultMapping === undefined,
      });
    }
  }

  #addHierarchies(node: SchemaNode, selected: ReadonlyMap<string, readonly JsonValue[]>): void {
    const discriminator = readDiscriminator(node.annotations);
    if (!discriminator || listUnionBranches(node).length > 0) return;
    const { property, defaultMapping } = discriminator;
    const isRequired = defaultMapping === undefined;
    const defaultTarget =
      defaultMapping === undefined ? undefined : this.#resolve(defaultMapping, node.pointer);
    const findAlternative = (schema: SchemaNode): DiscriminatedSchema | undefined => {
      const values = schema.pointer === defaultTarget?.pointer ? [] : selected.get(schema.pointer);
      return values && { schema, property, values, isRequired };
    };
    for (const member of [node, ...this.#listDescendants(node)]) {
      const descendants = this.#listDescendants(member);
      const heirs = descendants.map(findAlternative).filter((heir) => heir !== undefined);
      const itself = findAlternative(member);
      // An heir that no value selects could have any value.
      if (heirs.length === 0 || heirs.length < descendants.length) continue;
      if (itself || member === node)
        this.hierarchies.set(member.pointer, itself ? [itself, ...heirs] : heirs);
    }
  }

  #listDescendants({ pointer }: SchemaNode): SchemaNode[] {
    const descendants = new Set(this.#heirs.get(pointer));
    // A set that is iterated takes in what is added on the way.
    for (const heir of descendants)
      for (const descendant of this.#heirs.get(heir.pointer) ?? []) descendants.add(descendant);
    return [...descendants].filter((heir) => heir.pointer !== pointer && heir.component !== undefined);
  }

  /** Finds the schema of a reference of a mapping, which may be the name of a component. */
  #resolve(reference: string, from: string): SchemaNode | undefined {
    const located = this.#model.schemas.get(reference) ?? resolveSchema(this.#model, reference, from);
    return located && followAliases(this.#graph.node(located));
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

function listUnionBranches({ keywords: { oneOf, anyOf } }: SchemaNode): readonly SchemaNode[] {
  return oneOf.length > 0 ? oneOf : anyOf;
}

function findTarget(branch: SchemaNode): SchemaNode {
  return followAliases(branch.keywords.reference ?? branch);
}

// A constant of a schema that selects another schema is not one of its values.
function createFreeCheck(schema: SchemaNode, targets: readonly Target[]): (value: JsonValue) => boolean {
  const keys = new Set(
    targets.filter((target) => target.schema === schema).flatMap((target) => [...target.keys]),
  );
  const otherKeys = new Set(
    targets.filter((target) => target.schema !== schema).flatMap((target) => [...target.keys]),
  );
  return (value) => keys.has(String(value)) || !otherKeys.has(String(value));
}

function listValues(values: Iterable<JsonValue>): string {
  return [...values].map((value) => JSON.stringify(value)).join(', ');
}

function listSchemas(model: OpenApiModel): LocatedObject[] {
  const schemas: LocatedObject[] = [];
  walkSchemas(model, (located) => {
    schemas.push(located);
    return true;
  });
  return schemas;
}
