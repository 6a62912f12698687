// Makes values that a schema probably accepts, to begin a comparison of validators with. Whether one is valid is for
// the validators to say: keywords that cannot be satisfied by construction are left to chance.
import type { Json } from './mutants.ts';
import { createRandom, pick, type Random } from './random.ts';
import { textLike } from './text-like.ts';

export interface SampleOptions {
  /** The number of values. */
  count: number;
  /** Starts the random sequence: the same seed makes the same values. */
  seed: number;
}

interface Schema {
  [keyword: string]: unknown;
}

// Deeper than this only what is required is made, and of unions the shortest branch.
const DEEP = 5;
const DEEPEST = 14;

/** Makes values for the schema at a JSON pointer of a document. */
export function createSamples(document: unknown, schema: unknown, { count, seed }: SampleOptions): Json[] {
  const sampler = new Sampler(document, createRandom(seed));
  return Array.from({ length: count }, () => sampler.sample(schema, 0));
}

class Sampler {
  readonly #document: unknown;
  readonly #random: Random;

  constructor(document: unknown, random: Random) {
    this.#document = document;
    this.#random = random;
  }

  sample(schema: unknown, depth: number): Json {
    if (!isSchema(schema) || depth > DEEPEST) return null;
    const merged = this.#merge(schema, depth);
    const known = this.#known(merged);
    if (known !== undefined) return known;
    return this.#ofType(merged, depth);
  }

  // Joins a schema with what it refers to, the parts of its allOf, and a branch of its unions.
  #merge(schema: Schema, depth: number): Schema {
    const { $ref, allOf, anyOf, oneOf, if: condition, then, ...own } = schema;
    const branches = [anyOf, oneOf].flatMap((union) =>
      Array.isArray(union) ? [this.#branch(union, depth)] : [],
    );
    const target = typeof $ref === 'string' ? [at(this.#document, $ref)] : [];
    const holds = condition !== undefined && this.#random() < 0.5 ? [condition, then] : [];
    const parts = [...target, ...(Array.isArray(allOf) ? allOf : []), ...branches, ...holds].filter(isSchema);
    // A schema that refers to itself without going into the value ends here.
    if (depth > DEEPEST) return own;
    return parts.map((part) => this.#merge(part, depth + 1)).reduce(join, own);
  }

  #branch(union: readonly unknown[], depth: number): unknown {
    if (depth <= DEEP) return pick(union, this.#random);
    return union.toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length)[0];
  }

  #known(schema: Schema): Json | undefined {
    if ('const' in schema) return schema.const as Json;
    if (Array.isArray(schema.enum)) return pick(schema.enum as Json[], this.#random);
    const given = [
      ...(Array.isArray(schema.examples) ? schema.examples : []),
      schema.example,
      schema.default,
    ];
    const examples = given.filter((value) => value !== undefined) as Json[];
    return this.#random() < 0.3 ? pick(examples, this.#random) : undefined;
  }

  #ofType(schema: Schema, depth: number): Json {
    switch (this.#pickType(schema)) {
      case 'object':
        return this.#object(schema, depth);
      case 'array':
        return this.#array(schema, depth);
      case 'string':
        return textLike(schema, this.#random);
      case 'number':
        return this.#number(schema) + ('multipleOf' in schema || this.#random() >= 0.3 ? 0 : 0.5);
      case 'integer':
        return this.#number(schema);
      case 'boolean':
        return this.#random() < 0.5;
      default:
        return null;
    }
  }

  #pickType(schema: Schema): string | undefined {
    const { type } = schema;
    if (type !== undefined) return pick([type].flat().map(String), this.#random);
    if ('properties' in schema || 'required' in schema || 'additionalProperties' in schema) return 'object';
    if ('items' in schema || 'prefixItems' in schema) return 'array';
    if ('minimum' in schema || 'maximum' in schema) return 'integer';
    return pick(['string', 'integer', 'boolean', 'object'], this.#random);
  }

  #object(schema: Schema, depth: number): Json {
    const properties = isSchema(schema.properties) ? schema.properties : {};
    const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
    const chosen = Object.keys(properties).filter(
      (name) => depth < DEEP && !required.includes(name) && this.#random() < 0.5,
    );
    const names = new Set([...required, ...chosen]);
    const isOpen = schema.additionalProperties !== false && schema.unevaluatedProperties !== false;
    const least = typeof schema.minProperties === 'number' ? schema.minProperties : 0;
    for (let extra = 1; isOpen && (names.size < least || (extra === 1 && this.#random() < 0.2)); extra += 1)
      names.add(`extra${extra}`);
    const entries = [...names].map((name): [string, Json] => [
      name,
      this.sample(
        Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties,
        depth + 1,
      ),
    ]);
    return Object.fromEntries(entries);
  }

  #array(schema: Schema, depth: number): Json {
    const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
    const least = Math.max(Number(schema.minItems ?? 0), first.length);
    const most = Math.min(Number(schema.maxItems ?? least + 2), depth < DEEP ? least + 2 : least);
    const length = least + Math.floor(this.#random() * (Math.max(most - least, 0) + 1));
    const items = Array.from({ length }, (_, index) => this.sample(first[index] ?? schema.items, depth + 1));
    if (schema.contains !== undefined) items.push(this.sample(schema.contains, depth + 1));
    if (schema.uniqueItems !== true) return items;
    return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
  }

  #number(schema: Schema): number {
    const step = typeof schema.multipleOf === 'number' ? schema.multipleOf : 1;
    const lowest = [schema.minimum, schema.exclusiveMinimum].filter((bound) => typeof bound === 'number');
    const highest = [schema.maximum, schema.exclusiveMaximum].filter((bound) => typeof bound === 'number');
    const least = lowest.length > 0 ? Math.max(...lowest) : Math.min(0, ...highest);
    const from = Math.ceil(least / step) + ('exclusiveMinimum' in schema ? 1 : 0);
    const most = highest.length > 0 ? Math.floor(Math.min(...highest) / step) : from + 100;
    const room = Math.max(Math.min(most - from, 1_000), 0);
    // The product of 69 and 0.01 is 0.6900000000000001, which is no multiple of 0.01.
    return Number(((from + Math.floor(this.#random() * (room + 1))) * step).toPrecision(15));
  }
}

function join(one: Schema, other: Schema): Schema {
  const required = [one.required, other.required].flatMap((names) => (Array.isArray(names) ? names : []));
  const properties = { ...members(one.properties), ...members(other.properties) };
  return {
    ...one,
    ...other,
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
  };
}

function members(value: unknown): Schema {
  return isSchema(value) ? value : {};
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function at(document: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  const tokens = decodeURIComponent(reference).split('/').slice(1);
  return tokens
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, token) => Object(value)[token], document);
}
