// Answers what the engine asks of schemas: whether they accept a value, which of them apply to it, and what refuses it.

import {
  appendPointer,
  isJsonObject,
  isSchema,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
  memberOf,
} from '@keyframe/openapi-model';
import type { Acceptor, ExactValidators } from '@keyframe/openapi-schema/validators';

/** A schema of keywords and the place where it stands. */
export interface ObjectSchema {
  schema: JsonObject;
  pointer: string;
}

const ONE = [
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAP = ['dependentSchemas', 'patternProperties', 'properties'];

/** Reads the schemas of one direction of a document. */
export class SchemaSpace {
  readonly #validators: ExactValidators;
  readonly #direction: 'request' | 'response';
  readonly #accepts = new Map<string, Acceptor>();

  constructor(validators: ExactValidators, direction: 'request' | 'response') {
    this.#validators = validators;
    this.#direction = direction;
  }

  /** Tells whether a schema accepts a value; a schema that cannot be compiled accepts every one. */
  accepts(located: LocatedSchema, value: JsonValue): boolean {
    return this.acceptorOf(located)(value);
  }

  /** Gives the compiled form of a schema; what it leads to is compiled with it. */
  acceptorOf(located: LocatedSchema): Acceptor {
    const existing = this.#accepts.get(located.pointer);
    if (existing) return existing;
    const family = this.#familyOf(located).filter(({ pointer }) => !this.#accepts.has(pointer));
    for (const [index, accepts] of this.#compile(family).entries()) {
      const member = family[index];
      if (member) this.#accepts.set(member.pointer, accepts);
    }
    return this.#accepts.get(located.pointer) ?? (() => true);
  }

  #compile(schemas: readonly LocatedSchema[]): Acceptor[] {
    try {
      return this.#validators.compile(schemas, this.#direction);
    } catch (error) {
      // What is unsound in one schema must not take the others with it.
      if (schemas.length === 1) return [() => true];
      if (error instanceof RangeError || error instanceof Error)
        return schemas.flatMap((one) => this.#compile([one]));
      throw error;
    }
  }

  /** Reads a schema as its direction has it; undefined where it is `true` or `false`. */
  read(located: LocatedSchema): ObjectSchema | undefined {
    const { schema, pointer } = this.#validators.view(located, this.#direction);
    return isJsonObject(schema) ? { schema, pointer } : undefined;
  }

  /** Finds what the `$ref` of a schema leads to. */
  target({ schema, pointer }: ObjectSchema): LocatedSchema | undefined {
    const reference = memberOf(schema, '$ref');
    return typeof reference === 'string'
      ? this.#validators.model.resolver.resolve(reference, pointer)
      : undefined;
  }

  /** Finds where the document writes what stands at a pointer. */
  originOf(pointer: string): string {
    return this.#validators.originOf(pointer);
  }

  /** Lists all schemas that judge the value itself: behind `$ref`, in `allOf`, in the branches that accept it. */
  applicable(located: LocatedSchema, value: JsonValue): ObjectSchema[] {
    const found = new Map<string, ObjectSchema>();
    this.#collect(located, value, found);
    return [...found.values()];
  }

  #collect(located: LocatedSchema, value: JsonValue, found: Map<string, ObjectSchema>): void {
    const place = this.read(located);
    if (!place || found.has(place.pointer)) return;
    found.set(place.pointer, place);
    const target = this.target(place);
    const branches = [...listed(place, 'anyOf'), ...listed(place, 'oneOf')];
    const parts = [
      ...(target ? [target] : []),
      ...listed(place, 'allOf'),
      ...branches.filter((branch) => this.accepts(branch, value)),
      ...this.#conditional(place, value),
      ...mapped(place, 'dependentSchemas')
        .filter(({ name }) => isJsonObject(value) && Object.hasOwn(value, name))
        .map(({ located: dependent }) => dependent),
    ];
    for (const part of parts) this.#collect(part, value, found);
  }

  #conditional(place: ObjectSchema, value: JsonValue): LocatedSchema[] {
    const condition = held(place, 'if');
    if (!condition) return [];
    const chosen = this.accepts(condition, value) ? [condition, held(place, 'then')] : [held(place, 'else')];
    return chosen.flatMap((one) => one ?? []);
  }

  // The schema with all that stands in it or that it leads to.
  #familyOf(located: LocatedSchema): LocatedSchema[] {
    const found = new Map<string, LocatedSchema>();
    const waiting = [located];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (found.has(next.pointer)) continue;
      found.set(next.pointer, next);
      const place = this.read(next);
      if (!place) continue;
      const target = this.target(place);
      waiting.push(...(target ? [target] : []), ...childSchemas(place));
    }
    return [...found.values()];
  }
}

/** Reads the schema that a keyword holds. */
export function held({ schema, pointer }: ObjectSchema, keyword: string): LocatedSchema | undefined {
  const value = memberOf(schema, keyword);
  return isSchema(value) ? { schema: value, pointer: appendPointer(pointer, keyword) } : undefined;
}

/** Lists the schemas that a keyword holds in a list. */
export function listed({ schema, pointer }: ObjectSchema, keyword: string): LocatedSchema[] {
  const value = memberOf(schema, keyword);
  if (!Array.isArray(value)) return [];
  return value.flatMap((item, index) =>
    isSchema(item) ? [{ schema: item, pointer: appendPointer(pointer, keyword, index) }] : [],
  );
}

/** Lists the schemas that a keyword holds by name. */
export function mapped(
  { schema, pointer }: ObjectSchema,
  keyword: string,
): { name: string; located: LocatedSchema }[] {
  const value = memberOf(schema, keyword);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    isSchema(item)
      ? [{ name, located: { schema: item, pointer: appendPointer(pointer, keyword, name) } }]
      : [],
  );
}

/** Reads the schema that a keyword holds by a name. */
export function heldBy(
  { schema, pointer }: ObjectSchema,
  keyword: string,
  name: string,
): LocatedSchema | undefined {
  const holder = memberOf(schema, keyword);
  const value = isJsonObject(holder) ? memberOf(holder, name) : undefined;
  return isSchema(value) ? { schema: value, pointer: appendPointer(pointer, keyword, name) } : undefined;
}

/** Lists the schemas that stand in a schema. */
export function childSchemas(place: ObjectSchema): LocatedSchema[] {
  return [
    ...ONE.flatMap((keyword) => held(place, keyword) ?? []),
    ...LIST.flatMap((keyword) => listed(place, keyword)),
    ...MAP.flatMap((keyword) => mapped(place, keyword).map(({ located }) => located)),
  ];
}

/** Reads a number keyword. */
export function numberOf({ schema }: ObjectSchema, keyword: string): number | undefined {
  const value = memberOf(schema, keyword);
  return typeof value === 'number' ? value : undefined;
}

/** Reads a keyword that lists names. */
export function namesOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}
