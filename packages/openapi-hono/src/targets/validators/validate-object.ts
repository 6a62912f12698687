import { isJsonObject, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import { propertyKey, quote } from '@keyframe/openapi-model/generator';
import type { Place } from '../../schema/keyword-readers.ts';
import { heldSchema, namesOf, readNumber, schemaMap } from '../../schema/keyword-readers.ts';
import { isInheritedName } from '../../schema/keywords.ts';
import { block, REFUSE, refuse, type Statement, when } from './statement.ts';
import type { Subject, ValidatorPrinter } from './validator-printer.ts';

/** Decides the keywords about objects. */
export function decideObject(compiler: ValidatorPrinter, place: Place, subject: Subject): Statement[] {
  const key = compiler.variable(subject, 'k');
  const additional = heldSchema(place, 'additionalProperties');
  const others = additional ? memberStatements({ compiler, subject, key }, additional) : [];
  const isClosed = others[0] === REFUSE && schemaMap(place, 'patternProperties').length === 0;
  return [
    ...requiredStatements(compiler, place, subject),
    ...propertyStatements(compiler, place, { subject, isClosed }),
    ...(isClosed ? [] : restStatements({ compiler, subject, key }, place, others)),
    ...nameStatements(compiler, place, subject),
    ...countStatements(place, subject),
    ...dependentStatements(compiler, place, subject),
  ];
}

/** Writes how a member that the object itself holds is read; undefined when it holds none of that name. */
export function ownMember(compiler: ValidatorPrinter, object: string, name: string): string {
  return isInheritedName(name)
    ? compiler.runtime('ownMember', object, quote(name))
    : `${object}[${quote(name)}]`;
}

// Members with a schema ask for their presence themselves.
function requiredStatements(compiler: ValidatorPrinter, place: Place, { name }: Subject): Statement[] {
  const properties = memberOf(place.schema, 'properties');
  return namesOf(memberOf(place.schema, 'required')).flatMap((required) => {
    const hasSchema = isJsonObject(properties) && isDecided(memberOf(properties, required));
    return hasSchema ? [] : [refuse(`${ownMember(compiler, name, required)} === undefined`)];
  });
}

function isDecided(schema: unknown): boolean {
  return schema === false || (isJsonObject(schema) && Object.keys(schema).length > 0);
}

function propertyStatements(
  compiler: ValidatorPrinter,
  place: Place,
  { subject, isClosed }: { subject: Subject; isClosed: boolean },
): Statement[] {
  const required = new Set(namesOf(memberOf(place.schema, 'required')));
  const read: [name: string, variable: string][] = [];
  const statements = schemaMap(place, 'properties').flatMap(({ name, located }): Statement[] => {
    const variable = compiler.variable(subject);
    const decided = isDecided(located.schema)
      ? memberDecided(compiler, { variable, located, isRequired: required.has(name) }, subject)
      : [];
    if (isClosed || (decided.length > 0 && decided[0] !== REFUSE)) read.push([name, variable]);
    return decided;
  });
  const variables = read.map(([, variable]) => variable);
  return [
    ...readStatements(compiler, read, subject),
    ...statements,
    // Whether there are others is told by their number.
    ...(isClosed ? [refuse(`!${compiler.runtime('hasOnly', subject.name, ...variables)}`)] : []),
  ];
}

interface Member {
  variable: string;
  located: LocatedSchema;
  isRequired: boolean;
}

function memberDecided(
  compiler: ValidatorPrinter,
  { variable, located, isRequired }: Member,
  { scope }: Subject,
): Statement[] {
  const inner = compiler.statements(located, { name: variable, known: undefined, scope });
  if (inner[0] === REFUSE && isRequired) return [REFUSE];
  if (!isRequired) return when(`${variable} !== undefined`, inner);
  // A schema that asks for a type refuses what is not there as well.
  const isTyped = inner.length > 0 && compiler.graph.typesOf(located) !== undefined;
  return [...(isTyped ? [] : [refuse(`${variable} === undefined`)]), ...inner];
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
function restStatements(walk: Walk, place: Place, others: readonly Statement[]): Statement[] {
  const { compiler, subject, key } = walk;
  const patterns = schemaMap(place, 'patternProperties');
  const matched =
    others.length === 0 || patterns.length === 0 ? undefined : compiler.variable(subject, 'matched');
  const body = patterns.flatMap(({ name, located }) => {
    const mark = matched === undefined ? [] : [`${matched} = true;`];
    const inner = [...mark, ...memberStatements(walk, located)];
    return inner.length === 0 ? [] : when(`${compiler.pattern(name)}.test(${key})`, inner);
  });
  if (others.length > 0) {
    const names = schemaMap(place, 'properties').map(({ name }) => name);
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

/** Writes the conditions under which a name is none of these. */
export function namedTest(compiler: ValidatorPrinter, names: readonly string[], key: string): string[] {
  if (names.length === 0) return [];
  if (names.length <= FEW) return names.map((name) => `${key} !== ${quote(name)}`);
  return [`!${compiler.constant('names', `new Set([${names.map(quote).join(', ')}])`)}.has(${key})`];
}

interface Walk {
  compiler: ValidatorPrinter;
  subject: Subject;
  key: string;
}

function memberStatements({ compiler, subject, key }: Walk, located: LocatedSchema): Statement[] {
  const name = compiler.variable(subject);
  const inner = compiler.statements(located, { name, known: undefined, scope: subject.scope });
  if (inner.length === 0 || inner[0] === REFUSE) return inner;
  return [`const ${name} = ${subject.name}[${key}];`, ...inner];
}

function nameStatements(compiler: ValidatorPrinter, place: Place, subject: Subject): Statement[] {
  const located = heldSchema(place, 'propertyNames');
  if (!located) return [];
  const key = compiler.variable(subject, 'k');
  const known = new Set(['string'] as const);
  const inner = compiler.statements(located, { name: key, known, scope: subject.scope });
  if (inner[0] === REFUSE) return [refuse(`Object.keys(${subject.name}).length > 0`)];
  return block(`for (const ${key} of Object.keys(${subject.name}))`, inner);
}

function countStatements(place: Place, { name }: Subject): Statement[] {
  const min = readNumber(place, 'minProperties') ?? 0;
  const max = readNumber(place, 'maxProperties');
  const count = `Object.keys(${name}).length`;
  return [
    ...(min > 0 ? [refuse(`${count} < ${min}`)] : []),
    ...(max === undefined ? [] : [refuse(`${count} > ${max}`)]),
  ];
}

function dependentStatements(compiler: ValidatorPrinter, place: Place, subject: Subject): Statement[] {
  const present = (name: string) => `${ownMember(compiler, subject.name, name)} !== undefined`;
  const required = memberOf(place.schema, 'dependentRequired');
  const names = isJsonObject(required) ? Object.entries(required) : [];
  return [
    ...names.flatMap(([name, needed]) => {
      const absent = namesOf(needed).map((one) => `${ownMember(compiler, subject.name, one)} === undefined`);
      return absent.length === 0 ? [] : when(present(name), [refuse(...absent)]);
    }),
    ...schemaMap(place, 'dependentSchemas').flatMap(({ name, located }) =>
      when(present(name), compiler.statements(located, subject)),
    ),
  ];
}
