/** Says in words what a schema allows beside its type. */
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';

function code(value: JsonValue): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** A bound from two keywords, either of which may be absent: `4 to 15`, `at least 1`, `at most 9`. */
function range(least: JsonValue | undefined, most: JsonValue | undefined): string | undefined {
  if (least === undefined) return most === undefined ? undefined : `at most ${most}`;
  if (most === undefined) return `at least ${least}`;
  return least === most ? `exactly ${least}` : `${least} to ${most}`;
}

function counted(bound: string, noun: string): string {
  return `${bound} ${noun}${/\b1$/.test(bound) ? '' : 's'}`;
}

const MAX_PATTERN_LENGTH = 40;

/** Lists constraints as phrases; a pattern that nobody reads is left to the document. */
export function constraintsOf(schema: JsonObject): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, maxLength } = schema;
  const length = range(minLength, maxLength);
  const count = range(schema.minItems, schema.maxItems);
  const value = range(minimum, maximum);
  const isReadable = typeof schema.pattern === 'string' && schema.pattern.length <= MAX_PATTERN_LENGTH;
  return [
    schema.enum === undefined && value,
    exclusiveMinimum !== undefined && `more than ${exclusiveMinimum}`,
    exclusiveMaximum !== undefined && `less than ${exclusiveMaximum}`,
    schema.multipleOf !== undefined && `a multiple of ${schema.multipleOf}`,
    length && counted(length, 'character'),
    count && counted(count, 'item'),
    schema.uniqueItems === true && 'no item twice',
    isReadable && `matches \`${schema.pattern}\``,
    schema.default !== undefined && `default ${code(schema.default)}`,
    schema.readOnly === true && 'only in responses',
    schema.writeOnly === true && 'only in requests',
    schema.deprecated === true && 'deprecated',
  ].filter((phrase) => typeof phrase === 'string');
}

/** Names the type of a schema whose references are followed: `string (uri)`, `array of string`, or its only values. */
export function typeOf(
  schema: JsonObject,
  resolve: (schema: JsonValue | undefined) => JsonObject | boolean,
): string {
  if (schema.const !== undefined) return code(schema.const);
  if (Array.isArray(schema.enum)) return listValues(schema.enum);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(alternatives) && schema.type === undefined) {
    const types = alternatives.map((part) => typeOfValue(part, resolve));
    return [...new Set(types)].join(' or ');
  }
  const types = [schema.type ?? (isObject(schema) ? 'object' : 'any value')].flat();
  return types
    .map((type) => {
      if (type === 'array') return `array of ${typeOfValue(schema.items, resolve)}`;
      return type === 'string' && schema.format !== undefined ? `string (${schema.format})` : `${type}`;
    })
    .join(' or ');
}

const MIN_CONSECUTIVE = 4;

/** Lists values; consecutive integers are written as a range. */
function listValues(values: readonly JsonValue[]): string {
  const [first] = values;
  const isRange = values.every((value, index) => typeof first === 'number' && value === first + index);
  if (values.length >= MIN_CONSECUTIVE && isRange) return `integer from ${first} to ${values.at(-1)}`;
  return `one of ${values.map(code).join(', ')}`;
}

function isObject(schema: JsonObject): boolean {
  return schema.properties !== undefined || schema.allOf !== undefined;
}

/** Says what each alternative of a choice allows, for one whose alternatives are of one type. */
export function alternativesOf(
  schema: JsonObject,
  resolve: (schema: JsonValue | undefined) => JsonObject | boolean,
): string[] {
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (!Array.isArray(alternatives)) return [];
  const phrases = alternatives
    .map(resolve)
    .map((part) => (typeof part === 'boolean' ? '' : constraintsOf(part).join(', ')))
    .filter((phrase) => phrase !== '');
  return phrases.length === 0 ? [] : [phrases.join(' or ')];
}

function typeOfValue(
  value: JsonValue | undefined,
  resolve: (schema: JsonValue | undefined) => JsonObject | boolean,
): string {
  const schema = resolve(value);
  return typeof schema === 'boolean' ? 'any value' : typeOf(schema, resolve);
}
