// Filters of lists: by equality, by ranges of times and numbers, and by a text that any member contains.
import { isJsonObject, type JsonObject, type JsonValue, type Operation } from '@keyframe/openapi-model';
import type { ParameterValues } from '../request/read-parameters.ts';

const FROM = /[_.-]?(?:from|since|after|min|gte?|start)$/i;
const UNTIL = /[_.-]?(?:until|to|before|max|lte?|end)$/i;
// `before`, `after`, `gt` and `lt` leave out the bound itself.
const EXCLUSIVE = /(?:before|after|gt|lt)$/i;
const SEARCHES = /^(?:q|search|query|term|search_?(?:text|term|query)|keywords?)$/i;

/** The values of the query parameters of a call that select items. */
export type Filters = readonly (readonly [name: string, wanted: JsonValue])[];

/** Lists the query parameters of a call that filter, which are all but those that select a page. */
export function listFilters(
  { parameters }: Pick<Operation, 'parameters'>,
  values: ParameterValues,
  paging: ReadonlySet<string>,
): Filters {
  return parameters.flatMap(({ location, name }) => {
    const wanted = location === 'query' && !paging.has(name) ? values.get(`query:${name}`) : undefined;
    return wanted === undefined ? [] : [[name, wanted] as const];
  });
}

/** Reports whether a resource is what filters select; it may lack some of the members of its kind. */
export function matchesFilters(value: JsonObject, filters: Filters, members: ReadonlySet<string>): boolean {
  return filters.every(([name, wanted]) => {
    if (members.has(name) && !Object.hasOwn(value, name)) return false;
    return matchesFilter(value, name, wanted);
  });
}

function matchesFilter(value: JsonObject, name: string, wanted: JsonValue): boolean {
  const member = findMember(value, [name]);
  if (member !== undefined) {
    if (isJsonObject(member)) return true;
    const allowed = [wanted].flat().map(String);
    return [member].flat().some((one) => allowed.includes(String(one)));
  }
  if (typeof wanted === 'string' && SEARCHES.test(name)) return containsText(value, wanted.toLowerCase());
  const direction = FROM.test(name) ? 1 : UNTIL.test(name) ? -1 : 0;
  const stem = name.replace(direction === 1 ? FROM : UNTIL, '');
  const bounded =
    direction === 0 || stem === '' ? undefined : findMember(value, [stem, `${stem}_at`, `${stem}At`]);
  const difference = (toNumber(bounded) - toNumber(wanted)) * direction;
  if (Number.isNaN(difference) || direction === 0) return true;
  return EXCLUSIVE.test(name) ? difference > 0 : difference >= 0;
}

function containsText(value: JsonValue | undefined, wanted: string): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((member) => containsText(member, wanted));
  return String(value).toLowerCase().includes(wanted);
}

function findMember(value: JsonObject, names: readonly string[]): JsonValue | undefined {
  const name = names.find((one) => Object.hasOwn(value, one));
  return name === undefined ? undefined : value[name];
}

function toNumber(value: JsonValue | undefined): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}
