import { propertyKey, quote } from '@keyframe/openapi-tooling/generator';
import type { Handled } from '../nodes/handled.ts';
import { isInheritedName } from '../nodes/inherited-name.ts';
import type { ObjectNode, PropertyNode, SchemaNode } from '../nodes/schema-node.ts';
import { readSafePattern } from '../redos/safe-pattern.ts';
import { block, REFUSE, readCondition, refuse, type Statement, when } from './statement.ts';
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
  const others = additional ? memberStatements({ compiler, subject, key }, additional) : [];
  const isClosed = others[0] === REFUSE && patterns.length === 0;
  return [
    ...requiredStatements(compiler, node, subject),
    ...propertyStatements(compiler, node, { subject, isClosed }),
    ...(isClosed ? [] : restStatements({ compiler, subject, key }, node, others)),
    ...nameStatements(compiler, node, subject),
    ...countStatements(node, subject),
    ...dependentStatements(compiler, node, subject),
  ];
}

/** Writes how a member that the object itself holds is read; undefined when it holds none of that name. */
export function ownMember(compiler: ValidatorPrinter, object: string, name: string): string {
  return isInheritedName(name)
    ? compiler.runtime('ownMember', object, quote(name))
    : `${object}[${quote(name)}]`;
}

// Members with a schema ask for their presence themselves.
function requiredStatements(
  compiler: ValidatorPrinter,
  { properties, required }: ObjectNode,
  { name }: Subject,
): Statement[] {
  const decided = new Set(properties.filter(({ schema }) => isDecided(schema)).map((one) => one.name));
  return required
    .filter((one) => !decided.has(one))
    .map((one) => refuse(`${ownMember(compiler, name, one)} === undefined`));
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
    ...readStatements(compiler, read, subject),
    ...statements,
    // Their count shows whether there are others.
    ...(isClosed ? [refuse(`!${compiler.runtime('hasOnly', subject.name, ...variables)}`)] : []),
  ];
}

function memberDecided(
  compiler: ValidatorPrinter,
  variable: string,
  { property, subject }: { property: PropertyNode; subject: Subject },
): Statement[] {
  const { schema, isRequired } = property;
  const inner = compiler.statements(schema, { name: variable, known: undefined, scope: subject.scope });
  if (inner[0] === REFUSE && isRequired) return [REFUSE];
  if (!isRequired) {
    const type = bareTest(inner, variable);
    const test = type && compiler.runtime(`maybe${type}`, variable);
    return test === undefined ? when(`${variable} !== undefined`, inner) : [refuse(`!${test}`)];
  }
  // A schema that asks for a type refuses what is not there as well.
  const isTyped = inner.length > 0 && schema.types !== undefined;
  return [...(isTyped ? [] : [refuse(`${variable} === undefined`)]), ...inner];
}

// The type that a member is tested for, if the test is nothing else: `String` of `!isString(v1)`.
function bareTest(statements: readonly Statement[], variable: string): string | undefined {
  const { test, argument } =
    /^!is(?<test>Boolean|Int32|Int64|Integer|Number|String)\((?<argument>\w+)\)$/.exec(
      readCondition(statements) ?? '',
    )?.groups ?? {};
  return argument === variable ? test : undefined;
}

// All members are read in one go, but for those of names that every object inherits.
function readStatements(
  compiler: ValidatorPrinter,
  members: readonly (readonly [name: string, variable: string])[],
  { name: object }: Subject,
): Statement[] {
  const plain = members.filter(([name]) => !isInheritedName(name));
  const inherited = members.filter(([name]) => isInheritedName(name));
  const start = 'const { ';
  const pattern = plain.map(([name, variable]) => `${propertyKey(name)}: ${variable}`);
  return [
    ...(plain.length === 0 ? [] : [`${start}${pattern.join(', ')} } = ${object};`]),
    ...inherited.map(([name, variable]) => `const ${variable} = ${ownMember(compiler, object, name)};`),
  ];
}

// `patternProperties` and `additionalProperties` share one walk through the members.
function restStatements(walk: Walk, node: ObjectNode, others: readonly Statement[]): Statement[] {
  const { compiler, subject, key } = walk;
  const { patterns, properties } = node;
  const matched =
    others.length === 0 || patterns.length === 0 ? undefined : compiler.variable(subject, 'matched');
  const body = patterns.flatMap(({ pattern, schema }) => {
    const mark = matched === undefined ? [] : [`${matched} = true;`];
    const isKnown = readSafePattern(pattern) !== undefined;
    const inner = [...mark, ...(isKnown ? memberStatements(walk, schema) : [])];
    return inner.length === 0 ? [] : when(`${compiler.pattern(pattern)}.test(${key})`, inner);
  });
  if (others.length > 0) {
    const names = properties.map(({ name }) => name);
    const conditions = [
      ...(matched === undefined ? [] : [`!${matched}`]),
      ...namedTest(compiler, names, key),
    ];
    body.push(...(conditions.length === 0 ? others : when(conditions.join(' && '), others)));
  }
  if (body.length === 0) return [];
  const start = matched === undefined ? [] : [`let ${matched} = false;`];
  return block(`for (const ${key} of Object.keys(${subject.name}))`, [...start, ...body]);
}

// Up to this many names are compared one after the other, which is quicker than a set.
const FEW = 12;

/** Writes the conditions under which a name differs from all of these. */
function namedTest(compiler: ValidatorPrinter, names: readonly string[], key: string): string[] {
  if (names.length === 0) return [];
  if (names.length <= FEW) return names.map((name) => `${key} !== ${quote(name)}`);
  return [`!${compiler.constant('names', `new Set([${names.map(quote).join(', ')}])`)}.has(${key})`];
}

interface Walk {
  compiler: ValidatorPrinter;
  subject: Subject;
  key: string;
}

function memberStatements({ compiler, subject, key }: Walk, schema: SchemaNode): Statement[] {
  const name = compiler.variable(subject);
  const inner = compiler.statements(schema, { name, known: undefined, scope: subject.scope });
  if (inner.length === 0 || inner[0] === REFUSE) return inner;
  return [`const ${name} = ${subject.name}[${key}];`, ...inner];
}

function nameStatements(compiler: ValidatorPrinter, { names }: ObjectNode, subject: Subject): Statement[] {
  if (!names) return [];
  const key = compiler.variable(subject, 'k');
  const known = new Set(['string'] as const);
  const inner = compiler.statements(names, { name: key, known, scope: subject.scope });
  if (inner[0] === REFUSE) return [refuse(`Object.keys(${subject.name}).length > 0`)];
  return block(`for (const ${key} of Object.keys(${subject.name}))`, inner);
}

function countStatements({ size }: ObjectNode, { name }: Subject): Statement[] {
  const { min = 0, max } = size;
  const count = `Object.keys(${name}).length`;
  return [
    ...(min > 0 ? [refuse(`${count} < ${min}`)] : []),
    ...(max === undefined ? [] : [refuse(`${count} > ${max}`)]),
  ];
}

function dependentStatements(compiler: ValidatorPrinter, node: ObjectNode, subject: Subject): Statement[] {
  const present = (name: string) => `${ownMember(compiler, subject.name, name)} !== undefined`;
  return [
    ...node.dependentRequired.flatMap(({ name, names }) => {
      const absent = names.map((one) => `${ownMember(compiler, subject.name, one)} === undefined`);
      return absent.length === 0 ? [] : when(present(name), [refuse(...absent)]);
    }),
    ...node.dependentSchemas.flatMap(({ name, schema }) =>
      when(present(name), compiler.statements(schema, subject)),
    ),
  ];
}
