// The members that discriminators add to types: each branch of a union has constants of its own, and a type that extends a
// schema with a discriminator replaces the property. The rules are those of openapi-typescript.
import {
  appendPointer,
  canonicalPointer,
  isJsonObject,
  isSchema,
  type JsonObject,
  type JsonValue,
  memberOf,
  parsePointer,
  valueAt,
} from '@keyframe/openapi-model/document';
import { type Discriminator, listConstants, readDiscriminator } from '@keyframe/openapi-schema/keywords';
import { replaceKeywords, type TypeNode, type TypeNodes } from './type-node.ts';
import type { PrintOptions } from './types-options.ts';

// Data, in which nothing is a schema.
const DATA = new Set(['const', 'default', 'enum', 'example', 'examples']);

/** Finds the discriminators of a document. */
export class Discriminators {
  readonly #document: JsonObject;
  readonly #nodes: TypeNodes;
  readonly #onDefect: PrintOptions['onDefect'];
  readonly #found = new Map<string, Discriminator>();
  readonly #handled = new Set<string>();
  readonly #patched = new Map<string, TypeNode>();

  constructor(document: JsonObject, nodes: TypeNodes, { onDefect }: Pick<PrintOptions, 'onDefect'> = {}) {
    this.#document = document;
    this.#nodes = nodes;
    this.#onDefect = onDefect;
    const visited = collect(document, nodes);
    // Most documents have none.
    if (!visited.some((node) => readDiscriminator(node.annotations))) return;
    for (const one of visited) this.#addBranches(one);
    for (const one of visited) this.#addHeirs(one);
  }

  /** Returns a schema with the constants that a discriminator gives it. */
  patch(node: TypeNode, pointer: string | undefined): TypeNode {
    return (pointer === undefined ? undefined : this.#patched.get(pointer)) ?? node;
  }

  /** Reports whether a schema has got its constants. */
  isHandled(pointer: string): boolean {
    return this.#handled.has(pointer);
  }

  /** Names the property that a type replaces in the schemas that it extends. */
  findReplaced(item: TypeNode): string | undefined {
    const { reference } = item.keywords;
    const inherited = reference && this.#found.get(reference.pointer);
    return (inherited ?? readDiscriminator(item.annotations))?.property;
  }

  /** Finds the constant of a schema that inherits a discriminator by `allOf` or `anyOf`. */
  findConstant(node: TypeNode, pointer: string | undefined): [property: string, value: string] | undefined {
    if (pointer === undefined || readDiscriminator(node.annotations) || this.#handled.has(pointer))
      return undefined;
    const { allOf, anyOf } = node.keywords;
    if (allOf.length + anyOf.length === 0) return undefined;
    const discriminator = this.#found.get(pointer);
    if (discriminator === undefined) return undefined;
    const name = getLastToken(pointer);
    const mapped = [...discriminator.mapping].find(([, target]) =>
      target.startsWith('#') ? getLastToken(target) === name : target === name,
    );
    return [discriminator.property, mapped?.[0] ?? name];
  }

  #addBranches(node: TypeNode): void {
    const { pointer } = node;
    const discriminator = readDiscriminator(node.annotations);
    if (discriminator === undefined) return;
    this.#found.set(pointer, discriminator);
    const { oneOf } = node.keywords;
    if (oneOf.length === 0) return;
    for (const reference of discriminator.mapping.values())
      if (isFile(toPointer(reference))) this.#onDefect?.(`${pointer}/discriminator/mapping`);
    const targets = oneOf
      .map(({ keywords }) => keywords.reference?.pointer)
      .filter((target) => target !== undefined);
    const names = new Map(targets.map((target) => [target, getLastToken(target)]));
    const values = listConstants(discriminator, { names, resolve: toSchemaPointer });
    for (const [target, constants] of values) this.#addConstants(target, discriminator, constants);
  }

  #addHeirs(node: TypeNode): void {
    const { pointer } = node;
    for (const item of node.keywords.allOf) {
      const { reference } = item.keywords;
      if (!reference) {
        const own = readDiscriminator(item.annotations);
        if (own) this.#found.set(pointer, own);
        continue;
      }
      const discriminator = this.#found.get(reference.pointer);
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
    const schema = valueAt(this.#document, target);
    if (!isSchema(schema)) return;
    const before = this.#patched.get(target) ?? this.#nodes.node({ schema, pointer: target });
    const { allOf, required, properties, type } = before.keywords;
    const constant: JsonObject = { type: 'string', enum: [...values] };
    const read = (added: JsonObject) =>
      this.#nodes.node({ schema: added, pointer: `${target}/discriminator` });
    if (allOf.length > 0) {
      const part = read({ type: 'object', required: [property], properties: { [property]: constant } });
      this.#patched.set(target, replaceKeywords(before, { allOf: [...allOf, part] }));
    } else if (type?.length === 1 && type[0] === 'object') {
      const description = properties.get(property)?.annotations.description;
      const member = read({ ...constant, ...(description === undefined ? {} : { description }) });
      const replaced = {
        required: [...new Set([...required, property])],
        properties: new Map([...properties, [property, member]]),
      };
      this.#patched.set(target, replaceKeywords(before, replaced));
    } else return;
    this.#handled.add(target);
  }
}

function collect(document: JsonObject, nodes: TypeNodes): TypeNode[] {
  const visited: TypeNode[] = [];
  // Most objects need no pointer.
  const path: string[] = [];
  const visit = (value: JsonValue | undefined): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isJsonObject(value) && (value.discriminator !== undefined || value.allOf !== undefined))
      visited.push(nodes.node({ schema: value, pointer: appendPointer('#', ...path) }));
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
