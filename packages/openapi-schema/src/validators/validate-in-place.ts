import { jsonCode, print } from '@keyframe/openapi-codegen';
import { intersect, type JsonTypeName, type Types } from '../nodes/json-types.ts';
import type {
  ConditionalPart,
  Discriminant,
  SchemaNode,
  SchemaPart,
  UnionPart,
} from '../nodes/schema-node.ts';
import { call, compare, type Expression, expressionCode, FALSE, not, or, TRUE } from './expression.ts';
import { REFUSE, refuse, type Statement, sequence, when } from './statement.ts';
import { ownMember } from './validate-object.ts';
import { knows, typeMismatch, typeTest } from './validate-types.ts';
import { unevaluatedStatements } from './validate-unevaluated.ts';
import type { Subject, ValidatorPrinter } from './validator-printer.ts';

/** Decides what other schemas say of the value itself. */
export function decideApplied(compiler: ValidatorPrinter, schema: SchemaNode, subject: Subject): Statement[] {
  return sequence(...schema.parts.map((part) => decidePart(compiler, part, { schema, subject })));
}

function decidePart(
  compiler: ValidatorPrinter,
  part: SchemaPart,
  { schema, subject }: { schema: SchemaNode; subject: Subject },
): Statement[] {
  switch (part.kind) {
    // Decided before.
    case 'literals':
    case 'types':
    case 'guards':
      return [];
    case 'reference':
      return [refuse(not(call(compiler.decide(part.target), subject.name)))];
    case 'allOf':
      return sequence(...part.schemas.map((conjunct) => compiler.statements(conjunct, subject)));
    case 'union':
      return unionStatements(compiler, part, subject);
    case 'not':
      return notStatements(compiler, part.schema, subject);
    case 'conditional':
      return conditionStatements(compiler, part, subject);
    case 'unevaluated':
      return unevaluatedStatements(compiler, part, { owner: schema, subject });
  }
}

/** Writes the test of a schema as an expression. */
function writeTest(compiler: ValidatorPrinter, schema: SchemaNode, { name, known }: Subject): Expression {
  if (schema.kind === 'any') return TRUE;
  const types = intersect(known, schema.types);
  if (schema.kind === 'never' || types?.size === 0) return FALSE;
  return call(compiler.decide(schema, known), name);
}

function unionStatements(
  compiler: ValidatorPrinter,
  { mode, branches, discriminant }: UnionPart,
  subject: Subject,
): Statement[] {
  const untagged = () =>
    mode === 'anyOf'
      ? anyStatements(compiler, branches, subject)
      : oneStatements(compiler, branches, subject);
  if (!discriminant || !knows.possible(subject.known, 'object')) return untagged();
  const cases = (objectSubject: Subject) =>
    discriminantCases(compiler, { discriminant, branches, subject: objectSubject }, (branch) =>
      compiler.statements(branch, objectSubject),
    );
  if (knows.certain(subject.known, 'object')) return cases(subject);
  const types = new Set(['object'] as const);
  const isObjects = branches.every((branch) => isOnly(branch.types, 'object'));
  const mismatch = refuse(typeMismatch('object', subject.name));
  if (isObjects) return [mismatch, ...cases({ ...subject, known: types })];
  const test = typeTest('object', subject.name);
  return when(test, cases({ ...subject, known: types }), untagged());
}

function isOnly(types: Types | undefined, type: JsonTypeName): boolean {
  return types?.size === 1 && types.has(type);
}

/** A union whose branches a property distinguishes. */
export interface DiscriminatedUnion {
  discriminant: Discriminant;
  branches: readonly SchemaNode[];
  subject: Subject;
}

/** Writes a choice of the branch that the discriminant of an object names; it refuses a discriminant of no branch. */
function discriminantCases(
  compiler: ValidatorPrinter,
  { discriminant, branches, subject }: DiscriminatedUnion,
  bodyOf: (branch: SchemaNode) => Statement[],
): Statement[] {
  const variable = compiler.variable(subject, 'tag');
  const conditions = branches.map((_, index) => {
    const values = (discriminant.values[index] ?? []).map((value) => print(jsonCode(value)));
    const absent = index === discriminant.absent ? ['undefined'] : [];
    return or(...[...values, ...absent].map((value) => compare(variable, '===', value)));
  });
  const chain = branches.reduceRight<Statement[]>(
    (otherwise, branch, index) => chosen(conditions[index] ?? FALSE, bodyOf(branch), otherwise),
    [REFUSE],
  );
  return [[`const ${variable}: unknown = `, ownMember(subject.name, discriminant.property), ';'], ...chain];
}

function chosen(condition: Expression, body: Statement[], otherwise: Statement[]): Statement[] {
  if (body.length === 0) return when(not(condition), otherwise);
  return when(condition, body, otherwise);
}

function anyStatements(
  compiler: ValidatorPrinter,
  branches: readonly SchemaNode[],
  subject: Subject,
): Statement[] {
  const tests = branches
    .map((branch) => writeTest(compiler, branch, subject))
    .filter((test) => test !== FALSE);
  if (tests.includes(TRUE)) return [];
  if (tests.length === 0) return [REFUSE];
  return [refuse(not(or(...tests)))];
}

function oneStatements(
  compiler: ValidatorPrinter,
  branches: readonly SchemaNode[],
  subject: Subject,
): Statement[] {
  const tests = branches
    .map((branch) => writeTest(compiler, branch, subject))
    .filter((test) => test !== FALSE);
  const [only, ...otherTests] = tests;
  if (only === undefined) return [REFUSE];
  if (otherTests.length === 0) return only === TRUE ? [] : [refuse(not(only))];
  const count = compiler.variable(subject, 'n');
  return [
    [`let ${count} = `, expressionCode(only), ' ? 1 : 0;'],
    ...otherTests.map((test) => ['if (', expressionCode(test), `) ${count} += 1;`]),
    refuse(compare(count, '!==', '1')),
  ];
}

function notStatements(compiler: ValidatorPrinter, excluded: SchemaNode, subject: Subject): Statement[] {
  const test = writeTest(compiler, excluded, subject);
  if (test === FALSE) return [];
  return test === TRUE ? [REFUSE] : [refuse(test)];
}

function conditionStatements(
  compiler: ValidatorPrinter,
  { condition, met, unmet }: ConditionalPart,
  subject: Subject,
): Statement[] {
  const then = met ? compiler.statements(met, subject) : [];
  const otherwise = unmet ? compiler.statements(unmet, subject) : [];
  const test = writeTest(compiler, condition, subject);
  if (test === TRUE) return then;
  if (test === FALSE) return otherwise;
  if (then.length === 0) return when(not(test), otherwise);
  return when(test, then, otherwise);
}
