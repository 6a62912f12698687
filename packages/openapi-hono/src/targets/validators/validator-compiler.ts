// Turns schemas into straight functions that say whether a value is valid, and nothing else. They decide; the zod
// types beside them are asked only about a value that was refused, and explain.

import { appendPointer, isJsonObject, isSchema, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import { Identifiers, jsonCode, print } from '@keyframe/openapi-model/generator';
import { isReferenceAlone, type Types } from '../../schema/keyword-readers.ts';
import { boundedPattern } from '../../schema/redos/bounded-pattern.ts';
import type { SchemaGraph } from '../../schema/schema-graph.ts';
import { ACCEPT, REFUSE, type Statement, sequence, when } from './statement.ts';
import { decideArray } from './validate-array.ts';
import { decideInPlace } from './validate-in-place.ts';
import { decideObject } from './validate-object.ts';
import { decideNumber, decideString } from './validate-scalars.ts';
import { decideTypes, knows, typeTest } from './validate-types.ts';
import type { DecisionModule, FunctionParts } from './validator-module.ts';
import type { Known, Subject, ValidatorPrinter } from './validator-printer.ts';

const PARAMETER_TYPES: Partial<Record<string, string>> = {
  object: 'Record<string, unknown>',
  array: 'readonly unknown[]',
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
};

export class DecisionCompiler implements ValidatorPrinter {
  readonly graph: SchemaGraph;
  readonly #module: DecisionModule;

  constructor(graph: SchemaGraph, module: DecisionModule) {
    this.graph = graph;
    this.#module = module;
  }

  /** Names the function that decides about a schema, for values whose type is known beforehand. */
  decide(given: LocatedSchema, known?: Known): string {
    const located = this.#target(given);
    const [only] = known?.size === 1 ? known : [];
    const parameter = (only !== undefined && PARAMETER_TYPES[only]) || 'unknown';
    const subject: Subject = {
      name: 'v',
      known: parameter === 'unknown' ? undefined : known,
      scope: { count: 0 },
    };
    return this.function(`is ${parameter}`, located, (name) => ({
      name: `is${name}`,
      parameters: `v${this.type(`: ${parameter}`)}`,
      result: 'boolean',
      body: () => sequence(this.statements(located, subject), [ACCEPT]),
    }));
  }

  /** Writes a function about a schema once for each kind, and names it. */
  function(kind: string, located: LocatedSchema, partsOf: (name: string) => FunctionParts): string {
    const { pointer } = located;
    const direction = this.graph.differs(located) ? (this.graph.direction ?? '') : '';
    const component = this.graph.componentOf(pointer);
    const own = component === undefined ? '' : capitalize(new Identifiers().take(component));
    return this.#module.function(
      `${kind} ${direction} ${pointer}`,
      partsOf(`${own}${capitalize(direction)}`),
    );
  }

  /** Writes what stands only in TypeScript. */
  type(text: string): string {
    return this.#module.isTyped ? text : '';
  }

  /** Calls a function of the runtime. */
  runtime(name: string, ...args: readonly string[]): string {
    this.#module.used.add(name);
    return `${name}(${args.join(', ')})`;
  }

  // What only refers to another schema is decided as that one is.
  #target(given: LocatedSchema): LocatedSchema {
    const seen = new Set<LocatedSchema['schema']>();
    let located = given;
    while (!seen.has(located.schema)) {
      seen.add(located.schema);
      const [target] = this.graph.referenced(located);
      if (!target || !isJsonObject(target.schema) || !isReferenceAlone(located.schema)) return located;
      located = target;
    }
    return given;
  }

  /** Names a constant of the module; one with a type is there for other modules, too. */
  constant(prefix: string, code: string, type?: string): string {
    return this.#module.constant(prefix, code, type);
  }

  /** Names a constant that holds a regular expression. */
  pattern(source: string): string {
    return this.constant('pattern', `new RegExp(${print(jsonCode(boundedPattern(source) ?? source))}, 'u')`);
  }

  /** Makes a variable that no other of the function is called. */
  variable({ scope }: Subject, prefix = 'v'): string {
    scope.count += 1;
    return `${prefix}${scope.count}`;
  }

  /** Writes the statements that refuse a value which the schema does not accept. */
  statements(given: LocatedSchema, subject: Subject): Statement[] {
    const { schema, pointer } = this.graph.view(given);
    if (!isJsonObject(schema)) return schema ? [] : [REFUSE];
    const place = { schema, pointer };
    const typed = decideTypes(this, place, subject);
    if (typed.statements.includes(REFUSE)) return [REFUSE];
    const narrowed = { ...subject, known: typed.known };
    const keywords = typed.open.flatMap((type) => {
      if (!knows.possible(narrowed.known, type)) return [];
      const isCertain = knows.certain(narrowed.known, type);
      const inner: Types = new Set([type]);
      const statements = this.#keywordsOf(type, place, isCertain ? narrowed : { ...subject, known: inner });
      return isCertain ? statements : when(typeTest(this, type, subject.name), statements);
    });
    return sequence(typed.statements, keywords, decideInPlace(this, place, narrowed));
  }

  /** Writes the statements about the schema that a keyword holds; nothing when the keyword is absent. */
  memberStatements({ schema, pointer }: LocatedSchema, keyword: string, subject: Subject): Statement[] {
    const value = isJsonObject(schema) ? memberOf(schema, keyword) : undefined;
    if (!isSchema(value)) return [];
    return this.statements({ schema: value, pointer: appendPointer(pointer, keyword) }, subject);
  }

  #keywordsOf(
    type: 'array' | 'number' | 'object' | 'string',
    place: Parameters<typeof decideString>[1],
    subject: Subject,
  ): Statement[] {
    switch (type) {
      case 'string':
        return decideString(this, place, subject);
      case 'number':
        return decideNumber(this, place, subject);
      case 'array':
        return decideArray(this, place, subject);
      default:
        return decideObject(this, place, subject);
    }
  }
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
