// Requests whose parameters lie near the border of their schemas.
import type { JsonValue, LocatedSchema, Parameter } from '@keyframe/openapi-model';
import type { Random } from '../random.ts';
import type { SchemaSpace } from '../schema/schema-space.ts';
import { type Variant, variantsOf } from '../schema/variants/variants.ts';
import { textOf } from '../wire/serialize-parameter.ts';
import { isIgnored } from './base-drafts.ts';
import type { Case } from './case.ts';
import { type Draft, parameterKey, withParameters } from './draft.ts';
import { readings, scalarReadings } from './readings.ts';

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
  return [{ draft: given, expectation: 'valid', pointer, label: `with the ${location} parameter ${name}` }];
}

interface ValueOptions {
  space: SchemaSpace;
  random: Random;
  value: JsonValue | undefined;
}

function valueCases(draft: Draft, parameter: Parameter, { space, random, value }: ValueOptions): Case[] {
  const { schema, name, location } = parameter;
  if (!schema || value === undefined) return [];
  const key = parameterKey(parameter);
  const seen = new Set<string>();
  return variantsOf(space, schema, { value, random }).flatMap((variant): Case[] => {
    const isKnown = seen.has(textOf(variant.value));
    seen.add(textOf(variant.value));
    if (isKnown || !isWritable(parameter, variant.value)) return [];
    const expectation = expectationOf(space, schema, variant);
    if (expectation === undefined) return [];
    const label = `${location} parameter ${name}: ${variant.label}, ${variant.keyword}`;
    const changed = withParameters(draft, [[key, variant.value]]);
    // A resource that has another id is another one, or none.
    const isId = location === 'path' && expectation === 'valid';
    return [
      {
        draft: changed,
        expectation: isId ? 'either' : expectation,
        pointer: space.originOf(variant.pointer),
        label,
      },
    ];
  });
}

// A value is known to be invalid only when nothing that its text may stand for is valid.
function expectationOf(
  space: SchemaSpace,
  schema: LocatedSchema,
  { value, isValid }: Variant,
): Case['expectation'] | undefined {
  if (isValid) return 'valid';
  const others = typeof value === 'object' ? listReadings(value) : readings(textOf(value));
  return others.some((one) => space.accepts(schema, one)) ? undefined : 'invalid';
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
  return [Object.fromEntries(entries.map(([name, member]) => [name, textOf(member)]))];
}

// How long paths may be is asked elsewhere: many routers have a limit of their own.
const LONGEST_SEGMENT = 100;

// Texts of headers lose blanks at their ends and hold ASCII only; a path segment is never empty or a dot.
function isWritable({ location }: Parameter, value: JsonValue): boolean {
  const text = textOf(value);
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  // Of lists and null there is nothing to be seen in a URL, or their text means something else.
  if (isEmpty || value === null) return false;
  if (Array.isArray(value) && value.some((item) => textOf(item).includes(','))) return false;
  if (location === 'header') return /^[!-~](?:[ -~]*[!-~])?$/.test(text);
  if (location === 'path')
    return text !== '' && text.length <= LONGEST_SEGMENT && !/^\.{1,2}$|[/\\]/.test(text);
  return location === 'cookie' ? /^[!-~]+$/.test(text) : true;
}
