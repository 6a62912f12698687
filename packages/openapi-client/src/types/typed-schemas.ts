// Schemas as openapi-typescript reads them right: it follows references by the names of components only, and knows no
// `$id`, no anchor, no definitions inside of schemas and no keywords beside `$ref`.
import {
  appendPointer,
  isJsonObject,
  isSchema,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
  memberOf,
  type OpenApiModel,
} from '@keyframe/openapi-model';
import { capitalize } from '@keyframe/openapi-model/generator';
import { listOf, locatedIn } from '../describe/schemas.ts';
import { type Direction, Directions } from './directions.ts';
import { type Nesting, Recursion } from './recursion.ts';
import { isAsserting, lastName, simplified } from './simplified.ts';

/** Marks a list of items that hold the list itself, with the name of the component of its items. */
export const RECURSIVE_LIST = 'x-recursive-list';

/** A component that was added for a direction. */
export interface Variant {
  component: string;
  direction: Direction;
}

const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAPS = ['patternProperties', 'properties'];
const SINGLE = ['additionalProperties', 'items'];

// What no type tells, and what stands elsewhere in the copy.
const LEFT_OUT = new Set([
  '$anchor',
  '$comment',
  '$defs',
  '$dynamicAnchor',
  '$dynamicRef',
  '$id',
  '$schema',
  'contains',
  'contentSchema',
  'dependentSchemas',
  'else',
  'externalDocs',
  'if',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
  'xml',
]);

/** Where a schema is copied to. */
interface Place {
  direction: Direction;
  /** The schema whose type is written. */
  root: LocatedSchema;
  nesting: Nesting;
  /** Members of the value that the direction leaves out. */
  omitted: ReadonlySet<string>;
}

interface Placed {
  located: LocatedSchema;
  place: Place;
}

/** Copies the schemas of a document; each that is referred to becomes a component. */
export class TypedSchemas {
  /** The copies, by the names of their components. */
  readonly components = new Map<string, JsonValue>();
  readonly variants: Variant[] = [];
  readonly #model: OpenApiModel;
  readonly #directions: Directions;
  readonly #recursion: Recursion;
  readonly #names = new Map<string, string>();
  readonly #open: { located: LocatedSchema; name: string; direction: Direction }[] = [];

  constructor(model: OpenApiModel) {
    this.#model = model;
    this.#directions = new Directions(model);
    this.#recursion = new Recursion(model);
    // In their order, whatever refers to them first.
    for (const name of model.schemas.keys()) this.components.set(name, {});
    for (const [name, { pointer }] of model.schemas) this.#names.set(`written ${pointer}`, name);
    for (const [name, located] of model.schemas) this.#open.push({ located, name, direction: 'written' });
    this.#finish();
  }

  /** Whether requests or responses leave members out. */
  get areDirected(): boolean {
    return this.#directions.areUsed;
  }

  /** Copies a schema that is no component, and the components that it refers to. */
  copy(located: LocatedSchema, direction: Direction): JsonValue {
    const copy = this.#root(located, direction);
    this.#finish();
    return copy;
  }

  #finish(): void {
    for (let one = this.#open.pop(); one; one = this.#open.pop()) {
      this.components.set(one.name, this.#root(one.located, one.direction));
    }
  }

