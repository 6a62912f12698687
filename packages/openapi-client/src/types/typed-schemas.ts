// Copies of schemas for the printer of types, which follows only references to components, and supports neither `$id`, nor
// anchors, nor definitions inside of schemas, nor keywords next to `$ref`.
import {
  appendPointer,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
  type OpenApiModel,
} from '@keyframe/openapi-model';
import {
  children,
  type KeywordName,
  SchemaGraph,
  type SchemaNode,
  type WrittenKeyword,
} from '@keyframe/openapi-schema';
import { capitalize } from '@keyframe/openapi-tooling/generator';
import { type Direction, Directions } from './directions.ts';
import { COPYING, type Copying, isAsserting } from './keyword-types.ts';
import { type Nesting, Recursion } from './recursion.ts';
import { lastName, simplifySchema } from './simplify-schema.ts';

/** Marks a list whose items contain the list itself; the value is the name of the component of its items. */
export const RECURSIVE_LIST = 'x-recursive-list';

/** A component that was added for a direction. */
export interface Variant {
  component: string;
  direction: Direction;
}

// Annotations that no type contains, and definitions, which are components of the copy.
const OMITTED = new Set([
  '$anchor',
  '$comment',
  '$defs',
  '$dynamicAnchor',
  '$id',
  '$schema',
  'contentSchema',
  'externalDocs',
  'xml',
]);

/** The position of a schema in the copy. */
interface CopyContext {
  direction: Direction;
  /** The schema whose type is written. */
  root: SchemaNode;
  nesting: Nesting;
  /** Members of the value that the direction omits. */
  omitted: ReadonlySet<string>;
}

interface NodeInContext {
  node: SchemaNode;
  context: CopyContext;
}

/** Copies the schemas of a document; each target of a reference becomes a component. */
export class TypedSchemas {
  /** The copies, by the names of their components. */
  readonly components = new Map<string, JsonValue>();
  readonly variants: Variant[] = [];
  readonly #model: OpenApiModel;
  readonly #graph: SchemaGraph;
  readonly #directions: Directions;
  readonly #recursion = new Recursion<SchemaNode>();
  readonly #names = new Map<string, string>();
  readonly #open: { node: SchemaNode; name: string; direction: Direction }[] = [];

  constructor(model: OpenApiModel) {
    this.#model = model;
    this.#graph = new SchemaGraph(model);
    this.#directions = new Directions(model);
    // Keeps the order of the document, regardless of the order of references.
    for (const name of model.schemas.keys()) this.components.set(name, {});
    for (const [name, { pointer }] of model.schemas) this.#names.set(`written ${pointer}`, name);
    for (const [name, located] of model.schemas)
      this.#open.push({ node: this.#graph.node(located), name, direction: 'written' });
    this.#finish();
  }

  /** Whether requests or responses omit members. */
  get areDirected(): boolean {
    return this.#directions.areUsed;
  }

  /** Copies a schema that is not a component, and the components that it refers to. */
  copy(located: LocatedSchema, direction: Direction): JsonValue {
    const copy = this.#root(this.#graph.node(located), direction);
    this.#finish();
    return copy;
  }

  #finish(): void {
    for (let one = this.#open.pop(); one; one = this.#open.pop()) {
      this.components.set(one.name, this.#root(one.node, one.direction));
    }
  }

