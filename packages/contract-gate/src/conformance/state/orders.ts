// Holds lists to the order that they are asked for.
import { isJsonObject, type JsonObject, type JsonValue, type Parameter } from '@keyframe/openapi-model';
import { shown } from '../checks/check.ts';
import { ORDER_IGNORED } from '../checks/state-checks.ts';
import { parameterKey, withParameters } from '../requests/draft.ts';
import { type ListSubject, report } from './lists.ts';
import { isWhole, walkPages } from './pager.ts';

const SORT = /^(?:sort|sort_?by|order|order_?by|ordering)$/i;
const DIRECTED = /^(?<sign>[+-]?)(?<name>[A-Za-z_]\w*?)(?:[:. ,_-](?<direction>asc|desc)(?:ending)?)?$/i;

/** An order: the member that decides, and whether it descends. */
interface Order {
  value: string;
  name: string;
  isDescending: boolean;
}

/** Finds the orders that a list documents, and the member of the items that each is about. */
function ordersOf({
  list,
}: Pick<ListSubject, 'list'>): { parameter: Parameter; orders: Order[] } | undefined {
  const parameter = list.parameters.find(({ location, name }) => location === 'query' && SORT.test(name));
  const schema = parameter?.schema?.schema;
  const listed = isJsonObject(schema) && Array.isArray(schema.enum) ? schema.enum : [];
  const values = listed.filter((value) => typeof value === 'string');
  if (!parameter) return undefined;
  const orders = values.flatMap((value): Order[] => {
    const { sign, name, direction } = DIRECTED.exec(value)?.groups ?? {};
    if (name === undefined) return [];
    // A name alone ascends where the same name also descends.
    const isDirected = sign !== '' || direction !== undefined || values.includes(`-${value}`);
    const isDescending = sign === '-' || direction?.toLowerCase() === 'desc';
    return isDirected ? [{ value, name, isDescending }] : [];
  });
  return { parameter, orders };
}

/** Walks a list in each of its orders, in small pages. */
export async function judgeOrders(given: ListSubject): Promise<void> {
  const { ask, draft, paging, subject } = given;
  const { collection } = subject;
  const { parameter, orders } = ordersOf(given) ?? { orders: [] };
  if (!parameter) return;
  for (const { value, name, isDescending } of orders) {
    const asked = withParameters(draft, [[parameterKey(parameter), value]]);
    const size = paging.limit && 2;
    const pages = await walkPages(ask, asked, { collection, paging, size });
    const items = pages.flatMap((page) => page.items);
    const at = items.findIndex((item, index) => isBehind(items[index - 1], item, { name, isDescending }));
    const page = pages.find((one) => one.items.includes(items[at] ?? {}));
    if (at < 0 || !page || !isWhole(pages, paging)) continue;
    report(given, {
      check: ORDER_IGNORED,
      message: `A list in the order "${value}" is in another one.`,
      expected: `${name} ${isDescending ? 'descending' : 'ascending'}`,
      received: `${shown(items[at - 1]?.[name])} before ${shown(items[at]?.[name])}`,
      shownBy: page.exchange,
    });
  }
}

function isBehind(
  before: JsonObject | undefined,
  item: JsonObject,
  { name, isDescending }: Pick<Order, 'isDescending' | 'name'>,
): boolean {
  const [one, other] = isDescending ? [item[name], before?.[name]] : [before?.[name], item[name]];
  return before !== undefined && isAfter(one, other);
}

// Texts are ordered by their code units, or as a language has them: what is wrong by both is wrong.
function isAfter(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (typeof one === 'number' && typeof other === 'number') return one > other;
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  return (
    one > other && one.localeCompare(other, 'en') > 0 && one.localeCompare(other, 'en', { numeric: true }) > 0
  );
}
