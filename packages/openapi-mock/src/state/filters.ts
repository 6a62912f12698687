// Filters of lists: by equality, by ranges of times and numbers, and by a text that any member contains.
import { isJsonObject, type JsonObject, type JsonValue, type Operation } from '@keyframe/openapi-model';
import { type Conventions, findFilterMember, findRangeMember, readBound } from '@keyframe/openapi-resources';
import type { ParameterValues } from '../request/read-parameters.ts';

/** The values of the query parameters of a call that select items. */
export type Filters = readonly (readonly [name: string, wanted: JsonValue])[];

/** Lists the query parameters of a call that filter, which are all but those that select a page. */
export function listFilters(
  { parameters }: Pick<Operation, 'parameters'>,
  values: ParameterValues,
  paging: ReadonlySet<string>,
): Filters {
  const filters: Filters[number][] = [];
  for (const { name } of parameters.filter((parameter) => parameter.location === 'query')) {
    const expected = values.get(`query:${name}`);
    if (expected !== undefined && !paging.has(name)) filters.push([name, expected]);
  }
  return filters;
}

/** The members that a resource may have, and the meaning of names. */
export interface FilterContext {
  members: ReadonlySet<string>;
  conventions: Conventions;
}

/** Reports whether a resource is what filters select; it may lack some of the members of its kind. */
export function matchesFilters(value: JsonObject, filters: Filters, context: FilterContext): boolean {
  return filters.every(([name, expected]) => {
    const member = findFilterMember(name, Object.keys(value));
    if (member !== undefined) return matchesMember(value[member], expected);
    return (
      findFilterMember(name, context.members) === undefined &&
      matchesMeaning(value, [name, expected], context.conventions)
    );
  });
}

function matchesMember(member: JsonValue | undefined, expected: JsonValue): boolean {
  if (isJsonObject(member)) return true;
  const allowed = [expected].flat().map(String);
  return [member].flat().some((value) => allowed.includes(String(value)));
}

// A parameter without a meaning selects everything.
function matchesMeaning(
  value: JsonObject,
  [name, expected]: Filters[number],
  conventions: Conventions,
): boolean {
  if (typeof expected === 'string' && conventions.matches('search', name))
    return containsText(value, expected.toLowerCase());
  const bound = readBound(name, conventions);
  const member = bound && findRangeMember(bound.stem, Object.keys(value), conventions);
  if (!bound || member === undefined) return true;
  const difference = (toNumber(value[member]) - toNumber(expected)) * (bound.isLower ? 1 : -1);
  if (Number.isNaN(difference)) return true;
  return difference > 0 || (difference === 0 && !bound.isOpen);
}

function containsText(value: JsonValue | undefined, text: string): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((member) => containsText(member, text));
  return String(value).toLowerCase().includes(text);
}

function toNumber(value: JsonValue | undefined): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}
