// Code of checks: the decision of a schema, and those of the schemas inside, which find the member that is at fault.

import { type Code, capitalize, declare, list, object, quote, separate } from '@keyframe/openapi-codegen';
import {
  findKind,
  followAliases,
  type Handled,
  type Keywords,
  listConjuncts,
  nameSchema,
  type SchemaNode,
} from '@keyframe/openapi-schema';
import type { DecisionCompiler } from '@keyframe/openapi-schema/validators';
import { runtime } from '../describe/runtime-names.ts';

type DescribedKeyword =
  | 'additionalProperties'
  | 'allOf'
  | 'items'
  | 'patternProperties'
  | 'prefix'
  | 'properties'
  | 'reference'
  | 'required'
  | 'type';

// Only the decision of the whole schema depends on these.
type DecidedKeyword =
  | 'anyOf'
  | 'condition'
  | 'const'
  | 'contains'
  | 'dependentRequired'
  | 'dependentSchemas'
  | 'dynamicReference'
  | 'enum'
  | 'exclusiveMaximum'
  | 'exclusiveMinimum'
  | 'format'
  | 'maxContains'
  | 'maxItems'
  | 'maxLength'
  | 'maxProperties'
  | 'maximum'
  | 'met'
  | 'minContains'
  | 'minItems'
  | 'minLength'
  | 'minProperties'
  | 'minimum'
  | 'multipleOf'
  | 'not'
  | 'oneOf'
  | 'pattern'
  | 'propertyNames'
  | 'unevaluatedItems'
  | 'unevaluatedProperties'
  | 'uniqueItems'
  | 'unmet';

const CHECK = runtime('type Check');

type CheckedKeywords = Handled<Keywords, DecidedKeyword | DescribedKeyword>;

/** Prints checks; a schema that is referred to has one check. */
export class CheckPrinter {
  readonly #compiler: DecisionCompiler;
  readonly #findOrigin: (pointer: string) => string;
  readonly #takeName: (candidate: string, kind: string) => string;
  readonly #names = new Map<string, string>();
  readonly #open: { name: string; node: SchemaNode }[] = [];

  constructor(
    compiler: DecisionCompiler,
    options: {
      findOrigin: (pointer: string) => string;
      takeName: (candidate: string, kind: string) => string;
    },
  ) {
    this.#compiler = compiler;
    this.#findOrigin = options.findOrigin;
    this.#takeName = options.takeName;
  }

  /** Names the check of a schema. */
  name(written: SchemaNode): string {
    const node = followAliases(written);
    const key = `${node.direction ?? ''} ${node.pointer}`;
    const existing = this.#names.get(key);
    if (existing !== undefined) return existing;
    const name = this.#takeName(
      `check${nameSchema(node.pointer)}${capitalize(node.direction ?? '')}`,
      findKind(node.pointer),
    );
    this.#names.set(key, name);
    this.#open.push({ name, node });
    return name;
  }

  /** Writes the checks that have names, and those that they refer to. */
  code(): Code[] {
    const codes: Code[] = [];
    for (let check = this.#open.shift(); check; check = this.#open.shift())
      codes.push(['export const ', declare(check.name), ': ', CHECK, ' = ', this.#code(check.node), ';\n']);
    return separate(codes, '\n');
  }

  #code(node: SchemaNode): Code {
    const pointer = quote(this.#findOrigin(node.pointer));
    if (node.kind === 'never')
      return object([
        ['pointer', pointer],
        ['accepts', '() => false'],
        ['types', '[]'],
      ]);
    const { type, required, properties, ...others }: CheckedKeywords = node.keywords;
    const { items, prefix, additionalProperties, patternProperties } = others;
    const all = listConjuncts(node).map((conjunct) => this.#inner(conjunct));
    const members = [...properties].map(([name, member]): [string, Code] => [name, this.#inner(member)]);
    const isRest = patternProperties.size === 0 && additionalProperties?.kind === 'keywords';
    return object([
      ['pointer', pointer],
      ['accepts', this.#compiler.decide(node)],
      ['types', type && list(type.map(quote))],
      ['required', required.length > 0 ? list(required.map(quote)) : undefined],
      ['all', all.length > 0 ? ['() => ', list(all)] : undefined],
      ['members', members.length > 0 ? ['() => (', object(members), ')'] : undefined],
      ['others', isRest ? this.#thunk(additionalProperties) : undefined],
      ['items', items?.kind === 'keywords' && prefix.length === 0 ? this.#thunk(items) : undefined],
    ]);
  }

  #thunk(node: SchemaNode): Code {
    return ['() => (', this.#inner(node), ')'];
  }

  #inner(node: SchemaNode): Code {
    const isNamed = node.alias !== undefined || node.component !== undefined || node.keywords.reference;
    return isNamed ? this.name(node) : this.#code(node);
  }
}
