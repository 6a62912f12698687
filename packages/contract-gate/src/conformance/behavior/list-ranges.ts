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
import { type NamedBound, readBound, readBoundWord } from '@keyframe/openapi-resources';
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
      const toBound = (named: NamedBound | undefined, key?: string) =>
        named && { ...describeBound(parameter, named, document), key };
      if (parameter.style !== 'deepObject') return toBound(readBound(parameter.name, conventions)) ?? [];
      const bounds = keys.map((key) => toBound(readBoundWord(key, parameter.name, conventions), key));
      return bounds.filter((bound) => bound !== undefined);
    });
}

function describeBound(
  parameter: Parameter,
  { stem, isLower, isInclusive }: NamedBound,
  document: JsonObject,
): Omit<RangeBound, 'key'> {
  const declared = valueAt(document, parameter.pointer);
  const extension = isJsonObject(declared) ? declared[RANGE_EXTENSION] : undefined;
  const isDeclared = extension === 'exclusive' || extension === 'inclusive';
  return { parameter, stem, isLower, isInclusive: isDeclared ? extension === 'inclusive' : isInclusive };
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
