// The violated rules of single keywords, in words.
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import { TEXT_FORMATS } from '@keyframe/openapi-runtime/formats';
import type { KeywordName } from '../nodes/keyword-node.ts';
import type { SchemaNode } from '../nodes/schema-node.ts';
import { readSafePattern } from '../redos/safe-pattern.ts';

/** A violated rule, and the member that it is about if that is inside the value. */
export interface Rule {
  path: readonly string[];
  message: string;
  /** Whether the value is of another type, or not an allowed constant: of several branches, another one was meant. */
  isChoice?: boolean;
}

type Keywords = SchemaNode['keywords'];

type Describe = (keywords: Keywords, value: JsonValue) => Rule | string | undefined;

// The description of each keyword's rule, in the order of the search; undefined for rules about other schemas.
const DESCRIPTIONS: { readonly [TName in KeywordName]: Describe | undefined } = {
  type: describeType,
  enum: describeLiteral,
  const: describeLiteral,
  minLength: describeText,
  maxLength: describeText,
  pattern: describeText,
  format: describeText,
  minimum: describeNumber,
  maximum: describeNumber,
  exclusiveMinimum: describeNumber,
  exclusiveMaximum: describeNumber,
  multipleOf: describeNumber,
  minItems: describeList,
  maxItems: describeList,
  uniqueItems: describeList,
  required: describeMembers,
  properties: describeMembers,
  additionalProperties: describeMembers,
  patternProperties: describeMembers,
  minProperties: describeMembers,
  maxProperties: describeMembers,
  reference: undefined,
  dynamicReference: undefined,
  allOf: undefined,
  anyOf: undefined,
  oneOf: undefined,
  not: undefined,
  condition: undefined,
  met: undefined,
  unmet: undefined,
  prefix: undefined,
  items: undefined,
  contains: undefined,
  minContains: undefined,
  maxContains: undefined,
  unevaluatedItems: undefined,
  propertyNames: undefined,
  dependentRequired: undefined,
  dependentSchemas: undefined,
  unevaluatedProperties: undefined,
};

const DESCRIBES = new Set(Object.values(DESCRIPTIONS).filter((describe) => describe !== undefined));

/** Describes the first rule of a schema's own keywords that a value violates; undefined if it violates no rule. */
export function describeRule({ keywords }: SchemaNode, value: JsonValue): Rule | undefined {
  for (const describe of DESCRIBES) {
    const rule = describe(keywords, value);
    if (typeof rule === 'string') {
      const isChoice = describe === describeType || describe === describeLiteral;
      return { path: [], message: withValue(rule, value), isChoice };
    }
    if (rule) return rule;
  }
  return undefined;
}

function describeType({ type }: Keywords, value: JsonValue): string | undefined {
  if (!type || type.some((name) => isType(value, name))) return undefined;
  return `must be ${type.map(withArticle).join(' or ')}`;
}

function isType(value: JsonValue, name: string): boolean {
  if (name === 'integer') return Number.isInteger(value);
  if (name === 'array') return Array.isArray(value);
  if (name === 'object') return isJsonObject(value);
  return name === 'null' ? value === null : typeof value === name;
}

function withArticle(type: string): string {
  if (type === 'null') return type;
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`;
}

const MOST_LISTED = 12;

function describeLiteral({ const: constant, enum: values }: Keywords, value: JsonValue): string | undefined {
  const allowed = constant === undefined ? values : [constant];
  const text = JSON.stringify(value);
  if (!allowed || allowed.some((candidate) => JSON.stringify(candidate) === text)) return undefined;
  return listConstants(allowed);
}

/** Describes the rule that a value must be one of some constants, which it is not. */
export function describeConstants(allowed: readonly JsonValue[], value: JsonValue): string {
  return withValue(listConstants(allowed), value);
}

function listConstants(allowed: readonly JsonValue[]): string {
  if (allowed.length === 1) return `must be ${JSON.stringify(allowed[0])}`;
  const listed = allowed.slice(0, MOST_LISTED).map((constant) => JSON.stringify(constant));
  return `must be one of ${listed.join(', ')}${allowed.length > MOST_LISTED ? ', …' : ''}`;
}

function describeNumber(keywords: Keywords, value: JsonValue): string | undefined {
  if (typeof value !== 'number') return undefined;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords;
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`;
  if (maximum !== undefined && value > maximum) return `must be at most ${maximum}`;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) {
    return `must be greater than ${exclusiveMinimum}`;
  }
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) {
    return `must be less than ${exclusiveMaximum}`;
  }
  const isMultiple =
    multipleOf === undefined || Number.isInteger(Number((value / multipleOf).toPrecision(15)));
  return isMultiple ? undefined : `must be a multiple of ${multipleOf}`;
}

function describeText(keywords: Keywords, value: JsonValue): string | undefined {
  if (typeof value !== 'string') return undefined;
  const { minLength, maxLength, pattern, format } = keywords;
  const length = [...value].length;
  if (minLength !== undefined && length < minLength) return `must have at least ${minLength} characters`;
  if (maxLength !== undefined && length > maxLength) return `must have at most ${maxLength} characters`;
  if (pattern !== undefined && readSafePattern(pattern)?.expression.test(value) === false)
    return `must match ${pattern}`;
  const formats: Readonly<Record<string, (text: string) => boolean>> = TEXT_FORMATS;
  const isOther = format !== undefined && Object.hasOwn(formats, format) && !formats[format]?.(value);
  return isOther ? `must be a valid ${format}` : undefined;
}

function describeList(keywords: Keywords, value: JsonValue): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const { minItems, maxItems, uniqueItems } = keywords;
  if (minItems !== undefined && value.length < minItems) return `must have at least ${minItems} items`;
  if (maxItems !== undefined && value.length > maxItems) return `must have at most ${maxItems} items`;
  const isUnique = new Set(value.map((item) => JSON.stringify(item))).size === value.length;
  return uniqueItems === true && !isUnique ? 'must not contain an item twice' : undefined;
}

function describeMembers(keywords: Keywords, value: JsonValue): Rule | undefined {
  if (!isJsonObject(value)) return undefined;
  const missing = keywords.required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return { path: [missing], message: 'is required' };
  const { additionalProperties, properties, patternProperties, minProperties, maxProperties } = keywords;
  const patterns = [...patternProperties.keys()].map((source) => readSafePattern(source)?.expression);
  const names = Object.keys(value);
  const unknown = names.find(
    (name) => !properties.has(name) && patterns.every((pattern) => pattern?.test(name) === false),
  );
  const forbidden =
    additionalProperties?.kind === 'never'
      ? unknown
      : names.find((name) => properties.get(name)?.kind === 'never');
  if (forbidden !== undefined) return { path: [forbidden], message: 'is not allowed' };
  if (minProperties !== undefined && names.length < minProperties) {
    return { path: [], message: `must have at least ${minProperties} members (got ${names.length})` };
  }
  if (maxProperties !== undefined && names.length > maxProperties) {
    return { path: [], message: `must have at most ${maxProperties} members (got ${names.length})` };
  }
  return undefined;
}

const LONGEST = 60;

function withValue(rule: string, value: JsonValue): string {
  const text = JSON.stringify(value);
  return `${rule} (got ${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text})`;
}
