import { appendPointer, memberOf } from '@keyframe/openapi-model';
import { type Code, call, object, quote } from '@keyframe/openapi-model/generator';
import { INFORMING_FORMATS, NUMBER_FORMATS, TEXT_FORMATS } from '@keyframe/openapi-runtime/formats';
import type { Place } from '../../schema/keyword-readers.ts';
import { readNumber } from '../../schema/keyword-readers.ts';
import { boundedPattern, isReadable } from '../../schema/redos/bounded-pattern.ts';
import type { ZodPrinter } from './zod-printer.ts';

/** Compiles the keywords about strings. */
export function compileString(compiler: ZodPrinter, place: Place): Code {
  const checks: Code[] = [];
  const min = readNumber(place, 'minLength');
  const max = readNumber(place, 'maxLength');
  if (min !== undefined || max !== undefined) {
    checks.push(compiler.runtime('codePoints', bounds(min, max)));
  }
  const pattern = memberOf(place.schema, 'pattern');
  if (typeof pattern === 'string') {
    const regex = compilePattern(compiler, pattern, appendPointer(place.pointer, 'pattern'));
    if (regex) checks.push(['z.regex(', regex, ')']);
  }
  checks.push(...compileFormat(compiler, place, 'string'));
  return checked('z.string()', checks);
}

/** Compiles the keywords about numbers; `whole` for `type: integer`. */
export function compileNumber(compiler: ZodPrinter, place: Place, whole: boolean): Code {
  const natives = [
    ['minimum', 'min'],
    ['maximum', 'max'],
    ['exclusiveMinimum', 'gt'],
    ['exclusiveMaximum', 'lt'],
  ] as const;
  const calls = natives.flatMap(([keyword, method]): Code[] => {
    const value = readNumber(place, keyword);
    return value === undefined ? [] : [`.${method}(${value})`];
  });
  const checks = whole ? [compiler.runtime('integer')] : [];
  const divisor = readNumber(place, 'multipleOf');
  if (divisor !== undefined) checks.push(compiler.runtime('multipleOf', String(divisor)));
  checks.push(...compileFormat(compiler, place, 'number'));
  return [checked('z.number()', checks), ...calls];
}

/** Makes a regular expression; undefined after refusing one that JavaScript can't read, or not in time. */
export function compilePattern(compiler: ZodPrinter, pattern: string, pointer: string): Code | undefined {
  const told = JSON.stringify(pattern);
  if (!isReadable(pattern)) {
    const message = `${told} is no regular expression that JavaScript can read with the u flag.`;
    compiler.errors.add(pointer, message, 'Correct it (ECMA-262).');
    return undefined;
  }
  const bounded = boundedPattern(pattern);
  if (bounded === undefined) {
    const message = `${told} can take time that doubles with each character of the text.`;
    const repair = 'Let no two ways through a repetition read the same text: (a+)+ says no more than a+.';
    compiler.errors.add(pointer, message, repair);
    return undefined;
  }
  return `new RegExp(${quote(bounded)}, 'u')`;
}

/** Writes bounds as an object; those that are undefined are left out. */
export function bounds(min: number | undefined, max: number | undefined): Code {
  return object([
    ['min', min === undefined ? undefined : String(min)],
    ['max', max === undefined ? undefined : String(max)],
  ]);
}

function checked(type: string, checks: readonly Code[]): Code {
  return checks.length === 0 ? type : call(`${type}.check`, ...checks);
}

function compileFormat(compiler: ZodPrinter, { schema, pointer }: Place, type: 'string' | 'number'): Code[] {
  const name = memberOf(schema, 'format');
  if (typeof name !== 'string') return [];
  const isText = Object.hasOwn(TEXT_FORMATS, name);
  const isNumber = Object.hasOwn(NUMBER_FORMATS, name);
  if (!isText && !isNumber && !INFORMING_FORMATS.has(name)) {
    const message = `The format ${JSON.stringify(name)} is unknown, so it is an annotation only.`;
    compiler.warnings.add(
      appendPointer(pointer, 'format'),
      message,
      'Say with other keywords what it asks for.',
    );
  }
  if (!compiler.graph.assertsFormats) return [];
  if (type === 'string') return isText ? [compiler.runtime('textFormat', quote(name))] : [];
  return isNumber ? [compiler.runtime('numberFormat', quote(name))] : [];
}
