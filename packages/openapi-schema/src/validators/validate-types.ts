import { jsonCode, print, quote } from '@keyframe/openapi-codegen';
import type { JsonValue } from '@keyframe/openapi-model';
import { NUMBER_FORMATS } from '@keyframe/openapi-runtime/formats';
import { classifyValue, intersect, type JsonTypeName } from '../nodes/json-types.ts';
import {
  type LiteralsPart,
  type NumberNode,
  nameType,
  type SchemaNode,
  type TypeNode,
  type TypesPart,
} from '../nodes/schema-node.ts';
import { and, call, compare, type Expression, negate, not } from './expression.ts';
import { type RuntimeFunction, runtime } from './runtime-function.ts';
import { REFUSE, refuse, type Statement } from './statement.ts';
import type { Known, Subject, ValidatorPrinter } from './validator-printer.ts';

// Up to this many constants are compared one after the other, which is quicker than a set.
const FEW = 3;

type NumberFormat = keyof typeof NUMBER_FORMATS;

/** Answers what is known of a value's type. */
export const knows = {
  possible: (types: Known, type: JsonTypeName): boolean =>
    types === undefined || types.has(type) || (type === 'number' && types.has('integer')),
  certain: (types: Known, type: JsonTypeName): boolean =>
    types?.size === 1 && (types.has(type) || (type === 'number' && types.has('integer'))),
};

/** Statements about a value's type, the types that remain possible, and those whose keywords are still to be checked. */
interface DecidedTypes {
  statements: Statement[];
  known: Known;
  open: readonly TypeNode[];
}

/** Decides `type`, `enum` and `const`. */
export function decideTypes(
  compiler: ValidatorPrinter,
  { parts }: SchemaNode,
  subject: Subject,
): DecidedTypes {
  for (const part of parts) {
    if (part.kind === 'literals') return decideLiterals(compiler, part, subject);
    if (part.kind === 'types') return decideDeclared(compiler, part, subject);
    if (part.kind === 'guards') return { statements: [], known: subject.known, open: part.guards };
  }
  return { statements: [], known: subject.known, open: [] };
}

function decideLiterals(
  compiler: ValidatorPrinter,
  part: LiteralsPart,
  { name, known }: Subject,
): DecidedTypes {
  const values = part.values.filter((value) => knows.possible(known, classifyValue(value)));
  // A comparison with constants is no type guard, so keywords ask for the type again.
  const statements = values.length === 0 ? [REFUSE] : literalStatements(compiler, values, name);
  return { statements, known, open: part.guards };
}

// Order in which the keywords of several types are checked.
const ORDER: readonly TypeNode['kind'][] = ['string', 'number', 'array', 'object'];

function decideDeclared(
  compiler: ValidatorPrinter,
  { alternatives }: TypesPart,
  { name, known }: Subject,
): DecidedTypes {
  const declared = new Set(alternatives.map(nameType));
  const types = intersect(known, declared) ?? declared;
  if (types.size === 0) return { statements: [REFUSE], known: types, open: [] };
  const isKnown = known !== undefined && [...known].every((type) => types.has(type));
  const tests = [...types].map((type) => typeMismatch(type, name));
  const [only, ...otherTypes] = alternatives;
  if (only?.kind === 'number' && otherTypes.length === 0 && !isKnown) {
    const format = numberFormat(compiler, only);
    if (format !== undefined) {
      // It asks for a number itself.
      const statements = [refuse(not(formatTest(format, name)))];
      return { statements, known: types, open: [{ ...only, format: undefined }] };
    }
  }
  const spoken = alternatives.filter((type) => 'isBare' in type && !type.isBare);
  const ordered = ORDER.flatMap((kind) => spoken.filter((type) => type.kind === kind));
  return { statements: isKnown ? [] : [refuse(and(...tests))], known: types, open: ordered };
}

/** Names the format that a number must be of; undefined without a format, or if it is an annotation. */
export function numberFormat(
  { assertsFormats }: ValidatorPrinter,
  { format }: NumberNode,
): NumberFormat | undefined {
  return assertsFormats && format !== undefined && Object.hasOwn(NUMBER_FORMATS, format)
    ? (format as NumberFormat)
    : undefined;
}

/** Writes the test of the format of a number. */
export function formatTest(format: NumberFormat, name: string): Expression {
  if (format === 'int32') return call(runtime('isInt32'), name);
  return format === 'int64'
    ? call(runtime('isInt64'), name)
    : call(runtime('isNumberOf'), quote(format), name);
}

/** Writes the test of a type. */
export function typeTest(type: JsonTypeName, name: string): Expression {
  const test = TYPE_TESTS[type];
  if (test === undefined) return compare(name, '===', 'null');
  return call(test === 'Array.isArray' ? test : runtime(test), name);
}

/** Writes the test that a value is not of a type. */
export function typeMismatch(type: JsonTypeName, name: string): Expression {
  return negate(typeTest(type, name));
}

// Types that JSON Schema does not have are rejected later.
const TYPE_TESTS: Partial<Record<JsonTypeName, 'Array.isArray' | RuntimeFunction>> = {
  array: 'Array.isArray',
  boolean: 'isBoolean',
  integer: 'isInteger',
  number: 'isNumber',
  object: 'isObject',
  string: 'isString',
};

function valuesConstant(compiler: ValidatorPrinter, values: readonly JsonValue[]): string {
  const codes = values.map((value) => print(jsonCode(value)));
  return compiler.constant('values', `new Set([${codes.join(', ')}])`, 'ReadonlySet<unknown>');
}

function literalStatements(
  compiler: ValidatorPrinter,
  values: readonly JsonValue[],
  name: string,
): Statement[] {
  const scalars = values.filter((value) => typeof value !== 'object' || value === null);
  const compounds = values.filter((value) => typeof value === 'object' && value !== null);
  const codes = scalars.map((value) => print(jsonCode(value)));
  // Without the cast the value would count as one of the constants, and a comparison with another as a mistake.
  const subject = `(${name} as unknown)`;
  const simple =
    codes.length > FEW
      ? [not(call([valuesConstant(compiler, scalars), '.has'], name))]
      : codes.map((code) => compare(subject, '!==', code));
  const compoundTests = compounds.map((value) => {
    const constant = compiler.constant('value', print(jsonCode(value)));
    return not(call(runtime('jsonEqual'), name, constant));
  });
  return [refuse(and(...simple, ...compoundTests))];
}
