// Required forms of keywords. Code that applies a keyword would skip one of another form, so
// it is refused first.
import { appendPointer, isJsonObject, isSchema, type JsonValue, memberOf } from '@keyframe/openapi-model';
import type { Diagnostics } from './diagnostics.ts';
import { findKeywordName, KEYWORD_TABLE, type KeywordForm } from './keyword-table.ts';
import { isKnownKeyword } from './keywords.ts';
import type { LocatedKeywords } from './read-keywords.ts';

// Keywords that change what a schema means, and that this generator does not apply. A `$dynamicRef` is replaced before
// schemas are compiled, unless its value is not a reference.
const UNSUPPORTED = ['$dynamicRef', '$recursiveAnchor', '$recursiveRef'];

interface Shape {
  description: string;
  fits: (value: JsonValue) => boolean;
  /** The shape of each item of an array. */
  items?: Shape;
  /** The shape of each member of an object. */
  members?: Shape;
}

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

const TEXT: Shape = { description: 'a string', fits: (value) => typeof value === 'string' };

const NAMES: Shape = { description: 'an array of strings', fits: isNames, items: TEXT };

const SCHEMA: Shape = { description: 'a schema', fits: isSchema };

const SHAPES: Readonly<Record<KeywordForm, Shape>> = {
  'any value': { description: 'a value', fits: () => true },
  count: { description: 'an integer of at least 0', fits: isCount },
  flag: { description: 'a boolean', fits: (value) => typeof value === 'boolean' },
  'list of values': { description: 'an array', fits: Array.isArray },
  names: NAMES,
  'names by name': {
    description: 'a map of arrays of strings',
    fits: (value) => isJsonObject(value) && Object.values(value).every(isNames),
    members: NAMES,
  },
  number: { description: 'a number', fits: isNumber },
  'positive number': {
    description: 'a number greater than 0',
    fits: (value) => isNumber(value) && Number(value) > 0,
  },
  reference: TEXT,
  schema: SCHEMA,
  schemas: {
    description: 'a non-empty array of schemas',
    fits: (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
    items: SCHEMA,
  },
  'schemas by name': {
    description: 'a map of schemas',
    fits: (value) => isJsonObject(value) && Object.values(value).every(isSchema),
    members: SCHEMA,
  },
  text: TEXT,
  'type names': {
    description: `one or more of ${TYPES.join(', ')}`,
    fits: (value) =>
      [value].flat().length > 0 && [value].flat().every((name) => TYPES.includes(String(name))),
  },
};

const IDENTIFIERS = ['$anchor', '$dynamicAnchor', '$id'];

interface Misfit {
  pointer: string;
  message: string;
}

// Lists the wrong parts of a keyword's value; the value itself if no part is wrong.
function findMisfits(keyword: string, value: JsonValue, pointer: string): Misfit[] {
  const name = findKeywordName(keyword);
  const shape = name ? SHAPES[KEYWORD_TABLE[name].form] : IDENTIFIERS.includes(keyword) ? TEXT : undefined;
  if (!shape || shape.fits(value)) return [];
  const isList = Array.isArray(value);
  const element = isList ? shape.items : isJsonObject(value) ? shape.members : undefined;
  const wrong = element ? Object.entries(value ?? {}).filter(([, member]) => !element.fits(member)) : [];
  if (!element || wrong.length === 0)
    return [{ pointer, message: `"${keyword}" must be ${shape.description}.` }];
  return wrong.map(([token, member]) => ({
    pointer: appendPointer(pointer, token),
    message: `${isList ? 'An item' : 'A member'} of "${keyword}" must be ${element.description} (got ${describeKind(member)}).`,
  }));
}

function describeKind(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Refuses keywords of a schema with invalid values, and warns of those that JSON Schema does not know. */
export function refuseUnkept(
  { errors, warnings }: { errors: Diagnostics; warnings: Diagnostics },
  { schema, pointer }: LocatedKeywords,
): void {
  for (const keyword of Object.keys(schema)) {
    const value = memberOf(schema, keyword);
    const keywordPointer = appendPointer(pointer, keyword);
    if (value === undefined) continue;
    const misfits = findMisfits(keyword, value, keywordPointer);
    if (UNSUPPORTED.includes(keyword)) {
      errors.add(
        keywordPointer,
        `The keyword "${keyword}" is not supported.`,
        'Use other keywords, or remove it.',
      );
    } else if (misfits.length > 0) {
      for (const misfit of misfits) errors.add(misfit.pointer, misfit.message, 'Correct it.');
    } else if (!isKnownKeyword(keyword)) {
      const message = `Unknown keyword "${keyword}": JSON Schema 2020-12 does not define it, so it has no effect.`;
      warnings.add(keywordPointer, message, 'Remove it, or give it a name that starts with x-.');
    }
  }
}

function isNumber(value: JsonValue): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

function isCount(value: JsonValue): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

function isNames(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}
