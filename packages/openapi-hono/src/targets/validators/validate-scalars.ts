import { memberOf } from '@keyframe/openapi-model';
import { quote } from '@keyframe/openapi-model/generator';
import { NUMBER_FORMATS, TEXT_FORMATS } from '@keyframe/openapi-runtime/formats';
import type { Place } from '../../schema/keyword-readers.ts';
import { readNumber } from '../../schema/keyword-readers.ts';
import { refuse, type Statement } from './statement.ts';
import type { Subject, ValidatorPrinter } from './validator-printer.ts';

/** Decides the keywords about strings. */
export function decideString(compiler: ValidatorPrinter, place: Place, { name }: Subject): Statement[] {
  const conditions: string[] = [];
  const min = readNumber(place, 'minLength') ?? 0;
  const max = readNumber(place, 'maxLength');
  if (min === 1 && max === undefined) conditions.push(`${name} === ''`);
  else if (min > 0 || max !== undefined) {
    const bounds = [String(min), ...(max === undefined ? [] : [String(max)])];
    conditions.push(`!${compiler.runtime('hasLength', name, ...bounds)}`);
  }
  const pattern = memberOf(place.schema, 'pattern');
  if (typeof pattern === 'string') conditions.push(`!${compiler.pattern(pattern)}.test(${name})`);
  const format = memberOf(place.schema, 'format');
  const { assertsFormats } = compiler.graph;
  if (assertsFormats && typeof format === 'string' && Object.hasOwn(TEXT_FORMATS, format)) {
    conditions.push(`!${compiler.runtime('isTextOf', quote(format), name)}`);
  }
  return conditions.length === 0 ? [] : [refuse(...conditions)];
}

/** Decides the keywords about numbers. */
export function decideNumber(compiler: ValidatorPrinter, place: Place, { name }: Subject): Statement[] {
  const comparisons = [
    ['minimum', '<'],
    ['maximum', '>'],
    ['exclusiveMinimum', '<='],
    ['exclusiveMaximum', '>='],
  ] as const;
  const conditions = comparisons.flatMap(([keyword, operator]) => {
    const bound = readNumber(place, keyword);
    return bound === undefined ? [] : [`${name} ${operator} ${bound}`];
  });
  const divisor = readNumber(place, 'multipleOf');
  if (divisor !== undefined) conditions.push(`!${compiler.runtime('isMultipleOf', name, String(divisor))}`);
  const format = memberOf(place.schema, 'format');
  const { assertsFormats } = compiler.graph;
  if (assertsFormats && typeof format === 'string' && Object.hasOwn(NUMBER_FORMATS, format)) {
    conditions.push(`!${compiler.runtime('isNumberOf', quote(format), name)}`);
  }
  return conditions.length === 0 ? [] : [refuse(...conditions)];
}
