/** Describes in words the type of a schema and its constraints. */
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';

function code(value: JsonValue): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** Describes a range from two keywords, either of which may be absent: `4 to 15`, `at least 1`, `at most 9`. */
function range(least: JsonValue | undefined, most: JsonValue | undefined): string | undefined {
  if (least === undefined) return most === undefined ? undefined : `at most ${most}`;
  if (most === undefined) return `at least ${least}`;
  return least === most ? `exactly ${least}` : `${least} to ${most}`;
}

function counted(bound: string, noun: string): string {
  return `${bound} ${noun}${/\b1$/.test(bound) ? '' : 's'}`;
}

const MAX_PATTERN_LENGTH = 40;

/** Lists constraints as phrases. Long patterns are omitted; they are in the document. */
export function describeConstraints(schema: JsonObject): string[] {
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

/** Describes the type of a resolved schema: `string (uri)`, `array of string`, or its values. */
export function describeType(
  schema: JsonObject,
  resolve: (schema: JsonValue | undefined) => JsonObject | boolean,
): string {
  if (schema.const !== undefined) return code(schema.const);
  if (Array.isArray(schema.enum)) return listValues(schema.enum);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(alternatives) && schema.type === undefined) {
    const types = alternatives.map((part) => describeValueType(part, resolve));
    return [...new Set(types)].join(' or ');
  }
  const types = [schema.type ?? (isObject(schema) ? 'object' : 'any value')].flat();
  return types
    .map((type) => {
      if (type === 'array') return `array of ${describeValueType(schema.items, resolve)}`;
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

/** Describes the constraints of each alternative of a choice whose alternatives have the same type. */
export function describeAlternatives(
  schema: JsonObject,
  resolve: (schema: JsonValue | undefined) => JsonObject | boolean,
): string[] {
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (!Array.isArray(alternatives)) return [];
  const phrases = alternatives
    .map(resolve)
    .map((part) => (typeof part === 'boolean' ? '' : describeConstraints(part).join(', ')))
    .filter((phrase) => phrase !== '');
  return phrases.length === 0 ? [] : [phrases.join(' or ')];
}

function describeValueType(
  value: JsonValue | undefined,
  resolve: (schema: JsonValue | undefined) => JsonObject | boolean,
): string {
  const schema = resolve(value);
  return typeof schema === 'boolean' ? 'any value' : describeType(schema, resolve);
}
