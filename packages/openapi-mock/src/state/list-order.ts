// Orders of lists that query parameters request: `sort=-name`, `sort=name:desc`, `sortBy=name&order=desc`.
import { findKeyword, type JsonObject, type JsonValue, type Operation } from '@keyframe/openapi-model';
import { type DocumentReader, simplifyName } from '@keyframe/openapi-resources';
import type { ParameterValues } from '../request/read-parameters.ts';

const DIRECTED =
  /^(?<sign>[+-]?)(?<name>.+?)(?:(?:[:. _-]|(?=[AD]))(?<direction>[Aa]sc|[Dd]esc|ASC|DESC)(?:ending)?)?$/;
const DIRECTION = /^(asc|desc)(?:ending)?$/i;
const AGES = new Map([
  ['newest', true],
  ['latest', true],
  ['oldest', false],
]);

/** A member that items are sorted by; without a name, the time of their creation. */
export interface SortKey {
  name: string | undefined;
  isDescending: boolean;
}

/** The order of a list, and the query parameters that request it. */
export interface ListOrder {
  keys: readonly SortKey[];
  parameters: ReadonlySet<string>;
}

/** The query of a request, and the members that its items may have. */
export interface OrderSource {
  reader: Pick<DocumentReader, 'conventions' | 'model'>;
  members: ReadonlySet<string>;
  values: ParameterValues;
}

interface OrderPart {
  /** Undefined for a direction alone, and for the time of the creation. */
  name: string | undefined;
  isDescending: boolean | undefined;
  isDirection: boolean;
}

/** Reads the order that a request has, or that the document has by default; a value that names no member is not an order. */
export function readOrder({ parameters }: Pick<Operation, 'parameters'>, source: OrderSource): ListOrder {
  const { conventions, model } = source.reader;
  const ordering = parameters.flatMap(({ location, name, schema }) => {
    const isOrder = conventions.matches('sort', name) || conventions.matches('direction', name);
    if (location !== 'query' || !isOrder) return [];
    const standard = schema && findKeyword(model, schema, 'default');
    const parts = listTexts(source.values.get(`query:${name}`) ?? standard).map((text) =>
      readPart(text, source.members),
    );
    const known = parts.filter((part) => part !== undefined);
    return known.length > 0 && known.length === parts.length ? [{ name, parts: joinDirections(known) }] : [];
  });
  const all = ordering.flatMap(({ parts }) => parts);
  const common = all.findLast(({ isDirection }) => isDirection)?.isDescending;
  const named = all.filter(({ isDirection }) => !isDirection);
  const keys = named.length > 0 || common === undefined ? named : [{ name: undefined, isDescending: common }];
  return {
    keys: keys.map(({ name, isDescending }) => ({ name, isDescending: isDescending ?? common ?? false })),
    parameters: new Set(ordering.map(({ name }) => name)),
  };
}

// `sort=name,desc`: the direction is that of the member before it.
function joinDirections(parts: readonly OrderPart[]): OrderPart[] {
  const joined: OrderPart[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    if (before && part.isDirection)
      joined[joined.length - 1] = { ...before, isDescending: part.isDescending };
    else joined.push(part);
  }
  return joined;
}

function listTexts(value: unknown): string[] {
  const texts = [value].flat().filter((one) => typeof one === 'string');
  return texts.flatMap((text) => text.split(',').map((part) => part.trim())).filter((part) => part !== '');
}

function readPart(text: string, members: ReadonlySet<string>): OrderPart | undefined {
  const direction = DIRECTION.exec(text)?.[1];
  if (direction !== undefined && !members.has(text))
    return { name: undefined, isDescending: isDescent(direction), isDirection: true };
  const isNewest = AGES.get(text.toLowerCase());
  if (isNewest !== undefined) return { name: undefined, isDescending: isNewest, isDirection: false };
  const { sign, name: written = '', direction: end } = DIRECTED.exec(text)?.groups ?? {};
  const name = members.has(text) ? text : findName(written, members);
  if (name === undefined) return undefined;
  const marked = end ?? (sign === '' ? undefined : sign);
  return { name, isDescending: marked === undefined ? undefined : isDescent(marked), isDirection: false };
}

function isDescent(mark: string): boolean {
  return mark === '-' || /^desc/i.test(mark);
}

// `createdAt`, `CREATED_AT` and `created` all name `created_at`.
function findName(text: string, members: ReadonlySet<string>): string | undefined {
  if (members.has(text)) return text;
  const wanted = simplifyName(text);
  const all = [...members];
  return (
    all.find((member) => simplifyName(member) === wanted) ??
    all.find((member) => [`${wanted}at`, `${wanted}date`].includes(simplifyName(member)))
  );
}

/** Sorts items; those without the member are the last, equal ones stay in their order. */
export function sortItems<TItem extends { position: number; value: JsonObject }>(
  items: readonly TItem[],
  keys: readonly SortKey[],
): readonly TItem[] {
  if (keys.length === 0) return items;
  return items.toSorted((left, right) => {
    for (const { name, isDescending } of keys) {
      const read = (item: TItem) => (name === undefined ? item.position : item.value[name]);
      const difference = compare(read(left), read(right), isDescending);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

function compare(left: JsonValue | undefined, right: JsonValue | undefined, isDescending: boolean): number {
  if (left === undefined || left === null || right === undefined || right === null)
    return Number(left === undefined || left === null) - Number(right === undefined || right === null);
  const isText = typeof left === 'string' && typeof right === 'string';
  const difference = isText ? left.localeCompare(right, 'en') : Number(left) - Number(right);
  const ascending = Number.isNaN(difference) ? 0 : difference;
  return isDescending ? -ascending : ascending;
}
