// Code of the dates and large integers in schemas: the format of a value, and the schemas inside that lead to one. It follows the keywords that
// types are printed from, so that a value has the type that it is declared with.

import { type Code, capitalize, declare, list, object, separate } from '@keyframe/openapi-codegen';
import {
  decidesMembers,
  followAliases,
  listConjuncts,
  nameSchema,
  type SchemaNode,
} from '@keyframe/openapi-schema';
import type { DecisionCompiler } from '@keyframe/openapi-schema/validators';
import { type Conversions, findDateType } from '../describe/date-formats.ts';
import { runtime } from '../describe/runtime-names.ts';

interface Settings {
  conversions: Conversions;
  compiler: DecisionCompiler;
  /** Makes a name that no other constant has. */
  takeName: (candidate: string) => string;
}

/** Prints the dates of schemas; a schema that is referred to has one constant. */
export class DatePrinter {
  readonly #settings: Settings;
  readonly #names = new Map<string, string>();
  readonly #leading = new Map<string, boolean>();
  readonly #open: { name: string; code: () => Code }[] = [];

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Reports whether a value of a schema may contain dates. */
  hasDates(root: SchemaNode): boolean {
    const known = this.#leading.get(getKey(root));
    if (known !== undefined) return known;
    const visited = new Set<string>();
    const open = [root];
    let found = false;
    for (let node = open.pop(); node && !found; node = open.pop()) {
      const key = getKey(node);
      if (visited.has(key) || this.#leading.get(key) === false) continue;
      visited.add(key);
      found = this.#leading.get(key) ?? this.#find(node) !== undefined;
      open.push(...listInner(node));
    }
    for (const key of found ? [getKey(root)] : visited) this.#leading.set(key, found);
    return found;
  }

  /** Names the dates of a schema; undefined if it has none. */
  name(written: SchemaNode): string | undefined {
    const node = followAliases(written);
    if (!this.hasDates(node)) return undefined;
    const candidate = `dates${nameSchema(node.pointer)}${capitalize(node.direction ?? '')}`;
    return this.#nameOnce(getKey(node), candidate, () => this.#code(node));
  }

  /** Names the dates of a value that one of several schemas describes; undefined if it has none. */
  nameUnion(given: readonly SchemaNode[]): string | undefined {
    const nodes = [...new Map(given.map((node) => [getKey(node), node])).values()];
    const [only, ...others] = nodes;
    if (only && others.length === 0) return this.name(only);
    if (!nodes.some((node) => this.hasDates(node))) return undefined;
    return this.#nameOnce(nodes.map(getKey).join(), 'datesUnion', () =>
      object([['all', ['() => ', list(this.#union(nodes))]]]),
    );
  }

  /** Writes the constants that have names, and those that they refer to. */
  code(): Code[] {
    const codes: Code[] = [];
    for (let constant = this.#open.shift(); constant; constant = this.#open.shift())
      codes.push([
        'export const ',
        declare(constant.name),
        ': ',
        runtime('type Dates'),
        ' = ',
        constant.code(),
        ';\n',
      ]);
    return separate(codes, '\n');
  }

  #nameOnce(key: string, candidate: string, code: () => Code): string {
    const existing = this.#names.get(key);
    if (existing !== undefined) return existing;
    const name = this.#settings.takeName(candidate);
    this.#names.set(key, name);
    this.#open.push({ name, code });
    return name;
  }

  #find({ keywords }: SchemaNode) {
    return findDateType(keywords, this.#settings.conversions);
  }

  #code(node: SchemaNode): Code {
    const { anyOf, oneOf, prefix, items } = node.keywords;
    const constant = this.#find(node)?.constant;
    const all = listConjuncts(node)
      .map((conjunct) => this.#inner(conjunct))
      .filter((code) => code !== undefined);
    const same = [...all, ...this.#union(anyOf), ...this.#union(oneOf)];
    const first = prefix.map((item) => this.#inner(item) ?? 'undefined');
    const others = items && this.#inner(items);
    const hasFirst = first.some((code) => code !== 'undefined') || (others && first.length > 0);
    return object([
      ['format', constant && runtime(constant)],
      ['all', same.length > 0 ? ['() => ', list(same)] : undefined],
      ...this.#members(node),
      ['first', hasFirst ? ['() => ', list(first)] : undefined],
      ['items', others && ['() => ', wrap(others)]],
    ]);
  }

  // Names that are declared without dates are listed only if other names have some.
  #members(node: SchemaNode): [string, Code | undefined][] {
    const { properties, patternProperties } = node.keywords;
    const rest = getOthers(node);
    const others = rest && this.#inner(rest);
    const members = [...properties]
      .map(([name, member]) => [name, this.#inner(member) ?? (others && 'undefined')] as const)
      .filter(([, code]) => code !== undefined);
    const patterns = [...patternProperties]
      .map(([pattern, member]) => ({ pattern, code: this.#inner(member) }))
      .filter(({ code }) => code !== undefined || others !== undefined)
      .map(({ pattern, code }) =>
        list([this.#settings.compiler.pattern(pattern), ...(code === undefined ? [] : [code])]),
      );
    return [
      ['members', members.length > 0 ? ['() => (', object(members), ')'] : undefined],
      ['patterns', patterns.length > 0 ? ['() => ', list(patterns)] : undefined],
      ['others', others && ['() => ', wrap(others)]],
    ];
  }

  // A branch needs no decision if its values have other types than those of all others, such as null.
  #union(branches: readonly SchemaNode[]): Code[] {
    const dated = branches.filter((branch) => this.hasDates(branch));
    if (dated.length === 0) return [];
    const isAlone = dated.every((branch) =>
      branches.every((sibling) => sibling === branch || haveDistinctTypes(branch, sibling)),
    );
    if (isAlone) return dated.map((branch) => this.#inner(branch)).filter((code) => code !== undefined);
    const decided = branches.map((branch) => {
      const code = this.#inner(branch);
      return list([this.#settings.compiler.decide(branch), ...(code === undefined ? [] : [code])]);
    });
    return [object([['any', ['() => ', list(decided)]]])];
  }

  #inner(node: SchemaNode): Code | undefined {
    if (!this.hasDates(node)) return undefined;
    const isNamed = node.alias !== undefined || node.component !== undefined || node.keywords.reference;
    return isNamed ? this.name(node) : this.#code(node);
  }
}

function wrap(code: Code): Code {
  return typeof code === 'string' ? code : ['(', code, ')'];
}

function getKey({ direction, pointer }: SchemaNode): string {
  return `${direction} ${pointer}`;
}

function getOthers(node: SchemaNode): SchemaNode | undefined {
  const { additionalProperties, unevaluatedProperties } = node.keywords;
  return additionalProperties ?? (decidesMembers(node) ? unevaluatedProperties : undefined);
}

function listInner(node: SchemaNode): SchemaNode[] {
  const { anyOf, oneOf, properties, patternProperties, items, prefix } = node.keywords;
  const members = [...properties.values(), ...patternProperties.values()];
  return [...listConjuncts(node), ...anyOf, ...oneOf, ...prefix, ...members, getOthers(node), items].filter(
    (inner) => inner !== undefined,
  );
}

function haveDistinctTypes({ types: left }: SchemaNode, { types: right }: SchemaNode): boolean {
  return left !== undefined && right !== undefined && ![...left].some((type) => right.has(type));
}
