// Finds the values that each schema has by a discriminator of OpenAPI: that of a union that refers to it, or that of a schema
// that it extends by `allOf`.
import { type JsonObject, type OpenApiModel, parsePointer, walkObjects } from '@keyframe/openapi-model';
import { findConstantValues, listConjunctNodes } from '../nodes/discriminant.ts';
import { SchemaGraph } from '../nodes/schema-graph.ts';
import { findObject, type ObjectNode, type SchemaNode } from '../nodes/schema-node.ts';
import { type Discriminator, listConstants, readDiscriminator } from './discriminator-constants.ts';

/** A schema, and the constants that the property of a discriminator has in its values. */
export interface DiscriminatedSchema {
  readonly pointer: string;
  readonly property: string;
  readonly constants: readonly string[];
  /** Whether a value needs the property. */
  readonly isRequired: boolean;
}

/** The discriminators of a document. */
export class DiscriminatedSchemas {
  /** All schemas of the document, if it has a discriminator. */
  readonly nodes: readonly SchemaNode[];
  readonly #model: OpenApiModel;
  readonly #graph: SchemaGraph;
  /** The schemas that extend a schema by `allOf`, by the pointer of that schema. */
  readonly #heirs = new Map<string, SchemaNode[]>();
  /** For each schema with heirs of a discriminator, the schemas that its values can have. */
  readonly #hierarchies = new Map<string, readonly DiscriminatedSchema[]>();

  constructor(model: OpenApiModel) {
    this.#model = model;
    this.#graph = new SchemaGraph(model);
    const schemas = listSchemas(model);
    // Most documents have no discriminator.
    const hasAny = schemas.some(({ schema }) => Object.hasOwn(schema, 'discriminator'));
    this.nodes = hasAny ? schemas.map((located) => this.#graph.node(located)) : [];
    for (const heir of hasAny ? this.#components() : []) {
      for (const { keywords } of heir.keywords.allOf) {
        const parent = keywords.reference?.pointer;
        if (parent !== undefined) this.#heirs.set(parent, [...(this.#heirs.get(parent) ?? []), heir]);
      }
    }
    for (const node of this.nodes) this.#readHierarchy(node);
  }

  /** Lists the schemas to which a union with a discriminator refers, in the order of its branches; undefined for one without constants. */
  listBranches(node: SchemaNode): readonly (DiscriminatedSchema | undefined)[] {
    const discriminator = readDiscriminator(node.annotations);
    const branches = listUnionBranches(node);
    if (!discriminator || branches.length === 0) return [];
    const targets = branches.map(({ keywords }) => keywords.reference);
    const constants = this.#listConstants(
      discriminator,
      targets.filter((target) => target !== undefined),
      node.pointer,
    );
    return targets.map((target) => target && this.#describe(target, discriminator, constants));
  }

  /** Lists the schemas that a value of a schema can have where no other schema extends it; empty without a discriminator. */
  listAlternatives(pointer: string): readonly DiscriminatedSchema[] {
    return this.#hierarchies.get(pointer) ?? [];
  }

  /** Finds the schema of a reference of a mapping, which may be the name of a component. */
  #resolve(reference: string, from: string): string {
    const target = this.#model.schemas.get(reference) ?? this.#model.resolver.resolve(reference, from);
    return target?.pointer ?? reference;
  }

  #components(): SchemaNode[] {
    return [...this.#model.schemas.values()].map((located) => this.#graph.node(located));
  }

  #readHierarchy(node: SchemaNode): void {
    const discriminator = readDiscriminator(node.annotations);
    if (!discriminator || listUnionBranches(node).length > 0) return;
    const heirs = this.#listDescendants(node);
    if (heirs.length === 0) return;
    const constants = new Map(this.#listConstants(discriminator, heirs, node.pointer));
    const described = heirs.map((heir) => this.#describe(heir, discriminator, constants));
    const taken = new Set(described.flatMap((heir) => heir?.constants ?? []));
    const remaining = listTexts(node, discriminator.property).filter((value) => !taken.has(value));
    if (!constants.has(node.pointer) && remaining.length > 0) constants.set(node.pointer, remaining);
    for (const member of [node, ...heirs]) {
      const schemas = [member, ...this.#listDescendants(member)].filter(({ pointer }) =>
        constants.has(pointer),
      );
      const alternatives = schemas
        .map((schema) => this.#describe(schema, discriminator, constants))
        .filter((alternative) => alternative !== undefined);
      // An heir that no constant selects could have any value.
      if (alternatives.length === schemas.length) this.#hierarchies.set(member.pointer, alternatives);
    }
  }

  #listDescendants({ pointer }: SchemaNode): SchemaNode[] {
    const descendants = new Set(this.#heirs.get(pointer));
    // A set that is iterated takes in what is added on the way.
    for (const heir of descendants)
      for (const descendant of this.#heirs.get(heir.pointer) ?? []) descendants.add(descendant);
    return [...descendants].filter((heir) => heir.pointer !== pointer);
  }

  #listConstants(
    discriminator: Discriminator,
    schemas: readonly SchemaNode[],
    from: string,
  ): ReadonlyMap<string, readonly string[]> {
    const names = new Map(schemas.map(({ pointer }) => [pointer, parsePointer(pointer)?.at(-1) ?? '']));
    return listConstants(discriminator, { names, resolve: (reference) => this.#resolve(reference, from) });
  }

  // The constants that the schema itself has win: many documents have others in the mapping, or none.
  #describe(
    schema: SchemaNode,
    { property, defaultMapping }: Discriminator,
    constants: ReadonlyMap<string, readonly string[]>,
  ): DiscriminatedSchema | undefined {
    const values = constants.get(schema.pointer);
    if (values === undefined) return undefined;
    const { pointer } = schema;
    const possible = values.filter((value) => canHaveConstant(schema, property, value));
    const texts = possible.length > 0 ? possible : listTexts(schema, property);
    if (texts.length === 0) return undefined;
    return { pointer, property, constants: texts, isRequired: defaultMapping === undefined };
  }
}

function listUnionBranches({ keywords: { oneOf, anyOf } }: SchemaNode): readonly SchemaNode[] {
  return oneOf.length > 0 ? oneOf : anyOf;
}

function canHaveConstant(schema: SchemaNode, property: string, value: string): boolean {
  return listObjects(schema).every((object) => {
    const declared = object.properties.find(({ name }) => name === property);
    if (!declared) return object.additional?.kind !== 'never';
    const { types } = declared.schema;
    const literals = findConstantValues(declared.schema);
    return (types?.has('string') ?? true) && (literals?.includes(value) ?? true);
  });
}

// Lists the texts that a schema allows for a property by its own constants.
function listTexts(schema: SchemaNode, property: string): string[] {
  const literals = listObjects(schema)
    .flatMap(({ properties }) => properties.filter(({ name }) => name === property))
    .map((declared) => findConstantValues(declared.schema)?.filter((value) => typeof value === 'string'))
    .filter((values) => values !== undefined);
  const [first = [], ...others] = literals;
  return first.filter((value) => others.every((values) => values.includes(value)));
}

function listObjects(schema: SchemaNode): ObjectNode[] {
  return [...listConjunctNodes(schema)].map(findObject).filter((object) => object !== undefined);
}

function listSchemas({ document }: OpenApiModel): { schema: JsonObject; pointer: string }[] {
  const schemas: { schema: JsonObject; pointer: string }[] = [];
  walkObjects({ kind: 'document', value: document, pointer: '#' }, ({ kind, value, pointer }) => {
    if (kind === 'schema') schemas.push({ schema: value, pointer });
    return true;
  });
  return schemas;
}
