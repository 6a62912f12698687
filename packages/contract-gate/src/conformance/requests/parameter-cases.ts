// Requests with parameters near the bounds of their schemas.

import {
  findValueSchema,
  isJsonObject,
  type JsonValue,
  type LocatedSchema,
  type Parameter,
} from '@keyframe/openapi-model';
import type { Random, SchemaSpace } from '@keyframe/openapi-schema/values';
import { describesType } from '../schema/described-members.ts';
import { listVariants, type Variant } from '../schema/variants/variants.ts';
import { scalarToText } from '../wire/encode-text.ts';
import { isFlat, isIgnored, isServerIssued } from './base-drafts.ts';
import type { Case } from './case.ts';
import { nameRule } from './describe-variant.ts';
import { type Draft, parameterKey, withParameters } from './draft.ts';
import { containsOddText, containsOddValue } from './odd-values.ts';
import { parseFormBody } from './parse-form-body.ts';
import { parseScalarValues, parseTextValues } from './parse-text-values.ts';
import type { RequestContext } from './query-meaning.ts';

export interface ParameterCaseOptions extends RequestContext {
  random: Random;
  /** Finds a valid value of a parameter. */
  findValue: (parameter: Parameter) => JsonValue | undefined;
}

/** Lists the cases of every parameter of a valid draft. */
export function parameterCases(draft: Draft, options: ParameterCaseOptions): Case[] {
  return draft.operation.parameters
    .filter((parameter) => !isIgnored(parameter))
    .flatMap((parameter) => {
      const value = options.findValue(parameter);
      return [
        ...presenceCases(draft, parameter, { ...options, value }),
        ...valueCases(draft, parameter, { ...options, value }),
      ];
    });
}

interface ValueOptions extends ParameterCaseOptions {
  value: JsonValue | undefined;
}

function presenceCases(draft: Draft, parameter: Parameter, options: ValueOptions): Case[] {
  const { value } = options;
  const key = parameterKey(parameter);
  const { pointer, required, location } = parameter;
  // Without a path parameter, the path is another one.
  if (location === 'path') return [];
  if (required) {
    const without = withParameters(draft, [[key, undefined]]);
    const label = `no ${formatParameter(parameter)}`;
    return [{ draft: without, twin: draft, expectation: 'invalid', pointer, label }];
  }
  if (value === undefined || !isWritable(parameter, value)) return [];
  const changed = withParameters(draft, [[key, value]]);
  const isEither = isServerIssued(parameter, options) || containsNull(parameter, value);
  const expectation = isEither ? 'either' : 'valid';
  const label = formatParameter(parameter);
  return [{ draft: changed, twin: draft, expectation, pointer, label, tested: { location: label, value } }];
}

/** Formats the location of a parameter: ``query parameter `limit` ``. */
export function formatParameter({ location, name }: Pick<Parameter, 'location' | 'name'>): string {
  return `${location} parameter \`${name}\``;
}

function valueCases(draft: Draft, parameter: Parameter, options: ValueOptions): Case[] {
  const { requests: space, random, value } = options;
  const schema = findValueSchema(parameter);
  if (!schema || value === undefined) return [];
  const key = parameterKey(parameter);
  const seen = new Set<string>();
  return listVariants(space, schema, { value, random }).flatMap((variant): Case[] => {
    const isKnown = seen.has(scalarToText(variant.value));
    seen.add(scalarToText(variant.value));
    if (isKnown || !isWritable(parameter, variant.value)) return [];
    const expectation = parameterExpectation(options, parameter, variant);
    if (expectation === undefined) return [];
    const location = formatParameter(parameter);
    const changed = withParameters(draft, [[key, variant.value]]);
    const kept = { parameter: key };
    const tested = { location, value: variant.value };
    const readings = listReadings(parameter, variant.value);
    const rule = nameRule({ space, schema, variant, whole: location, readings });
    return [{ draft: changed, twin: draft, expectation, kept, tested, ...rule }];
  });
}

/**
 * Determines whether the value of a parameter is valid; it is invalid only if no value with the same text is valid. Undefined
 * if this is unknown.
 */
