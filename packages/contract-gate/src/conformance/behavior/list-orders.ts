// The orders that a list documents.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Operation,
  type Parameter,
} from '@keyframe/openapi-model';
import type { Conventions } from '../conventions.ts';

const DIRECTED = /^(?<sign>[+-]?)(?<name>[A-Za-z_]\w*?)(?:[:. ,_-](?<direction>asc|desc)(?:ending)?)?$/i;

/** The value of a sort parameter, and its meaning. */
export interface ListOrder {
  value: string;
  /** The property that determines the order. */
  name: string;
  isDescending: boolean;
}

/** Finds the sort parameter of a list and the orders that its enum lists. */
export function findOrders(
  list: Pick<Operation, 'parameters'>,
  conventions: Conventions,
): { parameter: Parameter; orders: ListOrder[] } | undefined {
  const parameter = conventions.findQueryParameter(list, 'sort');
  if (!parameter) return undefined;
  const schema = parameter.schema?.schema;
  const listed = isJsonObject(schema) && Array.isArray(schema.enum) ? schema.enum : [];
  const values = listed.filter((value) => typeof value === 'string');
  const orders = values.flatMap((value): ListOrder[] => {
    const { sign, name, direction } = DIRECTED.exec(value)?.groups ?? {};
    if (name === undefined) return [];
    // A name without direction is ascending only if the enum has the descending name as well.
    const isDirected = sign !== '' || direction !== undefined || values.includes(`-${value}`);
    const isDescending = sign === '-' || direction?.toLowerCase() === 'desc';
    return isDirected ? [{ value, name, isDescending }] : [];
  });
  return { parameter, orders };
}

/** Whether an item must come before its predecessor. */
export function isOutOfOrder(
  previous: JsonObject | undefined,
  item: JsonObject,
  { name, isDescending }: Pick<ListOrder, 'isDescending' | 'name'>,
): boolean {
  if (previous === undefined) return false;
  const [left, right] = isDescending ? [item[name], previous[name]] : [previous[name], item[name]];
  return isGreater(left, right);
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
