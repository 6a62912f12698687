// Holds lists to ranges: `created_after`, `min_price`, `price[gte]`. What lies on the bound is judged only where the
// document says whether it belongs to the range.
import { isJsonObject, type JsonObject, type JsonValue, type Parameter } from '@keyframe/openapi-model';
import { shown } from '../checks/check.ts';
import { FILTER_IGNORED, FILTER_MISSES } from '../checks/state-checks.ts';
import { parameterKey, withParameters } from '../requests/draft.ts';
import { type ListSubject, report } from './lists.ts';
import { isWhole, walkPages } from './pager.ts';

/** One bound of a range, and how it is asked for. */
interface Bound {
  parameter: Parameter;
  /** In brackets, where the parameter holds an object. */
  key: string | undefined;
  /** What the name says of the member. */
  stem: string;
  isLower: boolean;
  /** Undefined where nothing says whether the bound belongs to the range. */
  isInclusive: boolean | undefined;
}

const LOWER = /^(?:from|after|since|start|min|minimum|gte?|ge)$/i;
const UPPER = /^(?:to|before|until|end|max|maximum|lte?|le)$/i;
const INCLUSIVE = /^(?:min|max|minimum|maximum|gte|lte|ge|le)$/i;

/** Finds the bounds that a list documents. */
function boundsOf({ list }: Pick<ListSubject, 'list'>): Bound[] {
  return list.parameters
    .filter(({ location }) => location === 'query')
    .flatMap((parameter) => {
      const schema = parameter.schema?.schema;
      const members =
        isJsonObject(schema) && isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
      if (parameter.style === 'deepObject')
        return members.flatMap((key) => boundOf(parameter, { word: key, stem: parameter.name, key }));
      const words = parameter.name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').split(/[_.-]/);
      const [first = '', last = ''] = [words[0], words.at(-1)];
      if (words.length < 2) return [];
      return [
        ...boundOf(parameter, { word: last, stem: words.slice(0, -1).join('_'), key: undefined }),
        ...boundOf(parameter, { word: first, stem: words.slice(1).join('_'), key: undefined }),
      ].slice(0, 1);
    });
}

function boundOf(
  parameter: Parameter,
  { word, stem, key }: { word: string; stem: string; key: string | undefined },
): Bound[] {
  if (!LOWER.test(word) && !UPPER.test(word)) return [];
  const said = parameter.description ?? '';
  const isInclusive =
    /\bexclusive|^(?:gt|lt)$/i.test(said) || /^(?:gt|lt)$/i.test(word)
      ? false
      : /\binclusive/i.test(said) || INCLUSIVE.test(word)
        ? true
        : undefined;
  return [{ parameter, key, stem, isLower: LOWER.test(word), isInclusive }];
}

/** Asks for both sides of values that items have. */
export async function judgeRanges(given: ListSubject): Promise<void> {
  const { subject, ask, draft, paging } = given;
  const bounds = boundsOf(given);
  if (bounds.length === 0) return;
  const all = await walkPages(ask, draft, { collection: subject.collection, paging, size: undefined });
  const items = all.flatMap((page) => page.items);
  for (const bound of bounds) {
    const member = memberFor(bound.stem, items);
    if (member !== undefined && isWhole(all, paging)) await judgeBound(given, { bound, member, items });
  }
}

function memberFor(stem: string, items: readonly JsonObject[]): string | undefined {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const plain = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '');
  const found = names.filter((name) => plain(name) === plain(stem));
  if (found.length === 1) return found[0];
  const times = names.filter((name) => new RegExp(`^${plain(stem)}(?:at|on|date|time)$`).test(plain(name)));
  return times.length === 1 ? times[0] : undefined;
}

/** Reads a value that has an order: a number, or the milliseconds of a time; undefined where it is neither. */
function placeOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  const isTime = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(?:$|T)/.test(value);
  return isTime ? Date.parse(value) : undefined;
}

