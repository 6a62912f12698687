// Schemas as openapi-typescript reads them right: it follows references by the names of components only, and knows no
// `$id`, no anchor, no definitions inside of schemas and no keywords beside `$ref`.
import {
  appendPointer,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
  type OpenApiModel,
} from '@keyframe/openapi-model';
import { children, type KeywordName, SchemaGraph, type SchemaNode } from '@keyframe/openapi-schema';
import { capitalize } from '@keyframe/openapi-tooling/generator';
import { type Direction, Directions } from './directions.ts';
import { COPYING, type Copying, isAsserting } from './keyword-types.ts';
import { type Nesting, Recursion } from './recursion.ts';
import { lastName, simplified } from './simplified.ts';

/** Marks a list of items that hold the list itself, with the name of the component of its items. */
export const RECURSIVE_LIST = 'x-recursive-list';

/** A component that was added for a direction. */
export interface Variant {
  component: string;
  direction: Direction;
}

// Annotations that no type contains, and definitions, which are components of the copy.
const LEFT_OUT = new Set([
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

/** Where a schema is copied to. */
interface Place {
  direction: Direction;
  /** The schema whose type is written. */
  root: SchemaNode;
  nesting: Nesting;
  /** Members of the value that the direction leaves out. */
  omitted: ReadonlySet<string>;
}

interface Placed {
  node: SchemaNode;
  place: Place;
}

/** Copies the schemas of a document; each that is referred to becomes a component. */
export class TypedSchemas {
  /** The copies, by the names of their components. */
  readonly components = new Map<string, JsonValue>();
  readonly variants: Variant[] = [];
  readonly #model: OpenApiModel;
  readonly #graph: SchemaGraph;
  readonly #directions: Directions;
  readonly #recursion = new Recursion();
  readonly #names = new Map<string, string>();
  readonly #open: { node: SchemaNode; name: string; direction: Direction }[] = [];

  constructor(model: OpenApiModel) {
    this.#model = model;
    this.#graph = new SchemaGraph(model);
    this.#directions = new Directions(model);
    // In their order, whatever refers to them first.
    for (const name of model.schemas.keys()) this.components.set(name, {});
    for (const [name, { pointer }] of model.schemas) this.#names.set(`written ${pointer}`, name);
    for (const [name, located] of model.schemas)
      this.#open.push({ node: this.#graph.node(located), name, direction: 'written' });
    this.#finish();
  }

  /** Whether requests or responses leave members out. */
  get areDirected(): boolean {
    return this.#directions.areUsed;
  }

  /** Copies a schema that is no component, and the components that it refers to. */
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

  #copy(node: SchemaNode, around: Place): JsonValue {
    if (node.kind !== 'keywords') return node.kind === 'any';
    const omitted = new Set([...around.omitted, ...this.#directions.omitted(node, around.direction)]);
    const place = { ...around, omitted };
    const copy: JsonObject = {};
    for (const { keyword, name, value } of node.written) {
      const isLeftOut = name ? ['none', 'reference'].includes(COPYING[name]) : LEFT_OUT.has(keyword);
      if (isLeftOut || keyword.startsWith('x-')) continue;
      if (keyword === 'discriminator') copy[keyword] = this.#discriminator(value, { node, place });
      else copy[keyword] = name ? this.#keyword(name, value, { node, place }) : value;
    }
    const referring = this.#withReference(simplified(copy), { node, place });
    return this.#withRecursiveItems(referring, { node, place });
  }

  #keyword(name: KeywordName, value: JsonValue, { node, place }: Placed): JsonValue {
    if (name === 'required') return node.keywords.required.filter((one) => !place.omitted.has(one));
    const held = children(node).filter(({ keyword }) => keyword === name);
    const at = copiedTo(place, COPYING[name]);
    if (!at) return value;
    if (Array.isArray(value)) return held.map((child) => this.#copy(child.node, at));
    const [single] = held;
    if (single && single.name === undefined) return this.#copy(single.node, at);
    const kept = held.filter(
      (child) => name !== 'properties' || !this.#directions.isOmitted(child.node, place.direction),
    );
    return Object.fromEntries(kept.map((child) => [child.name, this.#copy(child.node, at)]));
  }

  // Keywords next to a reference apply as well.
  #withReference(copy: JsonObject, { node, place }: Placed): JsonObject {
    const target = node.keywords.reference;
    const isEndless =
      place.nesting === 'inPlace' && target && this.#recursion.leadsBack(target, place.root) === 'inPlace';
    if (!target || isEndless) return copy;
    const reference = { $ref: this.#reference(target, place.direction) };
    if (!isAsserting(copy)) return { ...copy, ...reference };
    const { allOf } = copy;
    return { ...copy, allOf: [reference, ...(Array.isArray(allOf) ? allOf : [])] };
  }

  #reference(target: SchemaNode, wanted: Direction): string {
    return appendPointer('#', 'components', 'schemas', this.#nameOf(target, wanted));
  }

  #nameOf(target: SchemaNode, wanted: Direction): string {
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

  #withRecursiveItems(copy: JsonObject, { node, place }: Placed): JsonObject {
    const { items } = node.keywords;
    if (place.nesting === 'members' || !items) return copy;
    if (this.#recursion.leadsBack(items, place.root) === undefined) return copy;
    return { ...copy, [RECURSIVE_LIST]: this.#nameOf(resolved(items), place.direction) };
  }

  // A mapping names components, which may have other names in the copy; without one their own names count.
  #discriminator(value: JsonValue, { node, place: { direction } }: Placed): JsonValue {
    if (!isJsonObject(value)) return value;
    const { mapping, ...rest } = value;
    // openapi-typescript would follow it.
    if (isJsonObject(mapping) && Object.hasOwn(mapping, '$ref')) return {};
    const told = this.#mapped(isJsonObject(mapping) ? mapping : {}, node);
    const mapped = new Set([...told.values()].map(({ pointer }) => pointer));
    const branches = node.keywords.oneOf.map(resolved);
    for (const target of [...branches, ...this.#heirsOf(node)]) {
      const name = this.#names.get(`written ${target.pointer}`);
      if (name === undefined || mapped.has(target.pointer)) continue;
      if (this.#nameOf(target, direction) !== name) told.set(name, target);
    }
    if (told.size === 0) return rest;
    const references = [...told].map(([name, target]) => [name, this.#reference(target, direction)]);
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

  // The components that extend a schema by `allOf`.
  #heirsOf({ pointer }: SchemaNode): SchemaNode[] {
    return [...this.#model.schemas.values()]
      .map((heir) => this.#graph.node(heir))
      .filter((heir) => heir.keywords.allOf.some((part) => resolved(part).pointer === pointer));
  }
}

// The place of the schemas of a keyword; undefined for a keyword without any.
function copiedTo(place: Place, copying: Copying): Place | undefined {
  if (copying === 'in place') return place;
  if (copying === 'members') return { ...place, nesting: 'members', omitted: new Set() };
  if (copying !== 'items') return undefined;
  const nesting = place.nesting === 'members' ? 'members' : 'items';
  return { ...place, nesting, omitted: new Set() };
}

function resolved(node: SchemaNode): SchemaNode {
  return node.keywords.reference ?? node;
}
