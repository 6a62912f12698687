import { type Code, propertyKey, quote, type Reference } from '@keyframe/openapi-codegen';
import type { Handled } from '../nodes/handled.ts';
import { isInheritedName } from '../nodes/inherited-name.ts';
import type { ObjectNode, PropertyNode, SchemaNode } from '../nodes/schema-node.ts';
import { readSafePattern } from '../redos/safe-pattern.ts';
import {
  and,
  call,
  compare,
  type Expression,
  expressionCode,
  findPredicate,
  negate,
  not,
  term,
} from './expression.ts';
import { type RuntimeFunction, runtime } from './runtime-function.ts';
import { loop, REFUSE, readCondition, refuse, type Statement, when } from './statement.ts';
import type { Subject, ValidatorPrinter } from './validator-printer.ts';

// Each member is checked here, or by the part that applies to the whole schema.
type CheckedObject = Handled<
  ObjectNode,
  | 'additional'
  | 'dependentRequired'
  | 'dependentSchemas'
  | 'ignored'
  | 'isBare'
  | 'kind'
  | 'names'
  | 'omitted'
  | 'patterns'
  | 'properties'
  | 'required'
  | 'size'
  | 'unevaluated'
>;

/** Decides what is said of objects. */
export function decideObject(compiler: ValidatorPrinter, node: CheckedObject, subject: Subject): Statement[] {
  const { additional, patterns } = node;
  const key = compiler.variable(subject, 'k');
  const fallback = additional ? memberStatements({ compiler, subject, key }, additional) : [];
  const isClosed = fallback[0] === REFUSE && patterns.length === 0;
  return [
    ...requiredStatements(node, subject),
    ...propertyStatements(compiler, node, { subject, isClosed }),
    ...(isClosed ? [] : restStatements({ compiler, subject, key }, node, fallback)),
    ...nameStatements(compiler, node, subject),
    ...countStatements(node, subject),
    ...dependentStatements(compiler, node, subject),
  ];
}

/** Writes how a member that the object itself holds is read; undefined when it holds none of that name. */
export function ownMember(object: string, name: string): Code {
  return isInheritedName(name)
    ? expressionCode(call(runtime('ownMember'), object, quote(name)))
    : `${object}[${quote(name)}]`;
}

// Members with a schema ask for their presence themselves.
function requiredStatements({ properties, required }: ObjectNode, { name }: Subject): Statement[] {
  const decided = new Set(properties.filter(({ schema }) => isDecided(schema)).map((member) => member.name));
  return required
    .filter((key) => !decided.has(key))
    .map((key) => refuse(compare(ownMember(name, key), '===', 'undefined')));
}

function isDecided({ isEmpty }: SchemaNode): boolean {
  return !isEmpty;
}

function propertyStatements(
  compiler: ValidatorPrinter,
  { properties }: ObjectNode,
  { subject, isClosed }: { subject: Subject; isClosed: boolean },
): Statement[] {
  const read: [name: string, variable: string][] = [];
  const statements = properties.flatMap((property): Statement[] => {
    const variable = compiler.variable(subject);
    const decided = isDecided(property.schema)
      ? memberDecided(compiler, variable, { property, subject })
      : [];
    if (isClosed || (decided.length > 0 && decided[0] !== REFUSE)) read.push([property.name, variable]);
    return decided;
  });
  // Later statements are unreachable and read nothing.
  if (statements.includes(REFUSE)) return [REFUSE];
  const variables = read.map(([, variable]) => variable);
  return [
    ...readStatements(read, subject),
    ...statements,
    // Their count shows whether there are others.
    ...(isClosed ? [refuse(not(call(runtime('hasOnly'), subject.name, ...variables)))] : []),
  ];
}

function memberDecided(
  compiler: ValidatorPrinter,
  variable: string,
  { property, subject }: { property: PropertyNode; subject: Subject },
): Statement[] {
  const { schema, isRequired } = property;
  const statements = compiler.statements(schema, { name: variable, known: undefined, scope: subject.scope });
  if (statements[0] === REFUSE && isRequired) return [REFUSE];
  if (!isRequired) {
    const test = findOptionalTest(statements, variable);
    return test === undefined
      ? when(compare(variable, '!==', 'undefined'), statements)
      : [refuse(not(call(test, variable)))];
  }
  // A schema that asks for a type refuses what is not there as well.
  const isTyped = statements.length > 0 && schema.types !== undefined;
  return [...(isTyped ? [] : [refuse(compare(variable, '===', 'undefined'))]), ...statements];
}

const OPTIONAL_TESTS: Readonly<Record<string, RuntimeFunction>> = {
  isBoolean: 'maybeBoolean',
  isInt32: 'maybeInt32',
  isInt64: 'maybeInt64',
  isInteger: 'maybeInteger',
  isNumber: 'maybeNumber',
  isString: 'maybeString',
};

