import { quote } from '@keyframe/openapi-codegen';
import type { SchemaNode, UnevaluatedPart } from '../nodes/schema-node.ts';
import {
  type Condition,
  type ConditionallyEvaluated,
  type Evaluated,
  evaluatedBy,
  type Kind,
} from './evaluated.ts';
import {
  and,
  call,
  compare,
  type Expression,
  expressionCode,
  FALSE,
  not,
  or,
  TRUE,
  term,
} from './expression.ts';
import { loop, REFUSE, refuse, type Statement, when } from './statement.ts';
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
  return when(typeTest(type, subject.name), statements);
}

function restStatements(
  compiler: ValidatorPrinter,
  { schema, rest, subject }: { schema: SchemaNode; rest: string; subject: Subject },
): Statement[] {
  const { name, scope } = subject;
  if (schema.kind === 'never') return [refuse(compare(`${rest}(${name}).length`, '>', '0'))];
  const member = compiler.variable(subject);
  const key = compiler.variable(subject, 'k');
  const statements = compiler.statements(schema, { name: member, known: undefined, scope });
  if (statements.length === 0) return [];
  if (statements[0] === REFUSE) return [refuse(compare(`${rest}(${name}).length`, '>', '0'))];
  const body: Statement[] = [`const ${member}: unknown = ${name}[${key}];`, ...statements];
  return loop(`for (const ${key} of ${rest}(${name}))`, body);
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
    parameters: `v${parameter}`,
    result,
    body: () => listStatements(compiler, evaluated, result),
  }));
}

function listStatements(compiler: ValidatorPrinter, evaluated: Evaluated, result: string): Statement[] {
  const isItems = result === 'number[]';
  const types = new Set([isItems ? 'array' : 'object'] as const);
  const statements: Statement[] = [];
  const subject: Subject = { name: 'v', known: types, scope: { count: 0 } };
  const shared = { compiler, subject, statements, isItems, uses: countUses(evaluated), written: new Map() };
  const tests = writeTests(shared, evaluated);
  const skip = tests.length === 0 ? [] : when(or(...tests), ['continue;']);
  const head = isItems ? 'for (let k = 0; k < v.length; k += 1)' : 'for (const k of Object.keys(v))';
  return [
    ...statements,
    `const rest: ${result} = [];`,
    ...loop(head, [...skip, 'rest.push(k);']),
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
  written: Map<ConditionallyEvaluated, Expression>;
}

// Counts the uses of each part. A part with several uses is written once; otherwise references that multiply would
// multiply its tests.
function countUses(evaluated: Evaluated, uses = new Map<ConditionallyEvaluated, number>()): typeof uses {
  for (const branch of evaluated.conditional) {
    const count = uses.get(branch) ?? 0;
    uses.set(branch, count + 1);
    if (count === 0) countUses(branch.evaluated, uses);
  }
  return uses;
}

// The tests, any of which says that the member `k` is evaluated.
function writeTests(tests: Tests, evaluated: Evaluated): Expression[] {
  const { compiler } = tests;
  if (evaluated.all) return [TRUE];
  return [
    ...evaluated.names.map((name) => compare('k', '===', quote(name))),
    ...evaluated.patterns.map((pattern) => call([compiler.pattern(pattern), '.test'], 'k')),
    ...(evaluated.prefix > 0 ? [compare('k', '<', String(evaluated.prefix))] : []),
    ...evaluated.contains.map((schema) => call(compiler.decide(schema), 'v[k]')),
    ...evaluated.conditional.map((branch) => conditionalTest(tests, branch)),
  ];
}

function conditionalTest(tests: Tests, branch: ConditionallyEvaluated): Expression {
  const existing = tests.written.get(branch);
  if (existing !== undefined) return existing;
  const { compiler, subject, statements } = tests;
  const variable = compiler.variable(subject, 'c');
  statements.push([`const ${variable} = `, expressionCode(writeCondition(tests, branch.condition)), ';']);
  const branchTests = writeTests(tests, branch.evaluated);
  let test = branchTests.includes(TRUE) ? term(variable) : and(term(variable), or(...branchTests));
  if (test.kind !== 'term' && (tests.uses.get(branch) ?? 0) > 1) {
    const name = compiler.variable(subject, 'f');
    const parameter = `k: ${tests.isItems ? 'number' : 'string'}`;
    statements.push([`const ${name} = (${parameter}) => `, expressionCode(test), ';']);
    test = call(name, 'k');
  }
  tests.written.set(branch, test);
  return test;
}

function writeCondition({ compiler, subject }: Tests, condition: Condition): Expression {
  if (condition.kind === 'present')
    return compare(ownMember(subject.name, condition.name), '!==', 'undefined');
  const { kind, schema } = condition;
  if (schema.kind !== 'keywords') return (schema.kind === 'any') === (kind === 'accepts') ? TRUE : FALSE;
  const test = call(compiler.decide(schema, subject.known), subject.name);
  return kind === 'accepts' ? test : not(test);
}