  #root(node: SchemaNode, direction: Direction): JsonValue {
    const omitted = new Set<string>();
    return this.#copy(node, { direction, root: node, nesting: 'inPlace', omitted });
  }

  #copy(node: SchemaNode, around: CopyContext): JsonValue {
    if (node.kind !== 'keywords') return node.kind === 'any';
    const omitted = new Set([...around.omitted, ...this.#directions.omitted(node, around.direction)]);
    const context = { ...around, omitted };
    const copy: JsonObject = {};
    for (const written of node.written) this.#addKeyword(copy, written, { node, context });
    const referring = this.#withReference(simplifySchema(copy), { node, context });
    return this.#withRecursiveItems(referring, { node, context });
  }

  #addKeyword(copy: JsonObject, { keyword, name, value }: WrittenKeyword, at: NodeInContext): void {
    const isOmitted = name ? ['none', 'reference'].includes(COPYING[name]) : OMITTED.has(keyword);
    if (isOmitted || keyword.startsWith('x-')) return;
    if (name === 'unevaluatedProperties') {
      if (decidesMembers(at.node)) copy.additionalProperties = this.#keyword(name, value, at);
    } else if (keyword === 'discriminator') copy[keyword] = this.#discriminator(value, at);
    else copy[keyword] = name ? this.#keyword(name, value, at) : value;
  }

  #keyword(name: KeywordName, value: JsonValue, { node, context }: NodeInContext): JsonValue {
    if (name === 'required') return node.keywords.required.filter((one) => !context.omitted.has(one));
    const held = children(node).filter(({ keyword }) => keyword === name);
    const at = descend(context, COPYING[name]);
    if (!at) return value;
    if (Array.isArray(value)) return held.map((child) => this.#copy(child.node, at));
    const [single] = held;
    if (single && single.name === undefined) return this.#copy(single.node, at);
    const kept = held.filter(
      (child) => name !== 'properties' || !this.#directions.isOmitted(child.node, context.direction),
    );
    return Object.fromEntries(kept.map((child) => [child.name, this.#copy(child.node, at)]));
  }

  // Keywords next to a reference apply as well.
  #withReference(copy: JsonObject, { node, context }: NodeInContext): JsonObject {
    const target = node.keywords.reference;
    const isEndless =
      context.nesting === 'inPlace' &&
      target &&
      this.#recursion.leadsBack(target, context.root) === 'inPlace';
    if (!target || isEndless) return copy;
    const reference = { $ref: this.#reference(target, context.direction) };
    if (!isAsserting(copy)) return { ...copy, ...reference };
    const { allOf } = copy;
    return { ...copy, allOf: [reference, ...(Array.isArray(allOf) ? allOf : [])] };
  }

  #reference(target: SchemaNode, wanted: Direction): string {
    return appendPointer('#', 'components', 'schemas', this.#findOrAddName(target, wanted));
  }

  #findOrAddName(target: SchemaNode, wanted: Direction): string {
    const direction = this.#directions.differs(target, wanted) ? wanted : 'written';
    const key = `${direction} ${target.pointer}`;
    const existing = this.#names.get(key);
    if (existing !== undefined) return existing;
    const component = this.#names.get(`written ${target.pointer}`);
    const base = component ?? lastName(target.pointer);
    const name = this.#free(direction === 'written' ? base : `${base}${capitalize(direction)}`);
    this.#names.set(key, name);
    this.components.set(name, {});
    if (direction !== 'written') this.variants.push({ component: name, direction });
    this.#open.push({ node: target, name, direction });
    return name;
  }

  #free(base: string): string {
    let name = base;
    for (let count = 2; this.components.has(name); count += 1) name = `${base}${count}`;
    return name;
  }

  #withRecursiveItems(copy: JsonObject, { node, context }: NodeInContext): JsonObject {
    const { items } = node.keywords;
    if (context.nesting === 'members' || !items) return copy;
    if (this.#recursion.leadsBack(items, context.root) === undefined) return copy;
    return { ...copy, [RECURSIVE_LIST]: this.#findOrAddName(resolved(items), context.direction) };
  }

  // A mapping names components, whose names may differ in the copy; without a mapping, their own names identify them.
  #discriminator(value: JsonValue, { node, context: { direction } }: NodeInContext): JsonValue {
    if (!isJsonObject(value)) return value;
    const { mapping, ...rest } = value;
    // openapi-typescript would follow it.
    if (isJsonObject(mapping) && Object.hasOwn(mapping, '$ref')) return {};
    const mappings = this.#mapped(isJsonObject(mapping) ? mapping : {}, node);
    const mapped = new Set([...mappings.values()].map(({ pointer }) => pointer));
    const branches = node.keywords.oneOf.map(resolved);
    for (const target of [...branches, ...this.#listHeirs(node)]) {
      const name = this.#names.get(`written ${target.pointer}`);
      if (name === undefined || mapped.has(target.pointer)) continue;
      if (this.#findOrAddName(target, direction) !== name) mappings.set(name, target);
    }
    if (mappings.size === 0) return rest;
    const references = [...mappings].map(([name, target]) => [name, this.#reference(target, direction)]);
    return { ...rest, mapping: Object.fromEntries(references) };
  }

  #mapped(mapping: JsonObject, { pointer }: SchemaNode): Map<string, SchemaNode> {
    const found = Object.entries(mapping).flatMap(([name, target]): [string, SchemaNode][] => {
      if (typeof target !== 'string') return [];
      const schema = this.#model.schemas.get(target) ?? this.#model.resolver.resolve(target, pointer);
      return schema ? [[name, this.#graph.node(schema)]] : [];
    });
    return new Map(found);
  }

  // Lists the components that extend a schema by `allOf`.
  #listHeirs({ pointer }: SchemaNode): SchemaNode[] {
    return [...this.#model.schemas.values()]
      .map((heir) => this.#graph.node(heir))
      .filter((heir) => heir.keywords.allOf.some((part) => resolved(part).pointer === pointer));
  }
}

/** Reports whether no other schema of the same value evaluates its members. */
export function decidesMembers({ keywords }: SchemaNode): boolean {
  const { additionalProperties, reference, dynamicReference, allOf, anyOf, oneOf } = keywords;
  const { condition, dependentSchemas } = keywords;
  const others = [additionalProperties, reference, dynamicReference, condition, ...allOf, ...anyOf, ...oneOf];
  return others.every((other) => other === undefined) && dependentSchemas.size === 0;
}

// Returns the context of the schemas of a keyword; undefined for a keyword without schemas.
function descend(context: CopyContext, copying: Copying): CopyContext | undefined {
  if (copying === 'in place') return context;
  if (copying === 'members') return { ...context, nesting: 'members', omitted: new Set() };
  if (copying !== 'items') return undefined;
  const nesting = context.nesting === 'members' ? 'members' : 'items';
  return { ...context, nesting, omitted: new Set() };
}

function resolved(node: SchemaNode): SchemaNode {
  return node.keywords.reference ?? node;
}
