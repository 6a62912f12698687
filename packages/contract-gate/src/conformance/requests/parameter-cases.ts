// Requests whose parameters lie near the border of their schemas.
import { isJsonObject, type JsonValue, type LocatedSchema, type Parameter } from '@keyframe/openapi-model';
import type { Random } from '../random.ts';
import type { SchemaSpace } from '../schema/schema-space.ts';
import { type Variant, variantsOf } from '../schema/variants/variants.ts';
import { textOf } from '../wire/serialize-parameter.ts';
import { isIgnored, isIssued } from './base-drafts.ts';
import type { Case } from './case.ts';
import { type Draft, parameterKey, withParameters } from './draft.ts';
import { formReadings } from './form-readings.ts';
import { readings, scalarReadings } from './readings.ts';

/** Gives the schema of a parameter, whether it is described by `schema` or by `content`. */
export function schemaOf({ schema, content }: Parameter): LocatedSchema | undefined {
  return schema ?? content[0]?.schema;
}

/** Lists the cases of every parameter of a valid draft; `give` finds a parameter a valid value. */
export function parameterCases(
  draft: Draft,
  {
    space,
    random,
    give,
  }: { space: SchemaSpace; random: Random; give: (parameter: Parameter) => JsonValue | undefined },
): Case[] {
  return draft.operation.parameters
    .filter((parameter) => !isIgnored(parameter))
    .flatMap((parameter) => [
      ...presenceCases(draft, parameter, give(parameter)),
      ...valueCases(draft, parameter, { space, random, value: give(parameter) }),
    ]);
}

function presenceCases(draft: Draft, parameter: Parameter, value: JsonValue | undefined): Case[] {
  const key = parameterKey(parameter);
  const { pointer, name, required, location } = parameter;
  // Without a path parameter the path is another one.
  if (location === 'path') return [];
  if (required) {
    const without = withParameters(draft, [[key, undefined]]);
    return [
      { draft: without, expectation: 'invalid', pointer, label: `without the ${location} parameter ${name}` },
    ];
  }
  if (value === undefined) return [];
  const given = withParameters(draft, [[key, value]]);
  const expectation = isIssued(parameter) ? 'either' : 'valid';
  return [{ draft: given, expectation, pointer, label: `with the ${location} parameter ${name}` }];
}

interface ValueOptions {
  space: SchemaSpace;
  random: Random;
  value: JsonValue | undefined;
}

function valueCases(draft: Draft, parameter: Parameter, { space, random, value }: ValueOptions): Case[] {
  const { name, location } = parameter;
  const schema = schemaOf(parameter);
  if (!schema || value === undefined) return [];
  const key = parameterKey(parameter);
  const seen = new Set<string>();
  return variantsOf(space, schema, { value, random }).flatMap((variant): Case[] => {
    const isKnown = seen.has(textOf(variant.value));
    seen.add(textOf(variant.value));
    if (isKnown || !isWritable(parameter, variant.value)) return [];
    const expectation = expectationOf(space, parameter, variant);
    if (expectation === undefined) return [];
    const label = `${location} parameter ${name}: ${variant.label}, ${variant.keyword}`;
    const changed = withParameters(draft, [[key, variant.value]]);
    return [
      {
        draft: changed,
        expectation,
        pointer: space.originOf(variant.pointer),
        label,
      },
    ];
  });
}

/** Tells what is known of a request with a value; it is invalid only when nothing that its text may stand for is valid. */
export function expectationOf(
  space: SchemaSpace,
  parameter: Parameter,
  { value, isValid }: Pick<Variant, 'isValid' | 'value'>,
): Case['expectation'] | undefined {
  const schema = schemaOf(parameter);
  if (isValid || !schema) return isIssued(parameter) ? 'either' : 'valid';
  if (isScattered(parameter, value)) return undefined;
  // In `content` a value is written as JSON, which stands for itself.
  const isJson = parameter.schema === undefined;
  const others = typeof value === 'object' ? listReadings(value) : readings(textOf(value));
  return (isJson ? [value] : others).some((one) => space.accepts(schema, one)) ? undefined : 'invalid';
}

// What is no object has no place among the members that an object is written as: to the server nothing was sent.
function isScattered({ style, explode, schema }: Parameter, value: JsonValue): boolean {
  const type = isJsonObject(schema?.schema) ? schema.schema.type : undefined;
  const isMembers = style === 'deepObject' || (explode && [type].flat().includes('object'));
  return isMembers && !isJsonObject(value);
}

function listReadings(value: JsonValue): JsonValue[] {
  if (!Array.isArray(value)) return [value, ...memberReadings(value)];
  const texts = value.map((item) => textOf(item));
  // A list of one cannot be told from its item.
  const items = texts.length === 1 ? scalarReadings(texts[0] ?? '') : [];
  return [value, texts, texts.map((text) => scalarReadings(text).at(-1) ?? text), ...items];
}

function memberReadings(value: JsonValue): JsonValue[] {
  const entries = Object.entries(Object(value)) as [string, JsonValue][];
  return [
    Object.fromEntries(entries.map(([name, member]) => [name, textOf(member)])),
    ...formReadings(value),
  ];
}

// How long paths may be is asked elsewhere: many routers have a limit of their own.
const LONGEST_SEGMENT = 100;

// What brackets in brackets mean is not defined (OpenAPI 3.1, Style Values).
function isFlat(value: JsonValue): boolean {
  return Object.values(Object(value)).every((member) => typeof member !== 'object' || member === null);
}

/** Tells whether a value can be written: headers lose blanks at their ends and hold ASCII only, a path segment is never empty or a dot. */
export function isWritable({ location, style }: Parameter, value: JsonValue): boolean {
  const text = textOf(value);
  if (style === 'deepObject' && !isFlat(value)) return false;
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  // Of lists and null there is nothing to be seen in a URL, or their text means something else.
  if (isEmpty || value === null) return false;
  if (Array.isArray(value) && value.some((item) => textOf(item).includes(','))) return false;
  if (location === 'header') return /^[!-~](?:[ -~]*[!-~])?$/.test(text);
  if (location === 'path')
    return text !== '' && text.length <= LONGEST_SEGMENT && !/^\.{1,2}$|[/\\]/.test(text);
  return location === 'cookie' ? /^[!-~]+$/.test(text) : true;
}
