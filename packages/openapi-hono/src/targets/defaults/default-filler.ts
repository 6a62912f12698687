// Writes the functions that complete a value which was accepted: defaults are filled in, and what a direction ignores
// is taken out. They ask the value as it came in, and change copies.

import { isJsonObject, type JsonValue, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import { type Code, call, jsonCode, object, print } from '@keyframe/openapi-model/generator';
import { childrenOf } from '../../schema/child-schemas.ts';
import { discriminatorOf, findDiscriminant } from '../../schema/discriminant.ts';
import { heldSchema, namesOf, type Place, schemaMap, subschemas } from '../../schema/keyword-readers.ts';
import { fillsMember } from '../../schema/needs-defaults.ts';
import { block, REFUSE, type Statement, when } from '../validators/statement.ts';
import { discriminantCases, testOf, type Union } from '../validators/validate-in-place.ts';
import { namedTest, ownMember } from '../validators/validate-object.ts';
import { unevaluatedFunction } from '../validators/validate-unevaluated.ts';
import type { Subject, ValidatorPrinter } from '../validators/validator-printer.ts';

/** Names the function that completes values of a schema; undefined when there is nothing to complete. */
export function fillFunction(compiler: ValidatorPrinter, given: LocatedSchema): string | undefined {
  const { graph } = compiler;
  let located = graph.view(given);
  if (!graph.needsDefaults(located)) return undefined;
  // What only hands the value on to one other schema needs no function of its own.
  for (let part = onlyPart(compiler, located); part; part = onlyPart(compiler, located)) located = part;
  const { schema, pointer } = located;
  if (!isJsonObject(schema)) return undefined;
  return compiler.function('fill', located, (name) => ({
    name: `fill${name}`,
    parameters: `v${compiler.type(': unknown')}, t${compiler.type(': unknown')}`,
    result: 'unknown',
    body: () => returning(fillStatements(compiler, { schema, pointer })),
  }));
}

function onlyPart({ graph }: ValidatorPrinter, located: LocatedSchema): LocatedSchema | undefined {
  const needing = (schemas: readonly LocatedSchema[]) =>
    schemas.map((one) => graph.view(one)).filter((one) => graph.needsDefaults(one));
  const parts = needing([...graph.referenced(located), ...subschemas(located, 'allOf')]);
  const others = childrenOf(located).filter(({ keyword }) => keyword !== 'allOf');
  const isOnly =
    !fillsMember(graph, located) &&
    parts.length === 1 &&
    needing(others.map((child) => child.located)).length === 0;
  return isOnly ? parts[0] : undefined;
}

// The last step is what the function answers.
function returning(statements: readonly Statement[]): Statement[] {
  const last = statements.at(-1);
  const step = typeof last === 'string' ? /^t = (?<step>.*);$/s.exec(last)?.groups?.step : undefined;
  return step === undefined ? [...statements, 'return t;'] : [...statements.slice(0, -1), `return ${step};`];
}

function fillStatements(compiler: ValidatorPrinter, place: Place): Statement[] {
  const subject: Subject = { name: 'v', known: undefined, scope: { count: 0 } };
  return [
    ...objectStatements(compiler, place),
    ...arrayStatements(compiler, place),
    ...inPlaceStatements(compiler, place, subject),
  ];
}

function step(compiler: ValidatorPrinter, name: string, options: Code): Statement {
  compiler.runtime(name);
  const start = 't = ';
  return `${start}${print([call(name, 'v', 't', options), ';'], '  ', start.length + 2)}`;
}

function objectStatements(compiler: ValidatorPrinter, place: Place): Statement[] {
  const required = new Set(namesOf(memberOf(place.schema, 'required')));
  const ignored = compiler.graph.ignoredMembers(place);
  const members = schemaMap(place, 'properties').filter(({ name }) => !ignored.includes(name));
  const fills = members.map(({ name, located }) => [name, fillFunction(compiler, located)] as const);
  const defaults = members.flatMap(({ name, located }): [string, Code][] => {
    const fallback = required.has(name) ? undefined : compiler.graph.defaultOf(located);
    return fallback === undefined ? [] : [[name, defaultCode(compiler, located, fallback)]];
  });
  return [
    ...(fills.every(([, fill]) => fill === undefined) ? [] : [step(compiler, 'withMembers', object(fills))]),
    ...(defaults.length === 0 ? [] : [step(compiler, 'withDefaults', ['() => (', object(defaults), ')'])]),
    ...otherStatements(compiler, place),
    ...(ignored.length === 0 ? [] : [step(compiler, 'withoutMembers', jsonCode([...ignored]))]),
  ];
}

// The default of an object may itself leave members to be filled in.
function defaultCode(compiler: ValidatorPrinter, located: LocatedSchema, fallback: JsonValue): Code {
  const fill = fillFunction(compiler, located);
  if (fill === undefined) return jsonCode(fallback);
  compiler.runtime('completed');
  return call('completed', fill, jsonCode(fallback));
}

function otherStatements(compiler: ValidatorPrinter, place: Place): Statement[] {
  const put = (located: LocatedSchema, namesOf: () => string | undefined): Statement[] => {
    const fill = fillFunction(compiler, located);
    return fill === undefined ? [] : [step(compiler, 'withOthers', options({ fill, namesOf: namesOf() }))];
  };
  const additional = heldSchema(place, 'additionalProperties');
  return [
    ...schemaMap(place, 'patternProperties').flatMap(({ name, located }) =>
      put(located, () => among([`${compiler.pattern(name)}.test(k)`])),
    ),
    ...(additional ? put(additional, () => among(otherTests(compiler, place))) : []),
    ...restOf(compiler, place, 'properties').flatMap(({ located, rest }) => put(located, () => rest)),
  ];
}

// The tests of a name that neither `properties` nor `patternProperties` speaks of.
function otherTests(compiler: ValidatorPrinter, place: Place): string[] {
  const names = schemaMap(place, 'properties').map(({ name }) => name);
  const patterns = schemaMap(place, 'patternProperties');
  return [
    ...namedTest(compiler, names, 'k'),
    ...patterns.map(({ name }) => `!${compiler.pattern(name)}.test(k)`),
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

// The schema of what no other keyword evaluated, and the function that lists that.
function restOf(
  compiler: ValidatorPrinter,
  place: Place,
  kind: 'items' | 'properties',
): { located: LocatedSchema; rest: string }[] {
  const located = heldSchema(place, kind === 'items' ? 'unevaluatedItems' : 'unevaluatedProperties');
  if (located === undefined || fillFunction(compiler, located) === undefined) return [];
  const rest = unevaluatedFunction(compiler, place, kind);
  return rest === undefined ? [] : [{ located, rest }];
}

function arrayStatements(compiler: ValidatorPrinter, place: Place): Statement[] {
  const put = (located: LocatedSchema, indicesOf?: string): Statement[] => {
    const fill = fillFunction(compiler, located);
    return fill === undefined ? [] : [step(compiler, 'withItems', options({ fill, indicesOf }))];
  };
  const prefix = subschemas(place, 'prefixItems');
  const items = heldSchema(place, 'items');
  const after = prefix.length === 0 ? undefined : `(all) => [...all.keys()].slice(${prefix.length})`;
  return [
    ...prefix.flatMap((located, index) => put(located, `() => [${index}]`)),
    ...(items ? put(items, after) : []),
    ...restOf(compiler, place, 'items').flatMap(({ located, rest }) => put(located, rest)),
  ];
}

function inPlaceStatements(compiler: ValidatorPrinter, place: Place, subject: Subject): Statement[] {
  const always = [...compiler.graph.referenced(place), ...subschemas(place, 'allOf')];
  const condition = heldSchema(place, 'if');
  const branch = (keyword: string) => {
    const located = heldSchema(place, keyword);
    return located ? apply(compiler, located) : [];
  };
  const met = [...branch('if'), ...branch('then')];
  const unmet = branch('else');
  return [
    ...always.flatMap((part) => apply(compiler, part)),
    ...unionStatements(compiler, { place, keyword: 'anyOf' }, subject),
    ...unionStatements(compiler, { place, keyword: 'oneOf' }, subject),
    ...(condition && met.length + unmet.length > 0
      ? when(testOf(compiler, condition, subject), met, unmet)
      : []),
    ...schemaMap(place, 'dependentSchemas').flatMap(({ name, located }) =>
      when(
        `${compiler.runtime('isObject', 'v')} && ${ownMember(compiler, 'v', name)} !== undefined`,
        apply(compiler, located),
      ),
    ),
  ];
}

function apply(compiler: ValidatorPrinter, located: LocatedSchema): Statement[] {
  const fill = fillFunction(compiler, located);
  return fill ? [`t = ${fill}(v, t);`] : [];
}

function unionStatements(
  compiler: ValidatorPrinter,
  { place, keyword }: Union,
  subject: Subject,
): Statement[] {
  const branches = subschemas(place, keyword);
  const filled = branches.filter((branch) => fillFunction(compiler, branch) !== undefined);
  if (filled.length === 0) return [];
  const each = () =>
    filled.flatMap((branch) => when(testOf(compiler, branch, subject), apply(compiler, branch)));
  const discriminant = findDiscriminant(compiler.graph, branches, discriminatorOf(place));
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
