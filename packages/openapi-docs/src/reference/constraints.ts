/** Describes in words the type of a schema and its constraints. */
import type { JsonValue } from '@keyframe/openapi-model';
import type { KeywordName, Keywords, SchemaNode } from '@keyframe/openapi-schema';
import { type JoinedSchema, joinSchemas } from './joined-schema.ts';

function code(value: JsonValue): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** Describes a range from two bounds, either of which may be absent: `4 to 15`, `at least 1`, `at most 9`. */
function range(least: number | undefined, most: number | undefined): string | undefined {
  if (least === undefined) return most === undefined ? undefined : `at most ${most}`;
  if (most === undefined) return `at least ${least}`;
  return least === most ? `exactly ${least}` : `${least} to ${most}`;
}

function counted(bound: string | undefined, noun: string): string | undefined {
  return bound && `${bound} ${noun}${/\b1$/.test(bound) ? '' : 's'}`;
}

const MAX_PATTERN_LENGTH = 40;
/** Schemas of items inside of one another; some lead back to themselves. */
const MAX_LEVELS = 6;

type Describe = (keywords: Partial<Keywords>) => string | undefined;

// The phrase of each keyword; undefined for one that the type, the fields or another phrase describes.
const PHRASES: { readonly [TName in KeywordName]: Describe | undefined } = {
  type: undefined,
  enum: undefined,
  const: undefined,
  reference: undefined,
  dynamicReference: undefined,
  allOf: undefined,
  anyOf: undefined,
  oneOf: undefined,
  not: undefined,
  condition: undefined,
  met: undefined,
  unmet: undefined,
  minimum: ({ enum: values, minimum, maximum }) => (values ? undefined : range(minimum, maximum)),
  maximum: undefined,
  exclusiveMinimum: ({ exclusiveMinimum: bound }) => (bound === undefined ? undefined : `more than ${bound}`),
  exclusiveMaximum: ({ exclusiveMaximum: bound }) => (bound === undefined ? undefined : `less than ${bound}`),
  multipleOf: ({ multipleOf }) => (multipleOf === undefined ? undefined : `a multiple of ${multipleOf}`),
  minLength: ({ minLength, maxLength }) => counted(range(minLength, maxLength), 'character'),
  maxLength: undefined,
  prefix: undefined,
  items: undefined,
  contains: undefined,
  minContains: undefined,
  maxContains: undefined,
  minItems: ({ minItems, maxItems }) => counted(range(minItems, maxItems), 'item'),
  maxItems: undefined,
  uniqueItems: ({ uniqueItems }) => (uniqueItems ? 'no item twice' : undefined),
  unevaluatedItems: undefined,
  pattern: ({ pattern = '' }) =>
    pattern !== '' && pattern.length <= MAX_PATTERN_LENGTH ? `matches \`${pattern}\`` : undefined,
  format: undefined,
  properties: undefined,
  required: undefined,
  additionalProperties: undefined,
  patternProperties: undefined,
  propertyNames: undefined,
  minProperties: undefined,
  maxProperties: undefined,
  dependentRequired: undefined,
  dependentSchemas: undefined,
  unevaluatedProperties: undefined,
};

/** Lists constraints as phrases. Long patterns are omitted; they are in the document. */
export function describeConstraints({ keywords, annotations }: JoinedSchema): string[] {
  const { default: standard, readOnly, writeOnly, deprecated } = annotations;
  return [
    ...Object.values(PHRASES).map((describe) => describe?.(keywords)),
    standard !== undefined && `default ${code(standard)}`,
    readOnly && 'only in responses',
    writeOnly && 'only in requests',
    deprecated && 'deprecated',
  ].filter((phrase) => typeof phrase === 'string');
}

/** Describes the type of a schema: `string (uri)`, `array of string`, or its values. */
export function describeType({ keywords, values }: JoinedSchema, level = 0): string {
  const [only, ...others] = values ?? [];
  if (only !== undefined) return others.length === 0 ? code(only) : listValues([only, ...others]);
  if (level > MAX_LEVELS) return 'any value';
  const { type, items, format, properties } = keywords;
  const describe = (node: SchemaNode) => describeType(joinSchemas([node]), level + 1);
  const alternatives = listAlternatives(keywords);
  if (alternatives.length > 0 && type === undefined)
    return [...new Set(alternatives.map(describe))].join(' or ');
  return (type ?? [properties ? 'object' : 'any value'])
    .map((name) => {
      if (name === 'array') return `array of ${items ? describe(items) : 'any value'}`;
      return name === 'string' && format !== undefined ? `string (${format})` : name;
    })
    .join(' or ');
}

function listAlternatives({ oneOf = [], anyOf = [] }: Partial<Keywords>): readonly SchemaNode[] {
  return oneOf.length > 0 ? oneOf : anyOf;
}

const MIN_CONSECUTIVE = 4;

/** Lists values; consecutive integers are written as a range. */
function listValues(values: readonly JsonValue[]): string {
  const [first] = values;
  const isRange = values.every((value, index) => typeof first === 'number' && value === first + index);
  if (values.length >= MIN_CONSECUTIVE && isRange) return `integer from ${first} to ${values.at(-1)}`;
  return `one of ${values.map(code).join(', ')}`;
}

/** Describes the constraints of each alternative of a choice whose alternatives have the same type. */
export function describeAlternatives({ keywords }: JoinedSchema): string[] {
  const phrases = listAlternatives(keywords)
    .map((node) => describeConstraints(joinSchemas([node])).join(', '))
    .filter((phrase) => phrase !== '');
  return phrases.length === 0 ? [] : [phrases.join(' or ')];
}
