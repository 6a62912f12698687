import { isJsonObject, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import { quote } from '@keyframe/openapi-model/generator';
import type { Place } from '../../schema/keyword-readers.ts';
import { heldSchema, namesOf, readNumber, schemaMap } from '../../schema/keyword-readers.ts';
import { isInheritedName } from '../../schema/keywords.ts';
import { block, REFUSE, type Statement } from './statement.ts';
import type { Subject, ValidatorPrinter } from './validator-printer.ts';

/** Decides the keywords about objects. */
export function decideObject(compiler: ValidatorPrinter, place: Place, subject: Subject): Statement[] {
  return [
    ...requiredStatements(compiler, place, subject),
    ...propertyStatements(compiler, place, subject),
    ...restStatements(compiler, place, subject),
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
    return hasSchema ? [] : [`if (${ownMember(compiler, name, required)} === undefined) ${REFUSE}`];
  });
}

function isDecided(schema: unknown): boolean {
  return schema === false || (isJsonObject(schema) && Object.keys(schema).length > 0);
}

function propertyStatements(compiler: ValidatorPrinter, place: Place, subject: Subject): Statement[] {
  const required = new Set(namesOf(memberOf(place.schema, 'required')));
  return schemaMap(place, 'properties').flatMap(({ name, located }): Statement[] => {
    if (!isDecided(located.schema)) return [];
    const member = ownMember(compiler, subject.name, name);
    if (located.schema === false) {
      return required.has(name) ? [REFUSE] : [`if (${member} !== undefined) ${REFUSE}`];
    }
    const variable = compiler.variable(subject);
    const inner = compiler.statements(located, { name: variable, known: undefined, scope: subject.scope });
    const read: Read = { variable, member, only: inlined(inner, { variable, member }) };
    if (!required.has(name)) return inner.length === 0 ? [] : optionalStatements(read, inner);
    // A schema that asks for a type refuses what is not there as well.
    return requiredMember(read, inner, compiler.graph.typesOf(located) !== undefined);
  });
}

/** How a member is read: into a variable, or where its only condition asks for it. */
interface Read {
  variable: string;
  member: string;
  only: string | undefined;
}

function optionalStatements({ variable, member, only }: Read, inner: readonly Statement[]): Statement[] {
  if (only !== undefined) return [`if (${member} !== undefined && ${grouped(only)}) ${REFUSE}`];
  return [`const ${variable} = ${member};`, ...block(`if (${variable} !== undefined)`, inner)];
}

function requiredMember(
  { variable, member, only }: Read,
  inner: readonly Statement[],
  isTyped: boolean,
): Statement[] {
  if (inner.length === 0) return [`if (${member} === undefined) ${REFUSE}`];
  if (only !== undefined && isTyped) return [`if (${only}) ${REFUSE}`];
  const absent = isTyped ? [] : [`if (${variable} === undefined) ${REFUSE}`];
  return [`const ${variable} = ${member};`, ...absent, ...inner];
}

function grouped(condition: string): string {
  return condition.includes(' || ') ? `(${condition})` : condition;
}

// The condition of a lone statement about a variable, which is then not needed; undefined where there is more to say.
function inlined(
  statements: readonly Statement[],
  { variable, member }: { variable: string; member: string },
): string | undefined {
  const [only, ...others] = statements;
  if (typeof only !== 'string' || others.length > 0) return undefined;
  const condition = /^if \((?<condition>.*)\) return false;$/s.exec(only)?.groups?.condition;
  const parts = condition?.split(new RegExp(`\\b${variable}\\b`, 'u')) ?? [];
  return parts.length === 2 ? parts.join(member) : undefined;
}

// `patternProperties` and `additionalProperties` share one walk through the members.
function restStatements(compiler: ValidatorPrinter, place: Place, subject: Subject): Statement[] {
  const patterns = schemaMap(place, 'patternProperties');
  const additional = heldSchema(place, 'additionalProperties');
  const key = compiler.variable(subject, 'k');
  const walk = { compiler, subject, key };
  const others = additional ? memberStatements(walk, additional) : [];
  if (others[0] === REFUSE && patterns.length === 0) return [closedStatement(compiler, place, subject)];
  const matched =
    others.length === 0 || patterns.length === 0 ? undefined : compiler.variable(subject, 'matched');
  const body = patterns.flatMap(({ name, located }) => {
    const mark = matched === undefined ? [] : [`${matched} = true;`];
    const inner = [...mark, ...memberStatements(walk, located)];
    return inner.length === 0 ? [] : block(`if (${compiler.pattern(name)}.test(${key}))`, inner);
  });
  if (others.length > 0) {
    const names = schemaMap(place, 'properties').map(({ name }) => name);
    const conditions = [
      ...(matched === undefined ? [] : [`!${matched}`]),
      ...namedTest(compiler, names, key),
    ];
    body.push(...(conditions.length === 0 ? others : block(`if (${conditions.join(' && ')})`, others)));
  }
  if (body.length === 0) return [];
  const start = matched === undefined ? [] : [`let ${matched} = false;`];
  return block(`for (const ${key} of Object.keys(${subject.name}))`, [...start, ...body]);
}

function closedStatement(compiler: ValidatorPrinter, place: Place, { name }: Subject): Statement {
  const names = schemaMap(place, 'properties').map((property) => quote(property.name));
  const known = compiler.constant('names', `new Set${compiler.type('<string>')}([${names.join(', ')}])`);
  return `if (!${compiler.runtime('hasOnly', name, known)}) ${REFUSE}`;
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
  if (inner[0] === REFUSE) return [`if (Object.keys(${subject.name}).length > 0) ${REFUSE}`];
  return block(`for (const ${key} of Object.keys(${subject.name}))`, inner);
}

function countStatements(place: Place, { name }: Subject): Statement[] {
  const min = readNumber(place, 'minProperties') ?? 0;
  const max = readNumber(place, 'maxProperties');
  const count = `Object.keys(${name}).length`;
  return [
    ...(min > 0 ? [`if (${count} < ${min}) ${REFUSE}`] : []),
    ...(max === undefined ? [] : [`if (${count} > ${max}) ${REFUSE}`]),
  ];
}

function dependentStatements(compiler: ValidatorPrinter, place: Place, subject: Subject): Statement[] {
  const present = (name: string) => `if (${ownMember(compiler, subject.name, name)} !== undefined)`;
  const required = memberOf(place.schema, 'dependentRequired');
  const names = isJsonObject(required) ? Object.entries(required) : [];
  return [
    ...names.flatMap(([name, needed]) => {
      const absent = namesOf(needed).map((one) => `${ownMember(compiler, subject.name, one)} === undefined`);
      return absent.length === 0 ? [] : block(present(name), [`if (${absent.join(' || ')}) ${REFUSE}`]);
    }),
    ...schemaMap(place, 'dependentSchemas').flatMap(({ name, located }) =>
      block(present(name), compiler.statements(located, subject)),
    ),
  ];
}
