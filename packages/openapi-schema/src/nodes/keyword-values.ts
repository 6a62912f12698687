// What each keyword must hold. A keyword that holds something else would be skipped by the code that applies it, so
// it is refused first.
import { appendPointer, isJsonObject, isSchema, type JsonValue, memberOf } from '@keyframe/openapi-model';
import type { Diagnostics } from './diagnostics.ts';
import type { Place } from './keyword-readers.ts';
import { isKnownKeyword, SUBSCHEMAS } from './keywords.ts';

// Keywords that change what a schema means, and that this generator does not apply. A `$dynamicRef` is replaced before
// schemas are compiled, unless it is none.
const UNSUPPORTED = ['$dynamicRef', '$recursiveAnchor', '$recursiveRef', '$vocabulary'];

interface Shape {
  told: string;
  fits: (value: JsonValue) => boolean;
}

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

const COUNTS = ['Contains', 'Items', 'Length', 'Properties'].flatMap((name) => [`max${name}`, `min${name}`]);

const SHAPES: readonly (Shape & { keywords: readonly string[] })[] = [
  { keywords: [...SUBSCHEMAS.one], told: 'a schema', fits: isSchema },
  {
    keywords: [...SUBSCHEMAS.list],
    told: 'a non-empty array of schemas',
    fits: (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
  },
  {
    keywords: [...SUBSCHEMAS.map],
    told: 'a map of schemas',
    fits: (value) => isJsonObject(value) && Object.values(value).every(isSchema),
  },
  { keywords: COUNTS, told: 'an integer of at least 0', fits: isCount },
  {
    keywords: ['exclusiveMaximum', 'exclusiveMinimum', 'maximum', 'minimum'],
    told: 'a number',
    fits: isNumber,
  },
  {
    keywords: ['multipleOf'],
    told: 'a number greater than 0',
    fits: (value) => isNumber(value) && Number(value) > 0,
  },
  {
    keywords: ['$anchor', '$dynamicAnchor', '$id', '$ref', 'format', 'pattern'],
    told: 'a string',
    fits: (value) => typeof value === 'string',
  },
  { keywords: ['uniqueItems'], told: 'a boolean', fits: (value) => typeof value === 'boolean' },
  { keywords: ['enum'], told: 'an array', fits: Array.isArray },
  { keywords: ['required'], told: 'an array of strings', fits: isNames },
  {
    keywords: ['dependentRequired'],
    told: 'a map of arrays of strings',
    fits: (value) => isJsonObject(value) && Object.values(value).every(isNames),
  },
  {
    keywords: ['type'],
    told: `one or more of ${TYPES.join(', ')}`,
    fits: (value) =>
      [value].flat().length > 0 && [value].flat().every((name) => TYPES.includes(String(name))),
  },
];

const SHAPE_OF = new Map(
  SHAPES.flatMap((shape) => shape.keywords.map((keyword) => [keyword, shape] as const)),
);

// What a keyword must hold; undefined when it does hold it.
function misfitOf(keyword: string, value: JsonValue): string | undefined {
  const shape = SHAPE_OF.get(keyword);
  return shape && !shape.fits(value) ? shape.told : undefined;
}

/** Refuses the keywords of a schema that hold what they can't, and tells of those that JSON Schema does not know. */
export function refuseUnkept(
  { errors, warnings }: { errors: Diagnostics; warnings: Diagnostics },
  { schema, pointer }: Place,
): void {
  for (const keyword of Object.keys(schema)) {
    const value = memberOf(schema, keyword);
    const place = appendPointer(pointer, keyword);
    if (value === undefined) continue;
    const misfit = misfitOf(keyword, value);
    if (UNSUPPORTED.includes(keyword)) {
      errors.add(place, `The keyword "${keyword}" is not supported.`, 'Use other keywords, or remove it.');
    } else if (misfit !== undefined) {
      errors.add(place, `"${keyword}" must be ${misfit}.`, 'Correct it.');
    } else if (!isKnownKeyword(keyword)) {
      const message = `Unknown keyword "${keyword}": JSON Schema 2020-12 does not define it, so it has no effect.`;
      warnings.add(place, message, 'Remove it, or give it a name that starts with x-.');
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
