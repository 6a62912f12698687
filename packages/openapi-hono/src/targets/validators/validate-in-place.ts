import type { LocatedSchema } from '@keyframe/openapi-model';
import { jsonCode, print } from '@keyframe/openapi-model/generator';
import { type Discriminant, discriminatorOf, findDiscriminant } from '../../schema/discriminant.ts';
import { heldSchema, intersect, type Place, subschemas, type Types } from '../../schema/keyword-readers.ts';
import type { JsonTypeName } from '../../schema/keywords.ts';
import { REFUSE, refuse, type Statement, sequence, when } from './statement.ts';
import { ownMember } from './validate-object.ts';
import { knows, typeMismatch, typeTest } from './validate-types.ts';
import { unevaluatedStatements } from './validate-unevaluated.ts';
import type { Subject, ValidatorPrinter } from './validator-printer.ts';

/** Decides the keywords that apply other schemas to the value itself. */
export function decideInPlace(compiler: ValidatorPrinter, place: Place, subject: Subject): Statement[] {
  return sequence(
    compiler.graph.referenced(place).map((target) => refuse(`!${compiler.decide(target)}(${subject.name})`)),
    ...subschemas(place, 'allOf').map((part) => compiler.statements(part, subject)),
    unionStatements(compiler, { place, keyword: 'anyOf' }, subject),
    unionStatements(compiler, { place, keyword: 'oneOf' }, subject),
    notStatements(compiler, place, subject),
    conditionStatements(compiler, place, subject),
    unevaluatedStatements(compiler, place, subject),
  );
}

/** A union, and the schema that it stands in. */
export interface Union {
  place: Place;
  keyword: 'anyOf' | 'oneOf';
}

/** Writes the test of a schema as an expression. */
export function testOf(compiler: ValidatorPrinter, located: LocatedSchema, { name, known }: Subject): string {
  if (located.schema === true) return 'true';
  const types = intersect(known, compiler.graph.typesOf(located));
  if (located.schema === false || types?.size === 0) return 'false';
  return `${compiler.decide(located, known)}(${name})`;
}

function unionStatements(
  compiler: ValidatorPrinter,
  { place, keyword }: Union,
  subject: Subject,
): Statement[] {
  const branches = subschemas(place, keyword);
  if (branches.length === 0) return [];
  const discriminant = findDiscriminant(compiler.graph, branches, discriminatorOf(place));
  const untagged = () =>
    keyword === 'anyOf'
      ? anyStatements(compiler, branches, subject)
      : oneStatements(compiler, branches, subject);
  if (!discriminant || !knows.possible(subject.known, 'object')) return untagged();
  const cases = (inner: Subject) =>
    discriminantCases(compiler, { discriminant, branches, subject: inner }, (branch) =>
      compiler.statements(branch, inner),
    );
  if (knows.certain(subject.known, 'object')) return cases(subject);
  const known = new Set(['object'] as const);
  const isObjects = branches.every((branch) => isOnly(compiler.graph.typesOf(branch), 'object'));
  const mismatch = refuse(typeMismatch(compiler, 'object', subject.name));
  if (isObjects) return [mismatch, ...cases({ ...subject, known })];
  const test = typeTest(compiler, 'object', subject.name);
  return when(test, cases({ ...subject, known }), untagged());
}

function isOnly(types: Types | undefined, type: JsonTypeName): boolean {
  return types?.size === 1 && types.has(type);
}

/** A union whose branches a property tells apart. */
export interface DiscriminatedUnion {
  discriminant: Discriminant;
  branches: readonly LocatedSchema[];
  subject: Subject;
}

/** Writes a choice of the branch that the discriminant of an object names; it refuses a discriminant of no branch. */
export function discriminantCases(
  compiler: ValidatorPrinter,
  { discriminant, branches, subject }: DiscriminatedUnion,
  bodyOf: (branch: LocatedSchema) => Statement[],
): Statement[] {
  const variable = compiler.variable(subject, 'tag');
  const conditions = branches.map((_, index) => {
    const values = (discriminant.values[index] ?? []).map((value) => print(jsonCode(value)));
    const absent = index === discriminant.absent ? ['undefined'] : [];
    return [...values, ...absent].map((value) => `${variable} === ${value}`).join(' || ');
  });
  const chain = branches.reduceRight<Statement[]>(
    (otherwise, branch, index) => chosen(conditions[index] ?? 'false', bodyOf(branch), otherwise),
    [REFUSE],
  );
  return [
    `const ${variable}${compiler.type(': unknown')} = ${ownMember(compiler, subject.name, discriminant.property)};`,
    ...chain,
  ];
}

function chosen(condition: string, body: Statement[], otherwise: Statement[]): Statement[] {
  if (body.length === 0) return when(`!(${condition})`, otherwise);
  return when(condition, body, otherwise);
}

function anyStatements(
  compiler: ValidatorPrinter,
  branches: readonly LocatedSchema[],
  subject: Subject,
): Statement[] {
  const tests = branches
    .map((branch) => testOf(compiler, branch, subject))
    .filter((test) => test !== 'false');
  if (tests.includes('true')) return [];
  if (tests.length === 0) return [REFUSE];
  const [only, ...others] = tests;
  return [refuse(others.length === 0 ? `!${only}` : `!(${tests.join(' || ')})`)];
}

function oneStatements(
  compiler: ValidatorPrinter,
  branches: readonly LocatedSchema[],
  subject: Subject,
): Statement[] {
  const tests = branches
    .map((branch) => testOf(compiler, branch, subject))
    .filter((test) => test !== 'false');
  const [only, ...others] = tests;
  if (only === undefined) return [REFUSE];
  if (others.length === 0) return only === 'true' ? [] : [refuse(`!${only}`)];
  const count = compiler.variable(subject, 'n');
  return [
    `let ${count} = ${only} ? 1 : 0;`,
    ...others.map((test) => `if (${test}) ${count} += 1;`),
    refuse(`${count} !== 1`),
  ];
}

function notStatements(compiler: ValidatorPrinter, place: Place, subject: Subject): Statement[] {
  const located = heldSchema(place, 'not');
  const test = located && testOf(compiler, located, subject);
  if (test === undefined || test === 'false') return [];
  return test === 'true' ? [REFUSE] : [refuse(test)];
}

function conditionStatements(compiler: ValidatorPrinter, place: Place, subject: Subject): Statement[] {
  const condition = heldSchema(place, 'if');
  if (!condition) return [];
  const then = compiler.memberStatements(place, 'then', subject);
  const otherwise = compiler.memberStatements(place, 'else', subject);
  const test = testOf(compiler, condition, subject);
  if (test === 'true') return then;
  if (test === 'false') return otherwise;
  if (then.length === 0) return when(`!${test}`, otherwise);
  return when(test, then, otherwise);
}
