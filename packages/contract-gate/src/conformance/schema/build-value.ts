// Builds values that a schema probably accepts, from its keywords only; the exact validators check the result. A
// strategy makes the choices that the schema allows, so that each branch can be reached.
import type { JsonValue } from '@keyframe/openapi-model';
import type { KeywordName, SchemaNode } from '@keyframe/openapi-schema';
import { pick, type Random } from '../random.ts';
import { buildNumber, buildString } from './build-scalar.ts';
import { itemSchemas, memberSchemas } from './member-schemas.ts';
import type { SchemaRef, SchemaSpace } from './schema-space.ts';

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
  build(schemas: readonly SchemaRef[], depth = 0): JsonValue {
    if (depth > DEEPEST) return null;
    const schemaNodes: SchemaNode[] = [];
    for (const schema of schemas) this.#expand(this.#space.node(schema), schemaNodes);
    const known = this.#literal(schemaNodes, schemas);
    if (known !== undefined) return known;
    const type = this.#typeOf(schemaNodes);
    if (type === 'object') return this.#object(schemaNodes, depth);
    if (type === 'array') return this.#array(schemaNodes, depth);
    return this.#scalar(type, schemaNodes, schemas);
  }

  #scalar(type: JsonTypeName, schemaNodes: readonly SchemaNode[], schemas: readonly SchemaRef[]): JsonValue {
    const { random } = this.#strategy;
    const fits = (value: JsonValue) => schemas.every((schema) => this.#space.accepts(schema, value));
    switch (type) {
      case 'string':
        return buildString(schemaNodes, fits, random);
      case 'integer':
      case 'number':
        return buildNumber(schemaNodes, fits, random);
      case 'boolean':
        return [true, false].find(fits) ?? true;
      default:
        return null;
    }
  }

  // Lists a schema and all subschemas that apply to the same value under the choices of the strategy.
  #expand(node: SchemaNode, schemaNodes: SchemaNode[]): void {
    if (node.kind !== 'keywords' || schemaNodes.some(({ pointer }) => pointer === node.pointer)) return;
    schemaNodes.push(node);
    const { reference, allOf } = node.keywords;
    const branches = (['anyOf', 'oneOf'] as const).flatMap((name) => this.#branch(node, name) ?? []);
    for (const part of [...(reference ? [reference] : []), ...allOf, ...branches, ...this.#conditional(node)])
      this.#expand(part, schemaNodes);
  }

  #branch({ keywords, pointer }: SchemaNode, name: 'anyOf' | 'oneOf'): SchemaNode | undefined {
    const branches = keywords[name];
    if (branches.length === 0) return undefined;
    return branches[this.#strategy.choose(`${pointer}/${name}`, branches.length)];
  }

  #conditional({ keywords: { condition, met, unmet }, pointer }: SchemaNode): SchemaNode[] {
    if (!condition) return [];
    const isMet = this.#strategy.choose(`${pointer}/if`, 2) === 1;
    const parts = isMet ? [condition, met] : [unmet];
    return parts.filter((part) => part !== undefined);
  }

  #literal(schemaNodes: readonly SchemaNode[], schemas: readonly SchemaRef[]): JsonValue | undefined {
    const { random, members } = this.#strategy;
    const literals = schemaNodes.flatMap(({ keywords: { const: constant, enum: values = [] } }) =>
      [constant === undefined ? [] : [constant], values].filter((list) => list.length > 0),
    );
    const [first] = literals.toSorted((one, other) => one.length - other.length);
    if (!first) return undefined;
    const fitting = first.filter((value) => schemas.every((schema) => this.#space.accepts(schema, value)));
    return members === 'some' ? pick(fitting, random) : fitting[0];
  }

  #typeOf(schemaNodes: readonly SchemaNode[]): JsonTypeName {
    const declared = schemaNodes.flatMap(({ keywords: { type } }) => (type ? [new Set(type)] : []));
    const covers = (types: ReadonlySet<string>, type: JsonTypeName) =>
      types.has(type) || (type === 'integer' && types.has('number'));
    const possible = PREFERRED.filter((type) => declared.every((types) => covers(types, type)));
    const named = possible.filter((type) => type !== 'integer' || declared.some((types) => types.has(type)));
    if (declared.length > 0) {
      const chosen = this.#strategy.members === 'some' ? pick(named, this.#strategy.random) : named[0];
      return chosen ?? 'null';
    }
    return guessType(schemaNodes);
  }

  #object(given: readonly SchemaNode[], depth: number): JsonValue {
    const schemaNodes = [...given];
    const names = this.#memberNames(schemaNodes, depth);
    // A set that is iterated takes in what is added on the way.
    for (const name of names) {
      for (const dependent of schemaNodes.flatMap(
        ({ keywords }) => keywords.dependentSchemas.get(name) ?? [],
      ))
        this.#expand(dependent, schemaNodes);
      for (const more of [...requiredNames(schemaNodes), ...dependentNames(schemaNodes, name)])
        names.add(more);
    }
    const built: Record<string, JsonValue> = {};
    for (const name of names) built[name] = this.build(memberSchemas(schemaNodes, name), depth + 1);
    return this.#withEnough(built, schemaNodes, depth);
  }

  #memberNames(schemaNodes: readonly SchemaNode[], depth: number): Set<string> {
    const { members, random } = this.#strategy;
    const required = requiredNames(schemaNodes);
    const described = describedNames(schemaNodes);
    const optional = [...new Set(described)]
      // The view of a request leaves nothing of a readOnly member but `true`.
      .filter((name) => memberSchemas(schemaNodes, name).every(({ kind }) => kind === 'keywords'))
      .filter(() => depth <= DEEP && (members === 'all' || (members === 'some' && random() < 0.5)));
    return new Set([...required, ...optional]);
  }

  #withEnough(
    built: Record<string, JsonValue>,
    schemaNodes: readonly SchemaNode[],
    depth: number,
  ): Record<string, JsonValue> {
    const least = Math.max(0, ...schemaNodes.map(({ keywords }) => keywords.minProperties ?? 0));
    const open = describedNames(schemaNodes);
    const names = schemaNodes.flatMap(({ keywords }) => keywords.propertyNames ?? []);
    const extra = Array.from({ length: least }, (_, index) =>
      names.length > 0 ? String(this.build(names, depth + 1)) : `extra${index + 1}`,
    );
    for (const name of [...open, ...extra]) {
      if (Object.keys(built).length >= least) break;
      if (!Object.hasOwn(built, name)) built[name] = this.build(memberSchemas(schemaNodes, name), depth + 1);
    }
    return built;
  }

  #array(schemaNodes: readonly SchemaNode[], depth: number): JsonValue[] {
    const least = Math.max(0, ...schemaNodes.map(({ keywords }) => keywords.minItems ?? 0));
    const most = Math.min(1_000, ...schemaNodes.map(({ keywords }) => keywords.maxItems ?? 1_000));
    const { members, random } = this.#strategy;
    const wanted =
      members === 'none' || depth > DEEP ? least : least + (members === 'all' ? 1 : Math.floor(random() * 3));
    const contained = schemaNodes.flatMap(({ keywords: { contains, minContains = 1 } }) =>
      contains ? Array.from({ length: minContains }, () => contains) : [],
    );
    const isUnique = schemaNodes.some(({ keywords }) => keywords.uniqueItems === true);
    const items: JsonValue[] = [];
    for (
      let tries = 0;
      items.length < Math.min(Math.max(wanted, contained.length), most) && tries < 4 * most;
      tries += 1
    ) {
      const needed = contained[items.length];
      const schemas = itemSchemas(schemaNodes, items.length);
      if (schemas.some(({ kind }) => kind === 'never')) break;
      const item = this.build(needed ? [...schemas, needed] : schemas, depth + 1);
      const text = JSON.stringify(item);
      if (!isUnique || items.every((other) => JSON.stringify(other) !== text)) items.push(item);
      else if (tries > 3 * wanted + 20) break;
    }
    return items;
  }
}

