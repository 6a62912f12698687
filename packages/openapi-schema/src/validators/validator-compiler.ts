// Turns schemas into straight functions that say whether a value is valid, and nothing else: for tools that check
// values without generating code, and for the tests of `unevaluated…` keywords.

import { type Code, jsonCode, PURE, print } from '@keyframe/openapi-codegen';
import { followAliases } from '../nodes/follow-aliases.ts';
import type { Types } from '../nodes/json-types.ts';
import type { SchemaGraph } from '../nodes/schema-graph.ts';
import { nameSchema } from '../nodes/schema-name.ts';
import type { SchemaNode, TypeNode } from '../nodes/schema-node.ts';
import { readSafePattern } from '../redos/safe-pattern.ts';
import { runtime } from './runtime-function.ts';
import { ACCEPT, REFUSE, type Statement, sequence, when } from './statement.ts';
import { decideArray } from './validate-array.ts';
import { decideApplied } from './validate-in-place.ts';
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

/** Prints the functions that decide whether a value is valid. */
export class DecisionCompiler implements ValidatorPrinter {
  readonly assertsFormats: boolean;
  readonly #module: DecisionModule;

  constructor(graph: Pick<SchemaGraph, 'assertsFormats'>, module: DecisionModule) {
    this.assertsFormats = graph.assertsFormats;
    this.#module = module;
  }

  /** Names the function that decides about a schema, for values whose type is known beforehand. */
  decide(node: SchemaNode, types?: Known): string {
    // A schema that consists of a reference is decided as its target.
    const schema = followAliases(node);
    const [only] = types?.size === 1 ? types : [];
    const parameter = (only !== undefined && PARAMETER_TYPES[only]) || 'unknown';
    const subject: Subject = {
      name: 'v',
      known: parameter === 'unknown' ? undefined : types,
      scope: { count: 0 },
    };
    return this.function(`is ${parameter}`, schema, (name) => ({
      name: `is${name}`,
      parameters: `v: ${parameter}`,
      result: 'boolean',
      body: () => sequence(this.statements(schema, subject), [ACCEPT]),
    }));
  }

  /** Writes a function about a schema once for each kind, and names it. */
  function(kind: string, schema: SchemaNode, writeParts: (name: string) => FunctionParts): string {
    const { pointer, direction = '' } = schema;
    const name = `${nameSchema(pointer)}${capitalize(direction)}`;
    return this.#module.function(`${kind} ${direction} ${pointer}`, writeParts(name));
  }

  /** Names a constant of the module. */
  constant(prefix: string, code: Code, type?: string): string {
    return this.#module.constant(prefix, code, type);
  }

  /** Names a constant that holds a regular expression; one that cannot be matched in linear time matches any text. */
  pattern(expression: string): string {
    const { source, matcher } = readSafePattern(expression) ?? { source: '', matcher: 'native' };
    const text = print(jsonCode(source));
    const code: Code[] =
      matcher === 'linear' ? [runtime('linearPattern'), `(${text})`] : [`new RegExp(${text}, 'u')`];
    return this.constant('pattern', [PURE, ...code]);
  }

  /** Makes a variable that no other of the function is called. */
  variable({ scope }: Subject, prefix = 'v'): string {
    scope.count += 1;
    return `${prefix}${scope.count}`;
  }

  /** Writes the statements that refuse a value which the schema does not accept. */
  statements(schema: SchemaNode, subject: Subject): Statement[] {
    if (schema.kind === 'never') return [REFUSE];
    const typed = decideTypes(this, schema, subject);
    if (typed.statements.includes(REFUSE)) return [REFUSE];
    const narrowed = { ...subject, known: typed.known };
    const keywords = typed.open.flatMap((type) => {
      if (!knows.possible(narrowed.known, type.kind)) return [];
      const isCertain = knows.certain(narrowed.known, type.kind);
      const types: Types = new Set([type.kind]);
      const statements = this.#ofType(type, isCertain ? narrowed : { ...subject, known: types });
      return isCertain ? statements : when(typeTest(type.kind, subject.name), statements);
    });
    return sequence(typed.statements, keywords, decideApplied(this, schema, narrowed));
  }

  #ofType(type: TypeNode, subject: Subject): Statement[] {
    switch (type.kind) {
      case 'string':
        return decideString(this, type, subject);
      case 'number':
        return decideNumber(this, type, subject);
      case 'array':
        return decideArray(this, type, subject);
      case 'object':
        return decideObject(this, type, subject);
      case 'boolean':
      case 'null':
        return [];
    }
  }
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
