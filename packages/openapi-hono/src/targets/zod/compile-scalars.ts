import { appendPointer } from '@keyframe/openapi-model';
import { type Code, call, object, quote } from '@keyframe/openapi-model/generator';
import { INFORMING_FORMATS, NUMBER_FORMATS, TEXT_FORMATS } from '@keyframe/openapi-runtime/formats';
import { boundedPattern, isReadable } from '../../schema/redos/bounded-pattern.ts';
import type { Bounds, NumberNode, StringNode } from '../../schema/schema-node.ts';
import type { ZodPrinter } from './zod-printer.ts';

/** Compiles what is said of strings. */
export function compileString(compiler: ZodPrinter, node: StringNode): Code {
  const { length, pattern, pointer } = node;
  const checks: Code[] = [];
  if (isBounded(length)) checks.push(compiler.runtime('codePoints', ...lengthOf(length)));
  if (pattern !== undefined) {
    const regex = compilePattern(compiler, pattern, appendPointer(pointer, 'pattern'));
    if (regex) checks.push(['z.regex(', regex, ')']);
  }
  checks.push(...compileFormat(compiler, node));
  return checked('z.string()', checks);
}

/** Compiles what is said of numbers. */
export function compileNumber(compiler: ZodPrinter, node: NumberNode): Code {
  const { range, exclusiveRange, multipleOf, isWhole, format } = node;
  const natives = [
    ['min', range.min],
    ['max', range.max],
    ['gt', exclusiveRange.min],
    ['lt', exclusiveRange.max],
  ] as const;
  const calls = natives.flatMap(([method, value]): Code[] =>
    value === undefined ? [] : [`.${method}(${value})`],
  );
  const checks = multipleOf === undefined ? [] : [compiler.runtime('multipleOf', String(multipleOf))];
  if (isWhole && compiler.assertsFormats && (format === 'int32' || format === 'int64')) {
    return [checked(compiler.runtime(format), checks), ...calls];
  }
  checks.push(...compileFormat(compiler, node));
  return [checked(isWhole ? 'z.integer()' : 'z.number()', checks), ...calls];
}

function lengthOf({ min = 0, max }: Bounds): Code[] {
  return [String(min), ...(max === undefined ? [] : [String(max)])];
}

/** Makes a regular expression; undefined after refusing one that JavaScript can't read, or not in time. */
export function compilePattern(compiler: ZodPrinter, pattern: string, pointer: string): Code | undefined {
  const told = JSON.stringify(pattern);
  if (!isReadable(pattern)) {
    const message = `${told} is not a valid regular expression (ECMA-262, with the u flag).`;
    compiler.errors.add(pointer, message, 'Correct the pattern.');
    return undefined;
  }
  const bounded = boundedPattern(pattern);
  if (bounded === undefined) {
    const message = `${told} is open to ReDoS (exponential backtracking).`;
    const repair = 'Make the pattern unambiguous: (a+)+ matches the same as a+.';
    compiler.errors.add(pointer, message, repair);
    return undefined;
  }
  return `new RegExp(${quote(bounded)}, 'u')`;
}

/** Writes bounds as an object; those that are undefined are left out. */
export function bounds({ min, max }: Bounds): Code {
  return object([
    ['min', min === undefined ? undefined : String(min)],
    ['max', max === undefined ? undefined : String(max)],
  ]);
}

/** Tells whether there is a bound at all. */
export function isBounded({ min, max }: Bounds): boolean {
  return min !== undefined || max !== undefined;
}

function checked(type: Code, checks: readonly Code[]): Code {
  return checks.length === 0 ? type : [type, call('.check', ...checks)];
}

function compileFormat(compiler: ZodPrinter, { kind, format, pointer }: NumberNode | StringNode): Code[] {
  if (format === undefined) return [];
  const isText = Object.hasOwn(TEXT_FORMATS, format);
  const isNumber = Object.hasOwn(NUMBER_FORMATS, format);
  if (!isText && !isNumber && !INFORMING_FORMATS.has(format)) {
    const message = `The format ${JSON.stringify(format)} is not known, so it is not checked.`;
    const place = appendPointer(pointer, 'format');
    compiler.warnings.add(place, message, 'Use a registered format, or other keywords.');
  }
  if (!compiler.assertsFormats) return [];
  if (kind === 'string') return isText ? [compiler.runtime('textFormat', quote(format))] : [];
  return isNumber ? [compiler.runtime('numberFormat', quote(format))] : [];
}
