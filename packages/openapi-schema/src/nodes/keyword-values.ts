// Required forms of keywords. Code that applies a keyword would skip one of another form, so
// it is refused first.
import { appendPointer, isJsonObject, isSchema, type JsonValue, memberOf } from '@keyframe/openapi-model';
import type { Diagnostics } from './diagnostics.ts';
import type { LocatedKeywords } from './keyword-readers.ts';
import { findKeywordName, KEYWORD_TABLE, type KeywordForm } from './keyword-table.ts';
import { isKnownKeyword } from './keywords.ts';

// Keywords that change what a schema means, and that this generator does not apply. A `$dynamicRef` is replaced before
// schemas are compiled, unless its value is not a reference.
const UNSUPPORTED = ['$dynamicRef', '$recursiveAnchor', '$recursiveRef', '$vocabulary'];

interface Shape {
  description: string;
  fits: (value: JsonValue) => boolean;
}

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

const TEXT: Shape = { description: 'a string', fits: (value) => typeof value === 'string' };

const SHAPES: Readonly<Record<KeywordForm, Shape>> = {
  'any value': { description: 'a value', fits: () => true },
  count: { description: 'an integer of at least 0', fits: isCount },
  flag: { description: 'a boolean', fits: (value) => typeof value === 'boolean' },
  'list of values': { description: 'an array', fits: Array.isArray },
  names: { description: 'an array of strings', fits: isNames },
  'names by name': {
    description: 'a map of arrays of strings',
    fits: (value) => isJsonObject(value) && Object.values(value).every(isNames),
  },
  number: { description: 'a number', fits: isNumber },
  'positive number': {
    description: 'a number greater than 0',
    fits: (value) => isNumber(value) && Number(value) > 0,
  },
  reference: TEXT,
  schema: { description: 'a schema', fits: isSchema },
  schemas: {
    description: 'a non-empty array of schemas',
    fits: (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
  },
  'schemas by name': {
    description: 'a map of schemas',
    fits: (value) => isJsonObject(value) && Object.values(value).every(isSchema),
  },
  text: TEXT,
  'type names': {
    description: `one or more of ${TYPES.join(', ')}`,
    fits: (value) =>
      [value].flat().length > 0 && [value].flat().every((name) => TYPES.includes(String(name))),
  },
};

const IDENTIFIERS = ['$anchor', '$dynamicAnchor', '$id'];

// The description of what a keyword must hold; undefined when it does hold it.
function describeMisfit(keyword: string, value: JsonValue): string | undefined {
  const name = findKeywordName(keyword);
  const shape = name ? SHAPES[KEYWORD_TABLE[name].form] : IDENTIFIERS.includes(keyword) ? TEXT : undefined;
  return shape && !shape.fits(value) ? shape.description : undefined;
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
    const misfit = describeMisfit(keyword, value);
    if (UNSUPPORTED.includes(keyword)) {
      errors.add(
        keywordPointer,
        `The keyword "${keyword}" is not supported.`,
        'Use other keywords, or remove it.',
      );
    } else if (misfit !== undefined) {
      errors.add(keywordPointer, `"${keyword}" must be ${misfit}.`, 'Correct it.');
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
