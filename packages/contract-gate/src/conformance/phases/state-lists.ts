// Checks the list of a collection: pages, filters, ranges, orders and links.
import { findId, findNextLink, findSortMember } from '@keyframe/openapi-resources';
import { collectIds, collectItems, containsResource, ListClient } from '../behavior/list-client.ts';
import { findOrders, type ListOrder } from '../behavior/list-orders.ts';
import type { Page } from '../behavior/pager.ts';
import type { ResourceClient } from '../behavior/resource-client.ts';
import { runStateChecks } from '../behavior/state-check.ts';
import { listItemDiffers } from '../checks/list-item-differs.ts';
import { listMisses } from '../checks/list-misses.ts';
import { findRepeatedId, listRepeats } from '../checks/list-repeats.ts';
import { listUnstable } from '../checks/list-unstable.ts';
import { orderIgnored } from '../checks/order-ignored.ts';
import { type LimitedPage, pageTooLong } from '../checks/page-too-long.ts';
import { pageTooShort } from '../checks/page-too-short.ts';
import { totalWrong } from '../checks/total-wrong.ts';
import { parameterKey, withParameters } from '../requests/draft.ts';
import { readableProperties } from '../resources/described-properties.ts';
import { findItems } from '../resources/find-items.ts';
import { type Resource, resourceId } from '../resources/resource.ts';
import { describedValues } from '../schema/described-members.ts';
import { type Exchange, isSuccess } from '../session/session.ts';
import { listSizes } from './list-parameters.ts';
import { checkFilters } from './state-filters.ts';
import { checkRanges } from './state-ranges.ts';

/** Checks the list of a collection, which must contain the created resources. */
export async function checkLists(client: ResourceClient, created: readonly Resource[]): Promise<void> {
  const list = await ListClient.create(client, { created })?.limitScope();
  if (!list) return;
  await checkPages(list);
  await checkFilters(list);
  await checkNextLinks(list);
  await checkRanges(list);
  await checkOrders(list);
}

/** Reads the pages of a list with several sizes. */
async function checkPages(list: ListClient): Promise<void> {
  const { client } = list;
  const { session } = client.context;
  const sizes = list.paging.limit ? listSizes(list.paging.limit, session) : [undefined];
  const walks: Page[][] = [];
  for (const size of sizes) {
    const pages = await list.readPages(list.draft, size);
    walks.push(pages);
    await checkWalk(list, pages, size);
  }
  const [first = []] = walks;
  const second = await list.readPages(list.draft, sizes[0]);
  await runStateChecks([listUnstable], { client, list, first, second });
  await checkDefaultPage(list, first);
  await runStateChecks([listItemDiffers], { client, list, pages: first, resources: list.created });
}

async function checkWalk(list: ListClient, pages: readonly Page[], size: number | undefined): Promise<void> {
  const { client, created } = list;
  const expectedIds = created.map(resourceId);
  const observed = { client, list, pages, expectedIds, size };
  await runStateChecks([listMisses, listRepeats], observed);
  const tooLong = size === undefined ? undefined : pages.find(({ items }) => items.length > size);
  if (tooLong) await checkLimit(list, tooLong, { most: size ?? 0, limit: `with a limit of ${size}` });
  const hasAll = expectedIds.every((id) => containsResource(pages, id));
  if (pages.length > 0 && list.isComplete(pages) && hasAll && findRepeatedId(pages) === undefined)
    await runStateChecks([totalWrong], observed);
}

// Without a limit, a page has the default number of items.
async function checkDefaultPage(list: ListClient, pages: readonly Page[]): Promise<void> {
  const { defaultLimit, limit } = list.paging;
  if (defaultLimit === undefined || limit?.required) return;
  const page = await list.readDefaultPage();
  if (!page) return;
  const isExact = list.isComplete(pages);
  // If the list is incomplete, only the created resources are known.
  const itemCount = isExact ? collectItems(pages).length : list.created.length;
  const most = isExact ? Math.min(defaultLimit, itemCount) : defaultLimit;
  const allowed = `without a limit (${most < defaultLimit ? 'all pages' : 'default'}: ${most})`;
  await checkLimit(list, page, { most, limit: allowed });
  await runStateChecks([pageTooShort], { client: list.client, list, page, defaultLimit, itemCount });
}

