// What each keyword must hold. A keyword that holds something else would be skipped by the code that applies it, so
// it is refused first.
import { isJsonObject, isSchema, type JsonValue } from '@keyframe/openapi-model';
import { SUBSCHEMAS } from './keywords.ts';

interface Shape {
  told: string;
  fits: (value: JsonValue) => boolean;
}

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

const COUNTS = ['Contains', 'Items', 'Length', 'Properties'].flatMap((name) => [`max${name}`, `min${name}`]);

const SHAPES: readonly (Shape & { keywords: readonly string[] })[] = [
  { keywords: SUBSCHEMAS.one, told: 'a schema', fits: isSchema },
  {
    keywords: SUBSCHEMAS.list,
    told: 'a list of schemas',
    fits: (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
  },
  {
    keywords: SUBSCHEMAS.map,
    told: 'a map of schemas',
    fits: (value) => isJsonObject(value) && Object.values(value).every(isSchema),
  },
  { keywords: COUNTS, told: 'a whole number from 0', fits: isCount },
  {
    keywords: ['exclusiveMaximum', 'exclusiveMinimum', 'maximum', 'minimum'],
    told: 'a number',
    fits: isNumber,
  },
  {
    keywords: ['multipleOf'],
    told: 'a number above 0',
    fits: (value) => isNumber(value) && Number(value) > 0,
  },
  { keywords: ['$ref', 'format', 'pattern'], told: 'a string', fits: (value) => typeof value === 'string' },
  { keywords: ['uniqueItems'], told: 'true or false', fits: (value) => typeof value === 'boolean' },
  { keywords: ['enum'], told: 'a list of values', fits: Array.isArray },
  { keywords: ['required'], told: 'a list of names', fits: isNames },
  {
    keywords: ['dependentRequired'],
    told: 'a map of lists of names',
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

/** Tells what a keyword must hold; undefined when it does hold it. */
export function misfitOf(keyword: string, value: JsonValue): string | undefined {
  const shape = SHAPE_OF.get(keyword);
  return shape && !shape.fits(value) ? shape.told : undefined;
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
