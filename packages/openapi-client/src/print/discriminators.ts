// The members that discriminators add to types: each branch of a union has constants of its own, and a type that extends a
// schema with a discriminator replaces the property. The rules are those of openapi-typescript.
import {
  appendPointer,
  canonicalPointer,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
  parsePointer,
  valueAt,
} from '@keyframe/openapi-model/document';
import type { PrintOptions } from './types-options.ts';

interface Discriminator {
  property: string;
  mapping: ReadonlyMap<string, string>;
  /** The schema of values without a mapped constant (OpenAPI 3.2). */
  fallback: string | undefined;
}

interface Visited {
  schema: JsonObject;
  pointer: string;
}

// Data, in which nothing is a schema.
const DATA = new Set(['const', 'default', 'enum', 'example', 'examples']);

/** Finds the discriminators of a document. */
export class Discriminators {
  readonly #document: JsonObject;
  readonly #onDefect: PrintOptions['onDefect'];
  readonly #found = new Map<string, Discriminator>();
  readonly #handled = new Set<string>();
  readonly #patched = new Map<string, JsonObject>();

  constructor(document: JsonObject, { onDefect }: Pick<PrintOptions, 'onDefect'> = {}) {
    this.#document = document;
    this.#onDefect = onDefect;
    const visited = collect(document);
    // Most documents have none.
    if (!visited.some(({ schema }) => readDiscriminator(schema))) return;
    for (const one of visited) this.#addBranches(one);
    for (const one of visited) this.#addHeirs(one);
  }

  /** Returns a schema with the constants that a discriminator gives it. */
  patch(schema: JsonObject, pointer: string | undefined): JsonObject {
    return (pointer === undefined ? undefined : this.#patched.get(pointer)) ?? schema;
  }

  /** Reports whether a schema has got its constants. */
  isHandled(pointer: string): boolean {
    return this.#handled.has(pointer);
  }

  /** Names the property that a type replaces in the schemas that it extends. */
  findReplaced(item: JsonValue): string | undefined {
    if (!isJsonObject(item)) return undefined;
    const { $ref } = item;
    const inherited = typeof $ref === 'string' ? this.#found.get(toPointer($ref)) : undefined;
    return (inherited ?? readDiscriminator(item))?.property;
  }

  /** Finds the constant of a schema that inherits a discriminator by `allOf` or `anyOf`. */
  findConstant(
    schema: JsonObject,
    pointer: string | undefined,
  ): [property: string, value: string] | undefined {
    if (pointer === undefined || schema.discriminator !== undefined || this.#handled.has(pointer))
      return undefined;
    if (schema.allOf === undefined && schema.anyOf === undefined) return undefined;
    const discriminator = this.#found.get(pointer);
    if (discriminator === undefined) return undefined;
    const name = getLastToken(pointer);
    const mapped = [...discriminator.mapping].find(([, target]) =>
      target.startsWith('#') ? getLastToken(target) === name : target === name,
    );
    return [discriminator.property, mapped?.[0] ?? name];
  }

  #addBranches({ schema, pointer }: Visited): void {
    const discriminator = readDiscriminator(schema);
    if (discriminator === undefined) return;
    this.#found.set(pointer, discriminator);
    const { oneOf } = schema;
    if (!Array.isArray(oneOf)) return;
    const values = new Map<string, string[]>();
    for (const branch of oneOf) {
      const $ref = isJsonObject(branch) ? branch.$ref : undefined;
      if (typeof $ref === 'string') values.set(toPointer($ref), [getLastToken($ref)]);
    }
    const mapped = new Set<string>();
    for (const [value, written] of discriminator.mapping) {
      const target = toPointer(written);
      if (isFile(target)) this.#onDefect?.(`${pointer}/discriminator/mapping`);
      values.set(target, mapped.has(target) ? [...(values.get(target) ?? []), value] : [value]);
      mapped.add(target);
    }
    const { fallback } = discriminator;
    if (fallback !== undefined) values.delete(fallback);
    for (const [target, constants] of values) this.#addConstants(target, discriminator, constants);
  }

  #addHeirs({ schema, pointer }: Visited): void {
    const { allOf } = schema;
    for (const item of Array.isArray(allOf) ? allOf : []) {
      if (!isJsonObject(item)) continue;
      const { $ref } = item;
      if (typeof $ref !== 'string') {
        const own = readDiscriminator(item);
        if (own) this.#found.set(pointer, own);
        continue;
      }
      const discriminator = this.#found.get(toPointer($ref));
      if (discriminator === undefined) return;
      const constants = [...discriminator.mapping]
        .filter(([, target]) => toPointer(target) === pointer)
        .map(([value]) => value);
      if (constants.length > 0) this.#addConstants(pointer, discriminator, constants);
      this.#found.set(pointer, discriminator);
    }
  }

  #addConstants(target: string, { property }: Discriminator, values: readonly string[]): void {
    if (this.#handled.has(target) || !target.startsWith('#/')) return;
    const schema = this.#patched.get(target) ?? valueAt(this.#document, target);
    if (!isJsonObject(schema)) return;
    const { allOf, required, properties, type } = schema;
    const constant: JsonObject = { type: 'string', enum: [...values] };
    if (Array.isArray(allOf)) {
      const part: JsonObject = { type: 'object', required: [property], properties: { [property]: constant } };
      this.#patched.set(target, { ...schema, allOf: [...allOf, part] });
    } else if (type === 'object') {
      const members = isJsonObject(properties) ? properties : {};
      const before = memberOf(members, property);
      const description =
        isJsonObject(before) && before.description !== undefined ? { description: before.description } : {};
      this.#patched.set(target, {
        ...schema,
        required: [...new Set([...(Array.isArray(required) ? required : []), property])],
        properties: { ...members, [property]: { ...constant, ...description } },
      });
    } else return;
    this.#handled.add(target);
  }
}

function readDiscriminator({ discriminator }: JsonObject): Discriminator | undefined {
  if (!isJsonObject(discriminator)) return undefined;
  const { propertyName, mapping, defaultMapping } = discriminator;
  if (typeof propertyName !== 'string' || propertyName === '') return undefined;
  const targets = Object.entries(isJsonObject(mapping) ? mapping : {});
  return {
    property: propertyName,
    mapping: new Map(targets.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
    fallback: typeof defaultMapping === 'string' ? toSchemaPointer(defaultMapping) : undefined,
  };
}

function collect(document: JsonObject): Visited[] {
  const visited: Visited[] = [];
  // Most objects need no pointer.
  const path: string[] = [];
  const visit = (value: JsonValue | undefined): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isJsonObject(value) && (value.discriminator !== undefined || value.allOf !== undefined))
      visited.push({ schema: value, pointer: appendPointer('#', ...path) });
    for (const name in value) {
      const member = memberOf(value as JsonObject, name);
      if (typeof member !== 'object' || DATA.has(name)) continue;
      path.push(name);
      visit(member);
      path.pop();
    }
  };
  visit(document);
  return visited;
}

// A mapping names a component, or refers to a schema, here or in another file.
function isFile(target: string): boolean {
  return !target.startsWith('#') && /[#/]|\.(?:json|ya?ml)$/.test(target);
}

function getLastToken(pointer: string): string {
  return parsePointer(pointer)?.at(-1) ?? '';
}

// A name without a slash or a fragment is that of a component.
function toSchemaPointer(reference: string): string {
  return /[#/]/.test(reference)
    ? toPointer(reference)
    : appendPointer('#', 'components', 'schemas', reference);
}

function toPointer(reference: string): string {
  return canonicalPointer(reference) ?? reference;
}