export function parameterExpectation(
  context: RequestContext,
  parameter: Parameter,
  { value, isValid }: Pick<Variant, 'isValid' | 'value'>,
): Case['expectation'] | undefined {
  const { requests: space } = context;
  const schema = findValueSchema(parameter);
  const isEither =
    isServerIssued(parameter, context) || containsOddValue(value) || containsNull(parameter, value);
  if (isValid || !schema)
    return isEither || (schema && isReadAsEmpty(value, { space, schema })) ? 'either' : 'valid';
  if (isInvisible(space, parameter, value) || containsNull(parameter, value)) return undefined;
  return listReadings(parameter, value).some((one) => space.accepts(schema, one)) ? undefined : 'invalid';
}

// A list of an empty text has the same text as an empty list, which may be invalid.
function isReadAsEmpty(
  value: JsonValue,
  { space, schema }: { space: SchemaSpace; schema: LocatedSchema },
): boolean {
  return Array.isArray(value) && value.join('') === '' && !space.accepts(schema, []);
}

// No style has a text for null (RFC 6570, section 2.3), so a server may read `null` as a text.
function containsNull({ schema }: Parameter, value: JsonValue): boolean {
  return schema !== undefined && typeof value === 'object' && Object.values(value ?? {}).includes(null);
}

/** Lists the values that a server may read from a parameter. */
export function listReadings({ schema }: Parameter, value: JsonValue): JsonValue[] {
  // A parameter with `content` is written as JSON, which has only one value.
  if (schema === undefined) return [value];
  return typeof value === 'object' ? parseListValues(value) : parseTextValues(scalarToText(value));
}

// The properties of an object are separate parameters: a value that is not an object is not sent at all.
function isInvisible(space: SchemaSpace, { style, explode, schema }: Parameter, value: JsonValue): boolean {
  const isObject = schema !== undefined && describesType(space.node(schema), 'object');
  const isSeparate = style === 'deepObject' || (explode && isObject);
  return isSeparate && !isJsonObject(value);
}

function parseListValues(value: JsonValue): JsonValue[] {
  if (!Array.isArray(value)) return [value, ...parseObjectValues(value)];
  const texts = value.map((item) => scalarToText(item));
  // A list of one item has the same text as the item, a list of an empty text the same as an empty list.
  const items = texts.length === 1 ? parseScalarValues(texts[0] ?? '') : [];
  const empty = texts.join('') === '' ? [[]] : [];
  return [value, texts, texts.map((text) => parseScalarValues(text).at(-1) ?? text), ...items, ...empty];
}

function parseObjectValues(value: JsonValue): JsonValue[] {
  const entries = Object.entries(Object(value)) as [string, JsonValue][];
  return [
    Object.fromEntries(entries.map(([name, property]) => [name, scalarToText(property)])),
    ...parseFormBody(value),
  ];
}

// Routers limit the length of paths, which another phase tests.
const LONGEST_SEGMENT = 100;

// The texts that a style joins to write a value.
function listTexts(value: JsonValue): string[] {
  const members = isJsonObject(value) ? Object.entries(value).flat() : [value].flat();
  return members.map((member) => scalarToText(member ?? null));
}

/**
 * Whether a value can be sent: headers contain only ASCII without blanks at the ends, unencoded cookies only
 * what RFC 6265 (section 4.1.1) allows in them, a path segment is never empty or a dot.
 */
export function isWritable({ location, schema, style }: Parameter, value: JsonValue): boolean {
  const text = scalarToText(value);
  if (schema && !isFlat(value)) return false;
  // Proxies and servers reject control characters in URLs, whichever operation they belong to; a surrogate without its pair
  // has no form in a URL.
  if (containsOddText(value)) return false;
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  // Empty values and null are invisible in a URL, or their text has another meaning.
  if (isEmpty || value === null) return false;
  if (Array.isArray(value) && value.some((item) => scalarToText(item).includes(','))) return false;
  if (location === 'header') return /^[!-~](?:[ -~]*[!-~])?$/.test(text);
  if (location === 'path')
    return text !== '' && text.length <= LONGEST_SEGMENT && !/^\.{1,2}$|[/\\]/.test(text);
  if (style === 'cookie') return listTexts(value).every((one) => /^[!#-+\--:<-[\]-~]+$/.test(one));
  return location === 'cookie' ? /^[!-~]+$/.test(text) : true;
}
