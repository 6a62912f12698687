// The range filters of a list: `created_after`, `min_price`, `price[gte]`.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OpenApiModel,
  type Operation,
  type Parameter,
  valueAt,
} from '@keyframe/openapi-model';
import type { Conventions } from '@keyframe/openapi-resources';
import { flattenName } from '../names.ts';
import { describedMembers } from '../schema/described-members.ts';
import type { Session } from '../session/session.ts';

/** The extension of a range parameter, `inclusive` or `exclusive`. */
const RANGE_EXTENSION = 'x-range';

/** One bound of a range. */
export interface RangeBound {
  parameter: Parameter;
  /** The key of a `deepObject` parameter. */
  key: string | undefined;
  /** The part of the name that refers to the property. */
  stem: string;
  isLower: boolean;
  /** Whether the bound belongs to the range; undefined if unknown. */
  isInclusive: boolean | undefined;
}

/** The parts of a session that bounds depend on. */
export interface RangeContext extends Pick<Session, 'conventions' | 'requests'> {
  model: Pick<OpenApiModel, 'document'>;
}

/** Finds the bounds that a list documents. */
export function findBounds(
  list: Pick<Operation, 'parameters'>,
  { conventions, model: { document }, requests }: RangeContext,
): RangeBound[] {
  return list.parameters
    .filter(({ location }) => location === 'query')
    .flatMap((parameter) => {
      const keys = parameter.schema ? [...describedMembers(requests, parameter.schema).keys()] : [];
      const create = (word: string, stem: string, key?: string) =>
        createBound({ parameter, word, stem, key }, conventions, document);
      if (parameter.style === 'deepObject') return keys.flatMap((key) => create(key, parameter.name, key));
      const words = parameter.name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').split(/[_.-]/);
      const [first = '', last = ''] = [words[0], words.at(-1)];
      if (words.length < 2) return [];
      const bounds = [
        ...create(last, words.slice(0, -1).join('_')),
        ...create(first, words.slice(1).join('_')),
      ];
      return bounds.slice(0, 1);
    });
}

function createBound(
  {
    parameter,
    word,
    stem,
    key,
  }: { parameter: Parameter; word: string; stem: string; key: string | undefined },
  conventions: Conventions,
  document: JsonObject,
): RangeBound[] {
  const isLower = conventions.matches('lowerBound', word);
  if (!isLower && !conventions.matches('upperBound', word)) return [];
  const declared = valueAt(document, parameter.pointer);
  const extension = isJsonObject(declared) ? declared[RANGE_EXTENSION] : undefined;
  const isInclusive =
    extension === 'exclusive' || conventions.matches('exclusiveBound', word)
      ? false
      : extension === 'inclusive' || conventions.matches('inclusiveBound', word)
        ? true
        : undefined;
  return [{ parameter, key, stem, isLower, isInclusive }];
}

/** Finds the property that a bound refers to; undefined if none or several match. */
export function findRangeProperty(
  stem: string,
  items: readonly JsonObject[],
  conventions: Conventions,
): string | undefined {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const same = names.filter((name) => flattenName(name) === flattenName(stem));
  if (same.length === 1) return same[0];
  const times = names.filter((name) =>
    conventions.list('timeSuffix').some((suffix) => flattenName(name) === `${flattenName(stem)}${suffix}`),
  );
  return times.length === 1 ? times[0] : undefined;
}

/** Converts a number or a time to a number; undefined for other values. */
export function toOrdinal(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  const isTime = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(?:$|T)/.test(value);
  return isTime ? Date.parse(value) : undefined;
}

const DAY_MS = 86_400_000;

/** The position of a value relative to a range. */
export type RangePosition = 'bound' | 'inside' | 'outside';

/**
 * Creates the function that compares values with a bound. `written` is the value of the parameter, `pivot` that of an item:
 * a date instead of a time covers a whole day.
 */
export function createRangeTest(
  { isLower, isInclusive }: Pick<RangeBound, 'isInclusive' | 'isLower'>,
  written: JsonValue,
  pivot: JsonValue,
): {
  isExcluded: (value: JsonValue | undefined) => boolean;
  isIncluded: (value: JsonValue | undefined) => boolean;
} {
  const start = toOrdinal(written) ?? Number.NaN;
  const widthMs = written === pivot || typeof written !== 'string' ? 0 : DAY_MS;
  const includesBound = widthMs === 0 ? isInclusive : undefined;
  const locate = (value: JsonValue | undefined): RangePosition => {
    const own = toOrdinal(value);
    if (own === undefined || (own >= start && own <= start + widthMs)) return 'bound';
    return own > start === isLower ? 'inside' : 'outside';
  };
  return {
    isExcluded: (value) => {
      const position = locate(value);
      return position === 'outside' || (position === 'bound' && includesBound === false);
    },
    isIncluded: (value) => {
      const position = locate(value);
      const isComparable = toOrdinal(value) !== undefined;
      return isComparable && (position === 'inside' || (position === 'bound' && includesBound === true));
    },
  };
}