// The type that a schema without `type` probably means, by its keywords.
const GUESSED_TYPES: { readonly [TName in KeywordName]: JsonTypeName | undefined } = {
  type: undefined,
  enum: undefined,
  const: undefined,
  reference: undefined,
  dynamicReference: undefined,
  allOf: undefined,
  anyOf: undefined,
  oneOf: undefined,
  not: undefined,
  condition: undefined,
  met: undefined,
  unmet: undefined,
  minLength: undefined,
  maxLength: undefined,
  pattern: undefined,
  format: undefined,
  minimum: 'integer',
  maximum: 'integer',
  exclusiveMinimum: undefined,
  exclusiveMaximum: undefined,
  multipleOf: 'integer',
  prefix: 'array',
  items: 'array',
  contains: 'array',
  minContains: undefined,
  maxContains: undefined,
  minItems: 'array',
  maxItems: undefined,
  uniqueItems: undefined,
  unevaluatedItems: undefined,
  properties: 'object',
  required: 'object',
  additionalProperties: 'object',
  patternProperties: 'object',
  propertyNames: undefined,
  minProperties: 'object',
  maxProperties: undefined,
  dependentRequired: undefined,
  dependentSchemas: undefined,
  unevaluatedProperties: undefined,
};

function guessType(schemaNodes: readonly SchemaNode[]): JsonTypeName {
  const guessed = new Set(
    schemaNodes.flatMap(({ written }) => written.map(({ name }) => name && GUESSED_TYPES[name])),
  );
  return PREFERRED.find((type) => guessed.has(type)) ?? 'string';
}

function describedNames(schemaNodes: readonly SchemaNode[]): string[] {
  return schemaNodes.flatMap(({ keywords }) => [...keywords.properties.keys()]);
}

function requiredNames(schemaNodes: readonly SchemaNode[]): string[] {
  return schemaNodes.flatMap(({ keywords }) => keywords.required);
}

function dependentNames(schemaNodes: readonly SchemaNode[], name: string): readonly string[] {
  return schemaNodes.flatMap(({ keywords }) => keywords.dependentRequired.get(name) ?? []);
}
