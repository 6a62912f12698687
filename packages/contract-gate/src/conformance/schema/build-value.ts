// Builds values that a schema probably accepts, from nothing but its keywords; whether one does is for the exact
// validators to say. What a schema leaves open is chosen by a strategy, so that each branch can be asked for.
import { isJsonObject, type JsonValue, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import { pick, type Random } from '../random.ts';
import { buildNumber, buildString } from './build-scalar.ts';
import {
  held,
  heldBy,
  listed,
  mapped,
  namesOf,
  numberOf,
  type ObjectSchema,
  type SchemaSpace,
} from './schema-space.ts';

/** Decides what a schema leaves open. */
export interface Strategy {
  /** `none` keeps to what is required, `all` takes every member, `some` leaves it to chance. */
  members: 'all' | 'none' | 'some';
  /** Chooses one of `count` branches of the keyword at a pointer. */
  choose: (pointer: string, count: number) => number;
  random: Random;
}

type JsonTypeName = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string';

const PREFERRED: readonly JsonTypeName[] = [
  'object',
  'array',
  'string',
  'integer',
  'number',
  'boolean',
  'null',
];
// Deeper than this only what is required is built.
const DEEP = 6;
const DEEPEST = 16;

/** Builds values for the schemas of one direction. */
export class ValueBuilder {
  readonly #space: SchemaSpace;
  readonly #strategy: Strategy;

  constructor(space: SchemaSpace, strategy: Strategy) {
    this.#space = space;
    this.#strategy = strategy;
  }

  /** Builds a value that all of the schemas probably accept. */
  build(schemas: readonly LocatedSchema[], depth = 0): JsonValue {
    if (depth > DEEPEST) return null;
    const places: ObjectSchema[] = [];
    for (const located of schemas) this.#expand(located, places);
    const known = this.#literal(places, schemas);
    if (known !== undefined) return known;
    const type = this.#typeOf(places);
    if (type === 'object') return this.#object(places, depth);
    if (type === 'array') return this.#array(places, depth);
    return this.#scalar(type, places, schemas);
  }

  #scalar(type: JsonTypeName, places: readonly ObjectSchema[], schemas: readonly LocatedSchema[]): JsonValue {
    const { random } = this.#strategy;
    const fits = (value: JsonValue) => schemas.every((located) => this.#space.accepts(located, value));
    switch (type) {
      case 'string':
        return buildString(places, fits, random);
      case 'integer':
      case 'number':
        return buildNumber(places, fits, random);
      case 'boolean':
        return [true, false].find(fits) ?? true;
      default:
        return null;
    }
  }

  // Lists a schema with everything that judges the same value under the choices of the strategy.
  #expand(located: LocatedSchema, places: ObjectSchema[]): void {
    const place = this.#space.read(located);
    if (!place || places.some(({ pointer }) => pointer === place.pointer)) return;
    places.push(place);
    const target = this.#space.target(place);
    const branches = ['anyOf', 'oneOf'].flatMap((keyword) => this.#branch(place, keyword) ?? []);
    for (const part of [
      ...(target ? [target] : []),
      ...listed(place, 'allOf'),
      ...branches,
      ...this.#conditional(place),
    ])
      this.#expand(part, places);
  }

  #branch(place: ObjectSchema, keyword: string): LocatedSchema | undefined {
    const branches = listed(place, keyword);
    if (branches.length === 0) return undefined;
    return branches[this.#strategy.choose(`${place.pointer}/${keyword}`, branches.length)];
  }

  #conditional(place: ObjectSchema): LocatedSchema[] {
    const condition = held(place, 'if');
    if (!condition) return [];
    const isMet = this.#strategy.choose(`${place.pointer}/if`, 2) === 1;
    const parts = isMet ? [condition, held(place, 'then')] : [held(place, 'else')];
    return parts.flatMap((part) => part ?? []);
  }

  #literal(places: readonly ObjectSchema[], schemas: readonly LocatedSchema[]): JsonValue | undefined {
    const { random, members } = this.#strategy;
    const literals = places.flatMap(({ schema }) => {
      const constant = memberOf(schema, 'const');
      const values = memberOf(schema, 'enum');
      return [constant === undefined ? [] : [constant], Array.isArray(values) ? values : []].filter(
        (list) => list.length > 0,
      );
    });
    const [first] = literals.toSorted((one, other) => one.length - other.length);
    if (!first) return undefined;
    const fitting = first.filter((value) => schemas.every((located) => this.#space.accepts(located, value)));
    return members === 'some' ? pick(fitting, random) : fitting[0];
  }

  #typeOf(places: readonly ObjectSchema[]): JsonTypeName {
    const declared = places.flatMap(({ schema }) => {
      const type = memberOf(schema, 'type');
      return type === undefined ? [] : [new Set([type].flat())];
    });
    const covers = (types: ReadonlySet<JsonValue>, type: JsonTypeName) =>
      types.has(type) || (type === 'integer' && types.has('number'));
    const possible = PREFERRED.filter((type) => declared.every((types) => covers(types, type)));
    const named = possible.filter((type) => type !== 'integer' || declared.some((types) => types.has(type)));
    if (declared.length > 0) {
      const chosen = this.#strategy.members === 'some' ? pick(named, this.#strategy.random) : named[0];
      return chosen ?? 'null';
    }
    return guessType(places);
  }

  #object(given: readonly ObjectSchema[], depth: number): JsonValue {
    const places = [...given];
    const names = this.#memberNames(places, depth);
    // A set that is iterated takes in what is added on the way.
    for (const name of names) {
      for (const located of places.flatMap((place) => dependentSchemas(place, name)))
        this.#expand(located, places);
      for (const more of [...requiredNames(places), ...dependentNames(places, name)]) names.add(more);
    }
    const built: Record<string, JsonValue> = {};
    for (const name of names) built[name] = this.build(memberSchemas(places, name), depth + 1);
    return this.#withEnough(built, places, depth);
  }

  #memberNames(places: readonly ObjectSchema[], depth: number): Set<string> {
    const { members, random } = this.#strategy;
    const required = requiredNames(places);
    const described = places.flatMap((place) => mapped(place, 'properties').map(({ name }) => name));
    const optional = [...new Set(described)]
      .filter((name) =>
        memberSchemas(places, name).every(({ schema }) => schema !== false && !isReadOnly(schema)),
      )
      .filter(() => depth <= DEEP && (members === 'all' || (members === 'some' && random() < 0.5)));
    return new Set([...required, ...optional]);
  }

  #withEnough(
    built: Record<string, JsonValue>,
    places: readonly ObjectSchema[],
    depth: number,
  ): Record<string, JsonValue> {
    const least = Math.max(0, ...places.map((place) => numberOf(place, 'minProperties') ?? 0));
    const open = places.flatMap((place) => mapped(place, 'properties').map(({ name }) => name));
    const names = places.flatMap((place) => held(place, 'propertyNames') ?? []);
    const extra = Array.from({ length: least }, (_, index) =>
      names.length > 0 ? String(this.build(names, depth + 1)) : `extra${index + 1}`,
    );
    for (const name of [...open, ...extra]) {
      if (Object.keys(built).length >= least) break;
      if (!Object.hasOwn(built, name)) built[name] = this.build(memberSchemas(places, name), depth + 1);
    }
    return built;
  }

  #array(places: readonly ObjectSchema[], depth: number): JsonValue[] {
    const least = Math.max(0, ...places.map((place) => numberOf(place, 'minItems') ?? 0));
    const most = Math.min(1_000, ...places.map((place) => numberOf(place, 'maxItems') ?? 1_000));
    const { members, random } = this.#strategy;
    const wanted =
      members === 'none' || depth > DEEP ? least : least + (members === 'all' ? 1 : Math.floor(random() * 3));
    const contained = places.flatMap((place) => {
      const needed = held(place, 'contains');
      const count = numberOf(place, 'minContains') ?? 1;
      return needed ? Array.from({ length: count }, () => needed) : [];
    });
    const isUnique = places.some(({ schema }) => memberOf(schema, 'uniqueItems') === true);
    const items: JsonValue[] = [];
    for (
      let tries = 0;
      items.length < Math.min(Math.max(wanted, contained.length), most) && tries < 4 * most;
      tries += 1
    ) {
      const needed = contained[items.length];
      const schemas = itemSchemas(places, items.length);
      if (schemas.some(({ schema }) => schema === false)) break;
      const item = this.build(needed ? [...schemas, needed] : schemas, depth + 1);
      const text = JSON.stringify(item);
      if (!isUnique || items.every((other) => JSON.stringify(other) !== text)) items.push(item);
      else if (tries > 3 * wanted + 20) break;
    }
    return items;
  }
}

