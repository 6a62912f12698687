// The parts of a list operation: where its items are, how it pages, which parameters filter.

import { planPagination } from '@keyframe/openapi-client/pagination';
import { findKeyword, type Operation, type Parameter, readFirstPage } from '@keyframe/openapi-model';
import { splitPointer } from '@keyframe/openapi-runtime/wire';
import type { SchemaNode } from '@keyframe/openapi-schema';
import {
  canBeList,
  collectProperties,
  findNodes,
  isList,
  isMap,
  mergeProperties,
} from '../document/schema-parts.ts';
import type { Schemas } from '../document/schemas.ts';
import { findJsonMedia } from '../response/responses.ts';
import { isEnvelopeName } from './envelope.ts';

/** A parameter that continues after the previous page. */
export interface ParameterPage {
  kind: 'parameter';
  name: string;
  location: string;
  /** Names that lead to the value in the body; undefined if it is the id of the last item. */
  path: readonly string[] | undefined;
  isNumber: boolean;
  /** Whether the value is the id of an item, not an opaque text. */
  isId: boolean;
}

/** The way to the next page. */
export type NextPage = ParameterPage | { kind: 'url'; path: readonly string[] } | { kind: 'header' };

/** The plan of a list. */
export interface ListPlan {
  /** Names that lead to the items; none if the body itself is the list. */
  items: readonly string[];
  /** Whether the items are the values of an object, by their ids. */
  isMap: boolean;
  next: NextPage | undefined;
  /** Names that lead to the flag that is true if a page follows. */
  more: readonly string[] | undefined;
  limit: Parameter | undefined;
  /** The documented number of items of a page. */
  defaultLimit: number | undefined;
  /** The parameter with the number of a page. */
  page: Parameter | undefined;
  /** The number of the first page. */
  firstPage: number;
  /** The parameter with the number of items to skip. */
  offset: Parameter | undefined;
}

const LIMITS = /^(?:\$?(?:limit|top)|per_?page|page_?size|page_?limit|max_?results|first|count|size)$/i;
const PAGES = /^(?:page|page_?number)$/i;
const OFFSETS = /^(?:\$?skip|offset|start|start_?index|first_?result)$/i;
const CONTINUATION = /^(?:after|cursor|marker|(?:continuation|next|page)_?(?:cursor|token))$/i;
const NEXT_CURSORS = /^(?:end|next)_?(?:page_?)?(?:after|cursor|marker|token)$/i;

/** Plans the pages of a list by the rules that generated clients follow; undefined if the response has no list. */
export function planList(schemas: Schemas, operation: Operation): ListPlan | undefined {
  const body = schemas.readBody(findJsonMedia(operation));
  const plan = planPagination(schemas.model, operation);
  const list = plan?.items ?? findList(body);
  const isById = list === undefined && body !== undefined && isMap(body);
  if (!list && !isById) return undefined;
  const find = (pattern: RegExp) =>
    operation.parameters.find(({ location, name }) => location === 'query' && pattern.test(name));
  const described = plan && describeNext(schemas, plan.pagination, operation);
  const isUnnamed = described?.kind === 'parameter' && described.path === undefined;
  const next = isUnnamed
    ? { ...described, path: findCursorPath(body) }
    : (described ?? findContinuation(operation, body));
  const page = find(PAGES) ?? findNextNumber(operation, next);
  const limit = find(LIMITS);
  const defaultLimit = limit?.schema && findKeyword(schemas.model, limit.schema, 'default');
  return {
    items: list ?? [],
    isMap: isById,
    next,
    more: plan?.pagination.more === undefined ? undefined : splitPointer(plan.pagination.more),
    limit,
    defaultLimit: typeof defaultLimit === 'number' ? defaultLimit : undefined,
    page,
    firstPage: page ? readFirstPage(schemas.model, page) : 1,
    offset: find(OFFSETS),
  };
}

/** Lists the names of the query parameters that select a page. */
export function listPagingNames({ limit, page, offset, next }: ListPlan): Set<string> {
  const names = [limit?.name, page?.name, offset?.name, next?.kind === 'parameter' ? next.name : undefined];
  return new Set(names.filter((name) => name !== undefined));
}

/** Lists the names of the members that the items of a list may have. */
export function listItemMembers(
  schemas: Schemas,
  operation: Operation,
  { items }: Pick<ListPlan, 'items'>,
): Set<string> {
  const body = schemas.readBody(findJsonMedia(operation));
  return new Set(body && mergeProperties(findNodes([body], [...items, '0'])).keys());
}

type Pagination = NonNullable<ReturnType<typeof planPagination>>['pagination'];

function describeNext(
  { model }: Schemas,
  { next = {}, link, more }: Pagination,
  operation: Operation,
): NextPage | undefined {
  const sources = Object.entries(next).flatMap(([location, parameters]) =>
    Object.entries(parameters ?? {}).map(([name, source]) => ({ location, name, source })),
  );
  const own = sources.find(({ source }) => !source.startsWith('header:'));
  if (own) {
    const { location, name, source } = own;
    const parameter = operation.parameters.find((one) => one.name === name && one.location === location);
    const type = parameter?.schema && findKeyword(model, parameter.schema, 'type');
    const isNumber = type === 'integer' || type === 'number';
    const path = source.startsWith('last:') ? undefined : splitPointer(source);
    return { kind: 'parameter', name, location, path, isNumber, isId: more !== undefined };
  }
  if (link === undefined) return undefined;
  return link.startsWith('/') ? { kind: 'url', path: splitPointer(link) } : { kind: 'header' };
}

// A response may name the number of the next page.
function findNextNumber({ parameters }: Operation, next: NextPage | undefined): Parameter | undefined {
  if (next?.kind !== 'parameter' || !next.isNumber || !/page/i.test(next.name)) return undefined;
  return parameters.find(({ location, name }) => location === next.location && name === next.name);
}

// A parameter whose value a member of the body has; generated clients leave it to their callers.
function findContinuation(operation: Operation, body: SchemaNode | undefined): ParameterPage | undefined {
  const parameter = operation.parameters.find(
    ({ location, name }) => location === 'query' && CONTINUATION.test(name),
  );
  if (!parameter || !body) return undefined;
  const { name, location } = parameter;
  const path = collectProperties(body).has(name) ? [name] : findCursorPath(body);
  return path && { kind: 'parameter', name, location, path, isNumber: false, isId: false };
}

// A member with the cursor of the next page: of the body, or of an object in it.
function findCursorPath(body: SchemaNode | undefined): string[] | undefined {
  if (!body) return undefined;
  const properties = collectProperties(body);
  const findName = (names: Iterable<string>) => [...names].find((name) => NEXT_CURSORS.test(name));
  const own = findName(properties.keys());
  if (own !== undefined) return [own];
  for (const [outer, nodes] of properties) {
    const name = findName(mergeProperties(nodes).keys());
    if (name !== undefined) return [outer, name];
  }
  return undefined;
}

// The first list of a documented body.
function findList(body: SchemaNode | undefined): readonly string[] | undefined {
  if (!body) return undefined;
  if (isList(body)) return [];
  const properties = collectProperties(body);
  const own = findListName(properties);
  if (own !== undefined) return [own];
  if (canBeList(body)) return [];
  for (const [outer, nodes] of properties) {
    const name = isEnvelopeName(outer) ? nodes.map(collectProperties).map(findListName)[0] : undefined;
    if (name !== undefined) return [outer, name];
  }
  return undefined;
}

function findListName(properties: ReadonlyMap<string, readonly SchemaNode[]>): string | undefined {
  return [...properties].find(([, nodes]) => nodes.some(isList))?.[0];
}