  #root(located: LocatedSchema, direction: Direction): JsonValue {
    const omitted = new Set<string>();
    return this.#copy(located, { direction, root: located, nesting: 'inPlace', omitted });
  }

  #copy(located: LocatedSchema, around: Place): JsonValue {
    const { schema } = located;
    if (!isJsonObject(schema)) return schema;
    const omitted = new Set([...around.omitted, ...this.#directions.omitted(located, around.direction)]);
    const place = { ...around, omitted };
    const copy: JsonObject = {};
    for (const [keyword, value] of Object.entries(schema)) {
      if (value === undefined || LEFT_OUT.has(keyword) || keyword.startsWith('x-')) continue;
      copy[keyword] = this.#keyword(keyword, value, { located, place });
    }
    const referring = this.#withReference(simplified(copy), { located, place });
    return this.#withRecursiveItems(referring, { located, place });
  }

  #keyword(keyword: string, value: JsonValue, { located, place }: Placed): JsonValue {
    const members: Place = { ...place, nesting: 'members', omitted: new Set() };
    const inner = (one: JsonValue, at: Place, ...tokens: string[]) =>
      isSchema(one) ? this.#copy(locatedIn(located, one, keyword, ...tokens), at) : one;
    if (keyword === 'discriminator') return this.#discriminator(value, located, place);
    if (keyword === 'required' && Array.isArray(value)) {
      return value.filter((name) => typeof name !== 'string' || !place.omitted.has(name));
    }
    if (LISTS.includes(keyword) && Array.isArray(value)) {
      const at = keyword === 'prefixItems' ? itemsOf(place) : place;
      return value.map((one, index) => inner(one, at, String(index)));
    }
    if (MAPS.includes(keyword) && isJsonObject(value)) {
      const entries = Object.entries(value).flatMap(([name, one]): [string, JsonValue][] => {
        if (one === undefined) return [];
        const isOmitted =
          isSchema(one) &&
          keyword === 'properties' &&
          this.#directions.isOmitted(locatedIn(located, one, keyword, name), place.direction);
        return isOmitted ? [] : [[name, inner(one, members, name)]];
      });
      return Object.fromEntries(entries);
    }
    if (SINGLE.includes(keyword)) return inner(value, keyword === 'items' ? itemsOf(place) : members);
    return value;
  }

  // What stands beside a reference applies as well.
  #withReference({ $ref, ...copy }: JsonObject, { located, place }: Placed): JsonObject {
    if (typeof $ref !== 'string') return copy;
    const target = this.#model.resolver.resolve($ref, located.pointer);
    const isEndless =
      place.nesting === 'inPlace' && target && this.#recursion.leadsBack(target, place.root) === 'inPlace';
    if (!target || isEndless) return copy;
    const reference = { $ref: this.#reference(target, place.direction) };
    if (!isAsserting(copy)) return { ...copy, ...reference };
    const { allOf } = copy;
    return { ...copy, allOf: [reference, ...(Array.isArray(allOf) ? allOf : [])] };
  }

  #reference(target: LocatedSchema, wanted: Direction): string {
    return appendPointer('#', 'components', 'schemas', this.#nameOf(target, wanted));
  }

  #nameOf(target: LocatedSchema, wanted: Direction): string {
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
    this.#open.push({ located: target, name, direction });
    return name;
  }

  #free(base: string): string {
    let name = base;
    for (let count = 2; this.components.has(name); count += 1) name = `${base}${count}`;
    return name;
  }

  #withRecursiveItems(copy: JsonObject, { located, place }: Placed): JsonObject {
    const items = isJsonObject(located.schema) ? memberOf(located.schema, 'items') : undefined;
    if (place.nesting === 'members' || !isSchema(items)) return copy;
    const item = locatedIn(located, items, 'items');
    if (this.#recursion.leadsBack(item, place.root) === undefined) return copy;
    return { ...copy, [RECURSIVE_LIST]: this.#nameOf(resolved(this.#model, item), place.direction) };
  }

  // A mapping names components, which may have other names in the copy; without one their own names count.
  #discriminator(value: JsonValue, located: LocatedSchema, { direction }: Place): JsonValue {
    if (!isJsonObject(value)) return value;
    const { mapping, ...rest } = value;
    // openapi-typescript would follow it.
    if (isJsonObject(mapping) && Object.hasOwn(mapping, '$ref')) return {};
    const told = this.#mapped(isJsonObject(mapping) ? mapping : {}, located);
    const mapped = new Set([...told.values()].map(({ pointer }) => pointer));
    const branches = listOf(located, 'oneOf').map((branch) => resolved(this.#model, branch));
    for (const target of [...branches, ...this.#heirsOf(located)]) {
      const name = this.#names.get(`written ${target.pointer}`);
      if (name === undefined || mapped.has(target.pointer)) continue;
      if (this.#nameOf(target, direction) !== name) told.set(name, target);
    }
    if (told.size === 0) return rest;
    const references = [...told].map(([name, target]) => [name, this.#reference(target, direction)]);
    return { ...rest, mapping: Object.fromEntries(references) };
  }

  #mapped(mapping: JsonObject, { pointer }: LocatedSchema): Map<string, LocatedSchema> {
    const found = Object.entries(mapping).flatMap(([name, target]): [string, LocatedSchema][] => {
      if (typeof target !== 'string') return [];
      const schema = this.#model.schemas.get(target) ?? this.#model.resolver.resolve(target, pointer);
      return schema ? [[name, schema]] : [];
    });
    return new Map(found);
  }

  // The components that extend a schema by `allOf`.
  #heirsOf({ pointer }: LocatedSchema): LocatedSchema[] {
    return [...this.#model.schemas.values()].filter((heir) =>
      listOf(heir, 'allOf').some((part) => resolved(this.#model, part).pointer === pointer),
    );
  }
}

function itemsOf(place: Place): Place {
  const nesting = place.nesting === 'members' ? 'members' : 'items';
  return { ...place, nesting, omitted: new Set() };
}

function resolved({ resolver }: OpenApiModel, located: LocatedSchema): LocatedSchema {
  const reference = isJsonObject(located.schema) ? memberOf(located.schema, '$ref') : undefined;
  return (typeof reference === 'string' && resolver.resolve(reference, located.pointer)) || located;
}