async function checkLimit(
  { client, operation }: ListClient,
  { exchange, items }: Page,
  limit: Pick<LimitedPage, 'limit' | 'most'>,
): Promise<void> {
  const observed = { client, operation, exchange, count: items.length, ...limit };
  await runStateChecks([pageTooLong], observed);
}

/** Reads a list in each of its orders, in small pages. */
async function checkOrders(list: ListClient): Promise<void> {
  const { client } = list;
  const { session } = client.context;
  const properties = readableProperties(session, client.collection.read);
  const read = new Map<ListOrder, Page[]>();
  for (const documented of findOrders(list.operation, session)) {
    const { name = '' } = documented;
    const order = { ...documented, name: findSortMember(name, properties.keys()) ?? documented.name };
    const node = order.name === undefined ? undefined : properties.get(order.name);
    // The values of an enum may have an order of their own.
    if (node && describedValues(node).length > 0) continue;
    const values = order.query.map(([parameter, value]) => [parameterKey(parameter), value] as const);
    const pages = await list.readPages(withParameters(list.draft, values), list.paging.limit && 2);
    await runStateChecks([orderIgnored], { client, list, order, pages });
    if (order.name === undefined) read.set(order, pages);
  }
  const directed = [...read];
  const first = directed.find(([{ direction }]) => direction === 'ascending');
  const last = directed.find(([{ direction }]) => direction === 'descending');
  if (!first || !last) return;
  const [[ascending, pages], [descending, reversed]] = [first, last];
  await runStateChecks([orderIgnored], { client, list, ascending, descending, pages, reversed });
}

const LINKED_SIZE = 2;
const MOST_LINKS = 40;

/** Compares the pages that next links (RFC 8288) lead to with those by parameters. */
async function checkNextLinks(list: ListClient): Promise<void> {
  const { client, draft, operation, paging } = list;
  const isDocumented = operation.responses.some(
    ({ status, headers }) =>
      status.startsWith('2') && headers.some(({ name }) => name.toLowerCase() === 'link'),
  );
  if (!isDocumented || !paging.limit) return;
  const pages = await list.readPages(draft, LINKED_SIZE);
  const first = await list.send(withParameters(draft, [[parameterKey(paging.limit), LINKED_SIZE]]));
  if (!first || !isSuccess(first) || !list.isComplete(pages) || pages.length > MOST_LINKS) return;
  const { linkedIds, last, isCircular } = await followLinks(client, first);
  const nextLink = findNextLink(last.response.headers);
  const expectedIds = collectIds(pages);
  const observed = { client, list, expectedIds, linkedIds, last, nextLink, isCircular };
  await runStateChecks([listRepeats, listMisses], observed);
}

async function followLinks({ collection, context: { session } }: ResourceClient, first: Exchange) {
  const linkedIds = new Set<string>();
  const seen = new Set<string>();
  let last = first;
  for (let links = 0; links < MOST_LINKS; links += 1) {
    for (const { key, value } of findItems(last, session.reader) ?? [])
      linkedIds.add(String(key ?? findId(value, collection)));
    const next = findNextLink(last.response.headers);
    const base = new URL(last.request.target, session.origin);
    if (next === undefined || !URL.canParse(next, base.href)) break;
    const { pathname, search } = new URL(next, base);
    const target = session.withKeys(`${pathname}${search}`);
    if (seen.has(target)) return { linkedIds, last, isCircular: true };
    seen.add(target);
    const exchange = await session.sendRequest(first.draft, { ...first.request, target });
    if (!exchange || !isSuccess(exchange)) break;
    last = exchange;
  }
  return { linkedIds, last, isCircular: false };
}