// The test that also accepts an absent member, if the type is all that is tested: `maybeString` for `!isString(v1)`.
function findOptionalTest(statements: readonly Statement[], variable: string): Reference | undefined {
  const refused = readCondition(statements);
  const predicate = refused && findPredicate(refused, variable);
  if (typeof predicate !== 'object' || !('specifier' in predicate)) return undefined;
  const test = OPTIONAL_TESTS[predicate.specifier];
  return test === undefined ? undefined : runtime(test);
}

// All members are read in one go, but for those of names that every object inherits.
function readStatements(
  members: readonly (readonly [name: string, variable: string])[],
  { name: object }: Subject,
): Statement[] {
  const plain = members.filter(([name]) => !isInheritedName(name));
  const inherited = members.filter(([name]) => isInheritedName(name));
  const start = 'const { ';
  const pattern = plain.map(([name, variable]) => `${propertyKey(name)}: ${variable}`);
  return [
    ...(plain.length === 0 ? [] : [`${start}${pattern.join(', ')} } = ${object};`]),
    ...inherited.map(([name, variable]) => [`const ${variable} = `, ownMember(object, name), ';']),
  ];
}

// `patternProperties` and `additionalProperties` share one walk through the members.
function restStatements(walk: Walk, node: ObjectNode, fallback: readonly Statement[]): Statement[] {
  const { compiler, subject, key } = walk;
  const { patterns, properties } = node;
  const matched =
    fallback.length === 0 || patterns.length === 0 ? undefined : compiler.variable(subject, 'matched');
  const body = patterns.flatMap(({ pattern, schema }) => {
    const mark = matched === undefined ? [] : [`${matched} = true;`];
    const isKnown = readSafePattern(pattern) !== undefined;
    const statements = [...mark, ...(isKnown ? memberStatements(walk, schema) : [])];
    return statements.length === 0 ? [] : when(call([compiler.pattern(pattern), '.test'], key), statements);
  });
  if (fallback.length > 0) {
    const names = properties.map(({ name }) => name);
    const conditions = [
      ...(matched === undefined ? [] : [not(term(matched))]),
      ...namedTest(compiler, names, key),
    ];
    body.push(...(conditions.length === 0 ? fallback : when(and(...conditions), fallback)));
  }
  if (body.length === 0) return [];
  const start = matched === undefined ? [] : [`let ${matched} = false;`];
  return loop(`for (const ${key} of Object.keys(${subject.name}))`, [...start, ...body]);
}

// Up to this many names are compared one after the other, which is quicker than a set.
const FEW = 12;

/** Writes the conditions under which a name differs from all of these. */
function namedTest(compiler: ValidatorPrinter, names: readonly string[], key: string): Expression[] {
  if (names.length === 0) return [];
  if (names.length <= FEW) return names.map((name) => compare(key, '!==', quote(name)));
  const constant = compiler.constant('names', `new Set([${names.map(quote).join(', ')}])`);
  return [not(call([constant, '.has'], key))];
}

interface Walk {
  compiler: ValidatorPrinter;
  subject: Subject;
  key: string;
}

function memberStatements({ compiler, subject, key }: Walk, schema: SchemaNode): Statement[] {
  const name = compiler.variable(subject);
  const statements = compiler.statements(schema, { name, known: undefined, scope: subject.scope });
  if (statements.length === 0 || statements[0] === REFUSE) return statements;
  return [`const ${name} = ${subject.name}[${key}];`, ...statements];
}

function nameStatements(compiler: ValidatorPrinter, { names }: ObjectNode, subject: Subject): Statement[] {
  if (!names) return [];
  const key = compiler.variable(subject, 'k');
  const types = new Set(['string'] as const);
  const statements = compiler.statements(names, { name: key, known: types, scope: subject.scope });
  if (statements[0] === REFUSE) return [refuse(compare(`Object.keys(${subject.name}).length`, '>', '0'))];
  return loop(`for (const ${key} of Object.keys(${subject.name}))`, statements);
}

function countStatements({ size }: ObjectNode, { name }: Subject): Statement[] {
  const { min = 0, max } = size;
  const count = `Object.keys(${name}).length`;
  return [
    ...(min > 0 ? [refuse(compare(count, '<', String(min)))] : []),
    ...(max === undefined ? [] : [refuse(compare(count, '>', String(max)))]),
  ];
}

function dependentStatements(compiler: ValidatorPrinter, node: ObjectNode, subject: Subject): Statement[] {
  const present = (name: string) => compare(ownMember(subject.name, name), '!==', 'undefined');
  return [
    ...node.dependentRequired.flatMap(({ name, names }) => {
      const absent = names.map((dependency) => negate(present(dependency)));
      return absent.length === 0 ? [] : when(present(name), [refuse(...absent)]);
    }),
    ...node.dependentSchemas.flatMap(({ name, schema }) =>
      when(present(name), compiler.statements(schema, subject)),
    ),
  ];
}
