// Writes the functions that complete a value which was accepted: defaults are filled in, and what a direction ignores
// is taken out. They ask the value as it came in, and change copies.

import type { JsonValue } from '@keyframe/openapi-model';
import { type Code, call, jsonCode, object, print } from '@keyframe/openapi-model/generator';
import {
  type ArrayNode,
  type ConditionalPart,
  conjunctsOf,
  type ObjectNode,
  objectIn,
  type SchemaNode,
  type SchemaPart,
  typeNodesIn,
  type UnionPart,
} from '../../schema/schema-node.ts';
import { block, REFUSE, type Statement, when } from '../validators/statement.ts';
import { discriminantCases, testOf } from '../validators/validate-in-place.ts';
import { namedTest, ownMember } from '../validators/validate-object.ts';
import { unevaluatedFunction } from '../validators/validate-unevaluated.ts';
import type { Subject, ValidatorPrinter } from '../validators/validator-printer.ts';

/** Names the function that completes values of a schema; undefined when there is nothing to complete. */
export function fillFunction(compiler: ValidatorPrinter, given: SchemaNode): string | undefined {
  if (!given.needsDefaults) return undefined;
  // What only hands the value on to one other schema needs no function of its own.
  let schema = given;
  for (let part = schema.completedBy; part; part = schema.completedBy) schema = part;
  return compiler.function('fill', schema, (name) => ({
    name: `fill${name}`,
    parameters: `v${compiler.type(': unknown')}, t${compiler.type(': unknown')}`,
    result: 'unknown',
    body: () => returning(fillStatements(compiler, schema)),
  }));
}

// The last step is what the function answers.
function returning(statements: readonly Statement[]): Statement[] {
  const last = statements.at(-1);
  const step = typeof last === 'string' ? /^t = (?<step>.*);$/s.exec(last)?.groups?.step : undefined;
  return step === undefined ? [...statements, 'return t;'] : [...statements.slice(0, -1), `return ${step};`];
}

function fillStatements(compiler: ValidatorPrinter, schema: SchemaNode): Statement[] {
  const types = typeNodesIn(schema);
  const subject: Subject = { name: 'v', known: undefined, scope: { count: 0 } };
  return [
    ...types.flatMap((one) => (one.kind === 'object' ? objectStatements(compiler, schema, one) : [])),
    ...types.flatMap((one) => (one.kind === 'array' ? arrayStatements(compiler, schema, one) : [])),
    ...conjunctsOf(schema).flatMap((part) => apply(compiler, part)),
    ...schema.parts.flatMap((part) => partStatements(compiler, part, subject)),
    ...dependentStatements(compiler, objectIn(schema)),
  ];
}

function step(compiler: ValidatorPrinter, name: string, options: Code): Statement {
  compiler.runtime(name);
  const start = 't = ';
  return `${start}${print([call(name, 'v', 't', options), ';'], '  ', start.length + 2)}`;
}

function objectStatements(compiler: ValidatorPrinter, owner: SchemaNode, node: ObjectNode): Statement[] {
  const { ignored } = node;
  const members = node.properties.filter(({ name }) => !ignored.includes(name));
  const fills = members.map(({ name, schema }) => [name, fillFunction(compiler, schema)] as const);
  const defaults = members.flatMap(({ name, schema, isRequired }): [string, Code][] => {
    const fallback = isRequired ? undefined : schema.fallback;
    return fallback === undefined ? [] : [[name, defaultCode(compiler, schema, fallback)]];
  });
  return [
    ...(fills.every(([, fill]) => fill === undefined) ? [] : [step(compiler, 'withMembers', object(fills))]),
    ...(defaults.length === 0 ? [] : [step(compiler, 'withDefaults', ['() => (', object(defaults), ')'])]),
    ...otherStatements(compiler, owner, node),
    ...(ignored.length === 0 ? [] : [step(compiler, 'withoutMembers', jsonCode([...ignored]))]),
  ];
}

// The default of an object may itself leave members to be filled in.
function defaultCode(compiler: ValidatorPrinter, schema: SchemaNode, fallback: JsonValue): Code {
  const fill = fillFunction(compiler, schema);
  if (fill === undefined) return jsonCode(fallback);
  compiler.runtime('completed');
  return call('completed', fill, jsonCode(fallback));
}

function otherStatements(compiler: ValidatorPrinter, owner: SchemaNode, node: ObjectNode): Statement[] {
  const put = (schema: SchemaNode, namesOf: () => string | undefined): Statement[] => {
    const fill = fillFunction(compiler, schema);
    return fill === undefined ? [] : [step(compiler, 'withOthers', options({ fill, namesOf: namesOf() }))];
  };
  const { patterns, additional, unevaluated } = node;
  const rest = restOf(compiler, owner, { of: 'properties', schema: unevaluated });
  return [
    ...patterns.flatMap(({ pattern, schema }) =>
      put(schema, () => among([`${compiler.pattern(pattern)}.test(k)`])),
    ),
    ...(additional ? put(additional, () => among(otherTests(compiler, node))) : []),
    ...(unevaluated && rest !== undefined ? put(unevaluated, () => rest) : []),
  ];
}

