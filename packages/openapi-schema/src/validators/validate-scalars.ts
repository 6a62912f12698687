import { quote } from '@keyframe/openapi-codegen';
import { TEXT_FORMATS } from '@keyframe/openapi-runtime/formats';
import type { Handled } from '../nodes/handled.ts';
import type { NumberNode, StringNode } from '../nodes/schema-node.ts';
import { readSafePattern } from '../redos/safe-pattern.ts';
import { call, compare, type Expression, not } from './expression.ts';
import { runtime } from './runtime-function.ts';
import { refuse, type Statement } from './statement.ts';
import { formatTest, numberFormat } from './validate-types.ts';
import type { Subject, ValidatorPrinter } from './validator-printer.ts';

// Each member is checked here, or by the part that applies to the whole schema.
type CheckedString = Handled<StringNode, 'format' | 'isBare' | 'kind' | 'length' | 'pattern' | 'pointer'>;

type CheckedNumber = Handled<
  NumberNode,
  'exclusiveRange' | 'format' | 'isBare' | 'isWhole' | 'kind' | 'multipleOf' | 'pointer' | 'range'
>;

/** Decides the keywords of strings. */
export function decideString(
  compiler: ValidatorPrinter,
  node: CheckedString,
  { name }: Subject,
): Statement[] {
  const { length, pattern, format } = node;
  const conditions: Expression[] = [];
  const { min = 0, max } = length;
  if (min === 1 && max === undefined) conditions.push(compare(name, '===', "''"));
  else if (min > 0 || max !== undefined) {
    const bounds = [String(min), ...(max === undefined ? [] : [String(max)])];
    conditions.push(not(call(runtime('hasLength'), name, ...bounds)));
  }
  // A pattern that cannot be matched in linear time is an annotation.
  if (pattern !== undefined && readSafePattern(pattern) !== undefined)
    conditions.push(not(call([compiler.pattern(pattern), '.test'], name)));
  if (compiler.assertsFormats && format !== undefined && Object.hasOwn(TEXT_FORMATS, format)) {
    conditions.push(not(call(runtime('isTextOf'), quote(format), name)));
  }
  return conditions.length === 0 ? [] : [refuse(...conditions)];
}

/** Decides the keywords of numbers; whether a number is whole is decided with its type. */
export function decideNumber(
  compiler: ValidatorPrinter,
  node: CheckedNumber,
  { name }: Subject,
): Statement[] {
  const { range, exclusiveRange, multipleOf } = node;
  const comparisons = [
    ['<', range.min],
    ['>', range.max],
    ['<=', exclusiveRange.min],
    ['>=', exclusiveRange.max],
  ] as const;
  const conditions: Expression[] = comparisons.flatMap(([operator, bound]) =>
    bound === undefined ? [] : [compare(name, operator, String(bound))],
  );
  if (multipleOf !== undefined) {
    conditions.push(not(call(runtime('isMultipleOf'), name, String(multipleOf))));
  }
  const format = numberFormat(compiler, node);
  if (format !== undefined) conditions.push(not(formatTest(format, name)));
  return conditions.length === 0 ? [] : [refuse(...conditions)];
}