const DAY_MS = 86_400_000;

interface Asked {
  bound: Bound;
  member: string;
  items: readonly JsonObject[];
}

// From the lowest value on, all are due; from the highest on, none of the others.
async function judgeBound(given: ListSubject, asked: Asked): Promise<void> {
  const { member, items } = asked;
  const places = items.flatMap((item) => placeOf(item[member]) ?? []);
  const [lowest, highest] = [Math.min(...places), Math.max(...places)];
  if (!(lowest < highest)) return;
  for (const place of [lowest, highest]) {
    const pivot = items.find((item) => placeOf(item[member]) === place)?.[member];
    if (pivot !== undefined) await judgeSide(given, asked, pivot);
  }
}

async function judgeSide(
  given: ListSubject,
  { bound, member, items }: Asked,
  pivot: JsonValue,
): Promise<void> {
  const written = acceptedText(given, bound, pivot);
  const at = placeOf(written);
  if (written === undefined || at === undefined) return;
  const { subject, ask, draft, paging } = given;
  const { parameter, key, isLower } = bound;
  const value = key === undefined ? written : { [key]: written };
  const asked = withParameters(draft, [[parameterKey(parameter), value]]);
  const pages = await walkPages(ask, asked, {
    collection: subject.collection,
    paging,
    size: undefined,
  });
  const [first] = pages;
  if (!first || !isWhole(pages, paging)) return;
  // Where a day stands for a time, all of it is on the bound.
  const widthMs = written === pivot || typeof written !== 'string' ? 0 : DAY_MS;
  const sideOf = (item: JsonObject): 'in' | 'on' | 'out' => {
    const own = placeOf(item[member]);
    if (own === undefined || (own >= at && own <= at + widthMs)) return 'on';
    return own > at === isLower ? 'in' : 'out';
  };
  const isOnIncluded = widthMs === 0 ? bound.isInclusive : undefined;
  const found = pages.flatMap((page) => page.items);
  const shownBy = first.exchange;
  const what = `by ${parameter.name}${key === undefined ? '' : `[${key}]`}`;
  const wrong = found.find(
    (item) => sideOf(item) === 'out' || (sideOf(item) === 'on' && isOnIncluded === false),
  );
  if (wrong)
    report(given, {
      check: FILTER_IGNORED,
      message: `A list filtered ${what} contains an item outside of the range.`,
      expected: `${member} ${isLower ? 'from' : 'up to'} ${shown(written)}`,
      received: `${member}: ${shown(wrong[member])}`,
      shownBy,
    });
  const isDue = (item: JsonObject) =>
    placeOf(item[member]) !== undefined &&
    (sideOf(item) === 'in' || (sideOf(item) === 'on' && isOnIncluded === true));
  const got = found.filter(isDue).length;
  if (got >= items.filter(isDue).length) return;
  // What changed or went meanwhile is not due any more.
  const later = await walkPages(ask, draft, {
    collection: subject.collection,
    paging,
    size: undefined,
  });
  const unchanged = new Set(later.flatMap((page) => page.items).map((item) => JSON.stringify(item)));
  const due = items.filter((item) => isDue(item) && unchanged.has(JSON.stringify(item))).length;
  if (got >= due) return;
  report(given, {
    check: FILTER_MISSES,
    message: `A list filtered ${what} lacks items.`,
    expected: `${due} items`,
    received: `${got} items`,
    shownBy,
  });
}

// A range of days may be about times.
function acceptedText(
  { subject }: ListSubject,
  { parameter, key }: Bound,
  pivot: JsonValue,
): JsonValue | undefined {
  const { requests } = subject.context.session;
  const { schema } = parameter;
  const texts: JsonValue[] = typeof pivot === 'string' ? [pivot, pivot.slice(0, 10)] : [pivot];
  return texts.find(
    (text) => !schema || requests.accepts(schema, key === undefined ? text : { [key]: text }),
  );
}