// The tests of a name that neither `properties` nor `patternProperties` speaks of.
function otherTests(compiler: ValidatorPrinter, { properties, patterns }: ObjectNode): string[] {
  const names = properties.map(({ name }) => name);
  return [
    ...namedTest(compiler, names, 'k'),
    ...patterns.map(({ pattern }) => `!${compiler.pattern(pattern)}.test(k)`),
  ];
}

function among(tests: readonly string[]): string | undefined {
  return tests.length === 0 ? undefined : `(all) => Object.keys(all).filter((k) => ${tests.join(' && ')})`;
}

function options(given: {
  fill: string;
  namesOf?: string | undefined;
  indicesOf?: string | undefined;
}): Code {
  return object(Object.entries(given));
}

// The function that lists what no other keyword evaluated, where the schema of that completes it.
function restOf(
  compiler: ValidatorPrinter,
  owner: SchemaNode,
  { of, schema }: { of: 'items' | 'properties'; schema: SchemaNode | undefined },
): string | undefined {
  const isFilled = schema !== undefined && fillFunction(compiler, schema) !== undefined;
  return isFilled ? unevaluatedFunction(compiler, owner, of) : undefined;
}

function arrayStatements(compiler: ValidatorPrinter, owner: SchemaNode, node: ArrayNode): Statement[] {
  const put = (schema: SchemaNode, indicesOf?: string): Statement[] => {
    const fill = fillFunction(compiler, schema);
    return fill === undefined ? [] : [step(compiler, 'withItems', options({ fill, indicesOf }))];
  };
  const { prefix, items, unevaluated } = node;
  const after = prefix.length === 0 ? undefined : `(all) => [...all.keys()].slice(${prefix.length})`;
  const rest = restOf(compiler, owner, { of: 'items', schema: unevaluated });
  return [
    ...prefix.flatMap((schema, index) => put(schema, `() => [${index}]`)),
    ...(items ? put(items, after) : []),
    ...(unevaluated && rest !== undefined ? put(unevaluated, rest) : []),
  ];
}

function partStatements(compiler: ValidatorPrinter, part: SchemaPart, subject: Subject): Statement[] {
  switch (part.kind) {
    case 'union':
      return unionStatements(compiler, part, subject);
    case 'conditional':
      return conditionStatements(compiler, part, subject);
    // What holds always is applied before, and `unevaluated…` with the object or list that it speaks of.
    case 'literals':
    case 'types':
    case 'guards':
    case 'reference':
    case 'allOf':
    case 'not':
    case 'unevaluated':
      return [];
  }
}

function conditionStatements(
  compiler: ValidatorPrinter,
  { condition, met, unmet }: ConditionalPart,
  subject: Subject,
): Statement[] {
  const whenMet = [condition, ...(met ? [met] : [])].flatMap((schema) => apply(compiler, schema));
  const otherwise = unmet ? apply(compiler, unmet) : [];
  if (whenMet.length + otherwise.length === 0) return [];
  return when(testOf(compiler, condition, subject), whenMet, otherwise);
}

function dependentStatements(compiler: ValidatorPrinter, node: ObjectNode | undefined): Statement[] {
  return (node?.dependentSchemas ?? []).flatMap(({ name, schema }) =>
    when(
      `${compiler.runtime('isObject', 'v')} && ${ownMember(compiler, 'v', name)} !== undefined`,
      apply(compiler, schema),
    ),
  );
}

function apply(compiler: ValidatorPrinter, schema: SchemaNode): Statement[] {
  const fill = fillFunction(compiler, schema);
  return fill ? [`t = ${fill}(v, t);`] : [];
}

function unionStatements(
  compiler: ValidatorPrinter,
  { branches, discriminant }: UnionPart,
  subject: Subject,
): Statement[] {
  const filled = branches.filter((branch) => fillFunction(compiler, branch) !== undefined);
  if (filled.length === 0) return [];
  const each = () =>
    filled.flatMap((branch) => when(testOf(compiler, branch, subject), apply(compiler, branch)));
  if (!discriminant) return each();
  const cases = discriminantCases(compiler, { discriminant, branches, subject }, (branch) =>
    apply(compiler, branch),
  );
  return when(compiler.runtime('isObject', 'v'), withoutRefusal(cases), each());
}

// The value was accepted, so one of the branches is the one.
function withoutRefusal(statements: readonly Statement[]): Statement[] {
  return statements.flatMap((statement): Statement[] => {
    if (typeof statement === 'string') return statement === REFUSE ? [] : [statement];
    if ('conditions' in statement) return [];
    return block(statement.head, withoutRefusal(statement.body), withoutRefusal(statement.otherwise));
  });
}
