// Moves the times of a request: a server may accept only times in the past, in the future, or soon, which no schema can say.

import type { JsonValue } from '@keyframe/openapi-model';
import { replaceValue } from '../schema/variants/variants.ts';
import {
  bodyMediaType,
  type Draft,
  parameterKey,
  sentValue,
  withBodyValue,
  withParameters,
} from './draft.ts';
import { isWithinPath, type JsonPath, listScalars } from './json-paths.ts';
import type { KeptPart } from './kept-part.ts';
import type { RequestContext } from './query-meaning.ts';
import { isTime } from './spread-times.ts';

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;
const DATE_LENGTH = 'yyyy-mm-dd'.length;

/**
 * Lists copies of a valid draft with its times in a year, from tomorrow on, and until yesterday. Only the dates change, and keep their
 * order; with `kept`, only those of the tested part.
 */
export function shiftTimes<TDraft extends Draft>(
  draft: TDraft,
  context: RequestContext,
  kept?: KeptPart,
): TDraft[] {
  const times = listTimes(draft, kept);
  if (times.length === 0) return [];
  const days = [...new Set(times.map(({ time }) => time.slice(0, DATE_LENGTH)))].toSorted();
  const today = Math.floor(Date.now() / DAY_MS);
  return [today + YEAR_DAYS, today + 1, today - days.length].flatMap((first) => {
    const moveDay = (time: string) => {
      const [day, rest] = [time.slice(0, DATE_LENGTH), time.slice(DATE_LENGTH)];
      const date = new Date((first + days.indexOf(day)) * DAY_MS);
      return `${date.toISOString().slice(0, DATE_LENGTH)}${rest}`;
    };
    const shifted = times.reduce((changed, { replace, time }) => replace(changed, moveDay(time)), draft);
    return isValid(shifted, context) ? [shifted] : [];
  });
}

interface LocatedTime<TDraft> {
  time: string;
  replace: (draft: TDraft, time: string) => TDraft;
}

function listTimes<TDraft extends Draft>(draft: TDraft, kept: KeptPart | undefined): LocatedTime<TDraft>[] {
  const isShifted = (path: JsonPath) => !kept || (kept.body !== undefined && isWithinPath(path, kept.body));
  const inBody = [...listScalars(sentValue(draft))].flatMap(({ path, value }) => {
    const replace = (changed: TDraft, time: string) => withBodyTime(changed, path, time);
    return isShifted(path) && isTime(value) ? [{ time: value, replace }] : [];
  });
  const inParameters = [...draft.parameters].flatMap(([key, value]) => {
    const replace = (changed: TDraft, time: string) => ({
      ...changed,
      ...withParameters(changed, [[key, time]]),
    });
    return (!kept || kept.parameter === key) && isTime(value) ? [{ time: value, replace }] : [];
  });
  return [...inBody, ...inParameters];
}

function withBodyTime<TDraft extends Draft>(draft: TDraft, path: JsonPath, time: string): TDraft {
  const value = sentValue(draft);
  if (value === undefined) return draft;
  return withBodyValue(draft, path.length === 0 ? time : replaceValue(value, path, time));
}

function isValid(draft: Draft, { requests }: RequestContext): boolean {
  const accepts = (
    schema: Parameters<typeof requests.accepts>[0] | undefined,
    value: JsonValue | undefined,
  ) => schema === undefined || value === undefined || requests.accepts(schema, value);
  return (
    accepts(bodyMediaType(draft)?.schema, sentValue(draft)) &&
    draft.operation.parameters.every((one) => accepts(one.schema, draft.parameters.get(parameterKey(one))))
  );
}
