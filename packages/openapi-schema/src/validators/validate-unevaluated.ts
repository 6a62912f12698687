import { quote } from '@keyframe/openapi-tooling/generator';
import type { SchemaNode, UnevaluatedPart } from '../nodes/schema-node.ts';
import {
  type Condition,
  type ConditionallyEvaluated,
  type Evaluated,
  evaluatedBy,
  type Kind,
} from './evaluated.ts';
import { block, REFUSE, refuse, type Statement, when } from './statement.ts';
import { ownMember } from './validate-object.ts';
import { knows, typeTest } from './validate-types.ts';
import type { Subject, ValidatorPrinter } from './validator-printer.ts';

/** Decides `unevaluatedProperties` or `unevaluatedItems`; everything else about the value must be decided before. */
export function unevaluatedStatements(
  compiler: ValidatorPrinter,
  { of, schema }: UnevaluatedPart,
  { owner, subject }: { owner: SchemaNode; subject: Subject },
): Statement[] {
  const type = of === 'items' ? 'array' : 'object';
  if (!knows.possible(subject.known, type)) return [];
  const rest = unevaluatedFunction(compiler, owner, of);
  const statements = rest === undefined ? [] : restStatements(compiler, { schema, rest, subject });
  if (knows.certain(subject.known, type)) return statements;
  return when(typeTest(compiler, type, subject.name), statements);
}

function restStatements(
  compiler: ValidatorPrinter,
  { schema, rest, subject }: { schema: SchemaNode; rest: string; subject: Subject },
): Statement[] {
  const { name, scope } = subject;
  if (schema.kind === 'never') return [refuse(`${rest}(${name}).length > 0`)];
  const member = compiler.variable(subject);
  const key = compiler.variable(subject, 'k');
  const inner = compiler.statements(schema, { name: member, known: undefined, scope });
  if (inner.length === 0) return [];
  if (inner[0] === REFUSE) return [refuse(`${rest}(${name}).length > 0`)];
  const body: Statement[] = [`const ${member}${compiler.type(': unknown')} = ${name}[${key}];`, ...inner];
  return block(`for (const ${key} of ${rest}(${name}))`, body);
}

/**
 * Names the function that lists the members, or the items, that are left for `unevaluatedProperties` or
 * `unevaluatedItems` of a schema; undefined when nothing can be left.
 */
export function unevaluatedFunction(
  compiler: ValidatorPrinter,
  owner: SchemaNode,
  kind: Kind,
): string | undefined {
  const evaluated = evaluatedBy(owner, kind);
  if (evaluated.all) return undefined;
  const isItems = kind === 'items';
  const parameter = isItems ? ': readonly unknown[]' : ': Record<string, unknown>';
  const result = isItems ? 'number[]' : 'string[]';
  return compiler.function(`rest ${kind}`, owner, (name) => ({
    name: `restOf${name}`,
    parameters: `v${compiler.type(parameter)}`,
    result,
    body: () => listStatements(compiler, evaluated, result),
  }));
}

function listStatements(compiler: ValidatorPrinter, evaluated: Evaluated, result: string): Statement[] {
  const isItems = result === 'number[]';
  const known = new Set([isItems ? 'array' : 'object'] as const);
  const statements: Statement[] = [];
  const subject: Subject = { name: 'v', known, scope: { count: 0 } };
  const shared = { compiler, subject, statements, isItems, uses: countUses(evaluated), written: new Map() };
  const tests = writeTests(shared, evaluated);
  const skip = tests.length === 0 ? [] : block(`if (${tests.join(' || ')})`, ['continue;']);
  const head = isItems ? 'for (let k = 0; k < v.length; k += 1)' : 'for (const k of Object.keys(v))';
  return [
    ...statements,
    `const rest${compiler.type(`: ${result}`)} = [];`,
    ...block(head, [...skip, 'rest.push(k);']),
    'return rest;',
  ];
}

interface Tests {
  compiler: ValidatorPrinter;
  subject: Subject;
  /** Conditions are settled here, once for all members. */
  statements: Statement[];
  isItems: boolean;
  uses: ReadonlyMap<ConditionallyEvaluated, number>;
  written: Map<ConditionallyEvaluated, string>;
}

// Counts the uses of each part. A part with several uses is written once; otherwise references that multiply would
// multiply its tests.
function countUses(evaluated: Evaluated, uses = new Map<ConditionallyEvaluated, number>()): typeof uses {
  for (const one of evaluated.conditional) {
    const count = uses.get(one) ?? 0;
    uses.set(one, count + 1);
    if (count === 0) countUses(one.evaluated, uses);
  }
  return uses;
}

// The tests, any of which says that the member `k` is evaluated.
function writeTests(tests: Tests, evaluated: Evaluated): string[] {
  const { compiler } = tests;
  if (evaluated.all) return ['true'];
  const own = [
    ...evaluated.names.map((name) => `k === ${quote(name)}`),
    ...evaluated.patterns.map((pattern) => `${compiler.pattern(pattern)}.test(k)`),
    ...(evaluated.prefix > 0 ? [`k < ${evaluated.prefix}`] : []),
    ...evaluated.contains.map((schema) => `${compiler.decide(schema)}(v[k])`),
  ];
  return [...own, ...evaluated.conditional.map((one) => conditionalTest(tests, one))];
}

function conditionalTest(tests: Tests, one: ConditionallyEvaluated): string {
  const existing = tests.written.get(one);
  if (existing !== undefined) return existing;
  const { compiler, subject, statements } = tests;
  const variable = compiler.variable(subject, 'c');
  statements.push(`const ${variable} = ${conditionCode(tests, one.condition)};`);
  const inner = writeTests(tests, one.evaluated);
  let test = inner.includes('true') ? variable : `(${variable} && (${inner.join(' || ')}))`;
  if (test !== variable && (tests.uses.get(one) ?? 0) > 1) {
    const name = compiler.variable(subject, 'f');
    const parameter = `k${compiler.type(tests.isItems ? ': number' : ': string')}`;
    statements.push(`const ${name} = (${parameter}) => ${test.slice(1, -1)};`);
    test = `${name}(k)`;
  }
  tests.written.set(one, test);
  return test;
}

function conditionCode({ compiler, subject }: Tests, condition: Condition): string {
  if (condition.kind === 'present') {
    return `${ownMember(compiler, subject.name, condition.name)} !== undefined`;
  }
  const { kind, schema } = condition;
  if (schema.kind !== 'keywords') return String((schema.kind === 'any') === (kind === 'accepts'));
  const test = `${compiler.decide(schema, subject.known)}(${subject.name})`;
  return kind === 'accepts' ? test : `!${test}`;
}
