// The orders that a list documents.
import type { JsonObject, JsonValue, Operation, Parameter } from '@keyframe/openapi-model';
import { readOrderTerms } from '@keyframe/openapi-resources';
import { describedValues } from '../schema/described-members.ts';
import type { Session } from '../session/session.ts';

/** The direction of an order; `either` if the document does not specify it. */
export type Direction = 'ascending' | 'descending' | 'either';

/** A documented order of a list. */
export interface ListOrder {
  /** The values of the query parameters. */
  query: readonly (readonly [parameter: Parameter, value: string])[];
  /** The property that determines the order; undefined if the document does not name it. */
  name: string | undefined;
  direction: Direction;
}

/** Lists the orders that the enums of sort and direction parameters specify. */
export function findOrders(
  list: Pick<Operation, 'parameters'>,
  { conventions, requests }: Pick<Session, 'conventions' | 'requests'>,
): readonly ListOrder[] {
  const query = list.parameters
    .filter(({ location }) => location === 'query')
    .map((parameter) => ({ parameter, values: listTexts(requests, parameter) }));
  const directing = query.find(
    ({ parameter: { name }, values }) =>
      (conventions.matches('direction', name) || conventions.matches('sort', name)) &&
      values.length > 1 &&
      values.every((value) => readOrderTerms(value)[0]?.kind === 'direction'),
  );
  const sorting = query.find((one) => one !== directing && conventions.matches('sort', one.parameter.name));
  const named = sorting ? sorting.values.flatMap((value) => readOrder(sorting, value)) : [];
  if (!directing) return named;
  const directions = directing.values.map((value) => [directing.parameter, value] as const);
  if (!sorting) return directions.map((one) => directOrder({ query: [], name: undefined }, one));
  const undirected = named.filter(({ direction }) => direction === 'either');
  return [
    ...named.filter((one) => !undirected.includes(one)),
    ...undirected.flatMap((one) => directions.map((direction) => directOrder(one, direction))),
  ];
}

interface EnumeratedParameter {
  parameter: Parameter;
  values: readonly string[];
}

function listTexts(requests: Session['requests'], { schema }: Parameter): string[] {
  const values = schema ? describedValues(requests.node(schema)) : [];
  return values.filter((value) => typeof value === 'string');
}

function readOrder({ parameter, values }: EnumeratedParameter, value: string): ListOrder[] {
  const [term] = readOrderTerms(value);
  if (term === undefined) return [];
  const query = [[parameter, value]] as const;
  // A name without direction is ascending only if the enum has the descending name as well.
  const isDescending = term.isDescending ?? (values.includes(`-${value}`) ? false : undefined);
  return [{ query, name: term.name, direction: readDirection(isDescending) }];
}

function directOrder(
  { query, name }: Pick<ListOrder, 'name' | 'query'>,
  directing: readonly [parameter: Parameter, value: string],
): ListOrder {
  const [term] = readOrderTerms(directing[1]);
  return { query: [...query, directing], name, direction: readDirection(term?.isDescending) };
}

function readDirection(isDescending: boolean | undefined): Direction {
  if (isDescending === undefined) return 'either';
  return isDescending ? 'descending' : 'ascending';
}

/** Formats the query of an order: `sort=name, order=asc`. */
export function formatOrder({ query }: ListOrder): string {
  return query.map(([{ name }, value]) => `${name}=${value}`).join(', ');
}

/** Finds the first item that is out of order; in either direction, the first one that turns it. */
export function findOutOfOrder(
  items: readonly JsonObject[],
  { name, direction }: Pick<ListOrder, 'direction' | 'name'>,
): number {
  if (name === undefined) return -1;
  const isWrong = (index: number, isDescending: boolean) => {
    const [left, right] = [items[index - 1]?.[name], items[index]?.[name]];
    return isDescending ? isGreater(right, left) : isGreater(left, right);
  };
  const find = (isDescending: boolean) => items.findIndex((_, index) => isWrong(index, isDescending));
  if (direction !== 'either') return find(direction === 'descending');
  const [falls, rises] = [find(false), find(true)];
  return falls < 0 || rises < 0 ? -1 : Math.max(falls, rises);
}

// Texts are compared by code unit and by language; they are out of order only if both comparisons agree.
function isGreater(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left > right;
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  return (
    left > right &&
    left.localeCompare(right, 'en') > 0 &&
    left.localeCompare(right, 'en', { numeric: true }) > 0
  );
}