function guessType(places: readonly ObjectSchema[]): JsonTypeName {
  const has = (...keywords: string[]) =>
    places.some(({ schema }) => keywords.some((keyword) => Object.hasOwn(schema, keyword)));
  if (has('properties', 'required', 'additionalProperties', 'minProperties', 'patternProperties'))
    return 'object';
  if (has('items', 'prefixItems', 'minItems', 'contains')) return 'array';
  return has('minimum', 'maximum', 'multipleOf') ? 'integer' : 'string';
}

// The view of a request leaves nothing of a readOnly member but `true`.
function isReadOnly(schema: LocatedSchema['schema']): boolean {
  return schema === true;
}

function requiredNames(places: readonly ObjectSchema[]): string[] {
  return places.flatMap(({ schema }) => namesOf(memberOf(schema, 'required')));
}

function dependentSchemas(place: ObjectSchema, name: string): LocatedSchema[] {
  const dependent = heldBy(place, 'dependentSchemas', name);
  return dependent ? [dependent] : [];
}

function dependentNames(places: readonly ObjectSchema[], name: string): string[] {
  return places.flatMap(({ schema }) => {
    const dependent = memberOf(schema, 'dependentRequired');
    return isJsonObject(dependent) ? namesOf(memberOf(dependent, name)) : [];
  });
}

/** Lists the schemas that a member of an object is held to. */
export function memberSchemas(places: readonly ObjectSchema[], name: string): LocatedSchema[] {
  const found = places.flatMap((place) => {
    const own = heldBy(place, 'properties', name);
    const patterned = mapped(place, 'patternProperties').flatMap((one) =>
      new RegExp(one.name, 'u').test(name) ? [one.located] : [],
    );
    const described = own ? [own, ...patterned] : patterned;
    return described.length > 0 ? described : (held(place, 'additionalProperties') ?? []);
  });
  return found.length > 0 ? found : places.flatMap((place) => held(place, 'unevaluatedProperties') ?? []);
}

/** Lists the schemas that the item of an array at an index is held to. */
export function itemSchemas(places: readonly ObjectSchema[], index: number): LocatedSchema[] {
  const found = places.flatMap((place) => listed(place, 'prefixItems')[index] ?? held(place, 'items') ?? []);
  return found.length > 0 ? found : places.flatMap((place) => held(place, 'unevaluatedItems') ?? []);
}
