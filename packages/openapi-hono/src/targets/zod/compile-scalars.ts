import { type Code, call, object, quote } from '@keyframe/openapi-codegen';
import { appendPointer } from '@keyframe/openapi-model';
import { INFORMING_FORMATS, NUMBER_FORMATS, TEXT_FORMATS } from '@keyframe/openapi-runtime/formats';
import type { Bounds, Handled, NumberNode, StringNode } from '@keyframe/openapi-schema';
import { readSchemaPattern } from '@keyframe/openapi-schema';
import { runtime, zod } from '../../printer/runtime.ts';
import type { ZodPrinter } from './zod-printer.ts';

// Each member is printed here, or by the part that applies to the whole schema.
type PrintedString = Handled<StringNode, 'format' | 'isBare' | 'kind' | 'length' | 'pattern' | 'pointer'>;
type PrintedNumber = Handled<
  NumberNode,
  'exclusiveRange' | 'format' | 'isBare' | 'isWhole' | 'kind' | 'multipleOf' | 'pointer' | 'range'
>;

/** Compiles what is said of strings. */
export function compileString(compiler: ZodPrinter, node: PrintedString): Code {
  const { length, format } = node;
  const pattern = compilePattern(compiler, node);
  const isChecked = checksFormat(compiler, node);
  if (!isBounded(length) && pattern === undefined && !isChecked) return call(zod('string'));
  const options = object([
    ...writeBounds(length),
    ['pattern', pattern],
    ['format', isChecked && format !== undefined ? quote(format) : undefined],
  ]);
  return call(zod('string'), options);
}

/** Compiles what is said of numbers. */
export function compileNumber(compiler: ZodPrinter, node: PrintedNumber): Code {
  const { range, exclusiveRange, multipleOf, isWhole, format } = node;
  const natives = [
    ['min', range.min],
    ['max', range.max],
    ['gt', exclusiveRange.min],
    ['lt', exclusiveRange.max],
  ] as const;
  const calls = natives
    .filter(([, value]) => value !== undefined)
    .map(([method, value]) => `.${method}(${value})`);
  const checks = multipleOf === undefined ? [] : [call(runtime('multipleOf'), String(multipleOf))];
  if (isWhole && compiler.assertsFormats && (format === 'int32' || format === 'int64')) {
    return [addChecks(call(runtime(format)), checks), ...calls];
  }
  if (checksFormat(compiler, node) && format !== undefined) {
    checks.push(call(runtime('numberFormat'), quote(format)));
  }
  return [addChecks(isWhole ? call(zod('integer')) : call(zod('number')), checks), ...calls];
}

// A pattern that is accepted leniently is an annotation.
function compilePattern(compiler: ZodPrinter, { pattern, pointer }: PrintedString): Code | undefined {
  if (pattern === undefined) return undefined;
  const reading = readSchemaPattern(pattern, appendPointer(pointer, 'pattern'));
  if ('problem' in reading) {
    compiler.repair(reading.problem);
    return undefined;
  }
  const { source, matcher } = reading.pattern;
  return matcher === 'linear' ? call(runtime('linearPattern'), quote(source)) : quote(source);
}

/** Writes bounds as an object without the undefined ones. */
export function boundsCode(bounds: Bounds): Code {
  return object(writeBounds(bounds));
}

function writeBounds({ min, max }: Bounds): [string, Code | undefined][] {
  return [
    ['min', min === undefined ? undefined : String(min)],
    ['max', max === undefined ? undefined : String(max)],
  ];
}

/** Reports whether there is any bound. */
export function isBounded({ min, max }: Bounds): boolean {
  return min !== undefined || max !== undefined;
}

function addChecks(type: Code, checks: readonly Code[]): Code {
  return checks.length === 0 ? type : [type, call('.check', ...checks)];
}

// Whether values are checked against a format; warns of one that nobody knows.
function checksFormat(compiler: ZodPrinter, { kind, format, pointer }: NumberNode | StringNode): boolean {
  if (format === undefined) return false;
  const isText = Object.hasOwn(TEXT_FORMATS, format);
  const isNumber = Object.hasOwn(NUMBER_FORMATS, format);
  if (!isText && !isNumber && !INFORMING_FORMATS.has(format)) {
    const message = `The format ${JSON.stringify(format)} is not known, so it is not checked.`;
    const formatPointer = appendPointer(pointer, 'format');
    compiler.warnings.add(formatPointer, message, 'Use a registered format, or other keywords.');
  }
  return compiler.assertsFormats && (kind === 'string' ? isText : isNumber);
}
