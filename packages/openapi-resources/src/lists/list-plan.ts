// The parts of a list operation: where its items are, how it pages, which parameters filter.
import type { Operation, Parameter } from '@keyframe/openapi-model';
import { splitPointer } from '@keyframe/openapi-runtime/wire';
import type { SchemaNode } from '@keyframe/openapi-schema';
import {
  canBeList,
  collectProperties,
  findDefault,
  findNodes,
  isList,
  isMap,
  listApplied,
  listKeyword,
  mergeProperties,
} from '@keyframe/openapi-schema/facts';
import type { ConventionName } from '../conventions/conventions.ts';
import type { DocumentReader } from '../document/document-reader.ts';
import { readBody } from '../document/operation-schemas.ts';
import { findJsonMedia } from '../document/responses.ts';
import { isScalar } from '../kinds/envelope.ts';
import { findListPath, isNamedAfter } from './find-list-path.ts';
import { findQuery } from './find-query.ts';
import { type PaginationPlan, planPagination } from './pagination.ts';

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

/** The parameters and members that lead through the pages of a list. */
export interface Paging {
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
  /** The parameter with the cursor of a page. */
  cursor: Parameter | undefined;
}

/** The plan of a list. */
export interface ListPlan extends Paging {
  /** Names that lead to the items; none if the body itself is the list. */
  items: readonly string[];
  /** Whether the items are the values of an object, by their ids. */
  isMap: boolean;
}

/** Plans the pages of a list by the rules that generated clients follow; undefined if the response has no list. */
export function planList(reader: DocumentReader, operation: Operation): ListPlan | undefined {
  const body = readBody(reader, findJsonMedia(operation));
  const pagination = planPagination(reader, operation);
  const list = pagination?.items ?? findList(body, operation, reader);
  const map = list ? undefined : findMap(body, operation, reader);
  const items = list ?? map;
  if (!items) return undefined;
  return { items, isMap: map !== undefined, ...describePaging(reader, operation, { body, pagination }) };
}

/** Plans the pages of an operation whether its response describes a list or not. */
export function planPaging(reader: DocumentReader, operation: Operation): Paging {
  const body = readBody(reader, findJsonMedia(operation));
  const pagination = planPagination(reader, operation);
  return describePaging(reader, operation, { body, pagination });
}

function describePaging(
  reader: DocumentReader,
  operation: Operation,
  { body, pagination: plan }: { body: SchemaNode | undefined; pagination: PaginationPlan | undefined },
): Paging {
  const find = (entry: ConventionName) => findQuery(operation, entry, reader);
  const described = plan && describeNext(reader, plan.pagination, operation);
  const isUnnamed = described?.kind === 'parameter' && described.path === undefined;
  const next = isUnnamed
    ? { ...described, path: findCursorPath(body, reader) }
    : (described ?? findContinuation(operation, body, reader));
  const page = find('page') ?? findNextNumber(operation, next, reader);
  const limit = find('limit');
  const limitNode = readParameter(reader, limit);
  const defaultLimit = limitNode && findDefault(limitNode);
  const { more } = plan?.pagination ?? {};
  return {
    next,
    more: more === undefined ? undefined : splitPointer(more),
    limit,
    defaultLimit: typeof defaultLimit === 'number' ? defaultLimit : undefined,
    page,
    firstPage: readFirstPage(readParameter(reader, page)),
    offset: find('offset'),
    cursor: find('cursor'),
  };
}

/** Lists the names of the query parameters that select a page. */
export function listPagingNames({ limit, page, offset, next }: ListPlan): Set<string> {
  const names = [limit?.name, page?.name, offset?.name, next?.kind === 'parameter' ? next.name : undefined];
  return new Set(names.filter((name) => name !== undefined));
}

/** Lists the names of the members that the items of a list may have. */
export function listItemMembers(
  reader: DocumentReader,
  operation: Operation,
  { items }: Pick<ListPlan, 'items'>,
): Set<string> {
  const body = readBody(reader, findJsonMedia(operation));
  return new Set(body && mergeProperties(findNodes([body], [...items, '0'])).keys());
}

type Pagination = NonNullable<ReturnType<typeof planPagination>>['pagination'];

function describeNext(
  reader: DocumentReader,
  { next = {}, link, more }: Pagination,
  operation: Operation,
): NextPage | undefined {
  const sources = Object.entries(next).flatMap(([location, parameters]) =>
    Object.entries(parameters ?? {}).map(([name, source]) => ({ location, name, source })),
  );
  const bodySource = sources.find(({ source }) => !source.startsWith('header:'));
  if (bodySource) {
    const { location, name, source } = bodySource;
    const parameter = operation.parameters.find((one) => one.name === name && one.location === location);
    const types = [...(readParameter(reader, parameter)?.types ?? [])];
    const isNumber = types.length === 1 && types.every((type) => type === 'integer' || type === 'number');
    const path = source.startsWith('last:') ? undefined : splitPointer(source);
    return { kind: 'parameter', name, location, path, isNumber, isId: more !== undefined };
  }
  if (link === undefined) return undefined;
  return link.startsWith('/') ? { kind: 'url', path: splitPointer(link) } : { kind: 'header' };
}

function readParameter(reader: DocumentReader, parameter: Parameter | undefined): SchemaNode | undefined {
  const schema = parameter?.schema;
  return schema && reader.node({ schema, direction: 'request' });
}

// The default of the number of a page, otherwise its minimum, otherwise 1.
function readFirstPage(schema: SchemaNode | undefined): number {
  const bounds = schema ? [findDefault(schema), ...listKeyword(listApplied(schema), 'minimum')] : [];
  return bounds.find((value) => typeof value === 'number') ?? 1;
}

// A response may name the number of the next page.
function findNextNumber(
  { parameters }: Operation,
  next: NextPage | undefined,
  { conventions }: DocumentReader,
): Parameter | undefined {
  if (next?.kind !== 'parameter' || !next.isNumber || !conventions.matches('page', next.name))
    return undefined;
  return parameters.find(({ location, name }) => location === next.location && name === next.name);
}

// A parameter whose value a member of the body has; generated clients leave it to their callers.
function findContinuation(
  operation: Operation,
  body: SchemaNode | undefined,
  reader: DocumentReader,
): ParameterPage | undefined {
  const parameter = findQuery(operation, 'cursor', reader);
  if (!parameter || !body) return undefined;
  const { name, location } = parameter;
  const path = collectProperties(body).has(name) ? [name] : findCursorPath(body, reader);
  return path && { kind: 'parameter', name, location, path, isNumber: false, isId: false };
}

// A member with the cursor of the next page: of the body, or of an object in it.
function findCursorPath(body: SchemaNode | undefined, { conventions }: DocumentReader): string[] | undefined {
  if (!body) return undefined;
  const properties = collectProperties(body);
  const findName = (members: ReadonlyMap<string, readonly SchemaNode[]>) =>
    [...members].find(([name, nodes]) => conventions.matches('nextCursor', name) && isScalar(nodes))?.[0];
  const memberName = findName(properties);
  if (memberName !== undefined) return [memberName];
  for (const [envelopeName, nodes] of properties) {
    const name = findName(mergeProperties(nodes));
    if (name !== undefined) return [envelopeName, name];
  }
  return undefined;
}

// The list that generated clients read; otherwise the first one of a documented body.
function findList(
  body: SchemaNode | undefined,
  { path }: Operation,
  reader: DocumentReader,
): readonly string[] | undefined {
  if (!body) return undefined;
  if (isList(body)) return [];
  const properties = collectProperties(body);
  const certain = findListPath(body, path, reader);
  if (certain && isListOfResources(body, certain)) return certain;
  const memberName = findListName(properties);
  if (memberName !== undefined) return [memberName];
  if (canBeList(body)) return [];
  for (const [envelopeName, nodes] of properties) {
    const name = reader.conventions.matches('envelope', envelopeName)
      ? nodes.map(collectProperties).map(findListName)[0]
      : undefined;
    if (name !== undefined) return [envelopeName, name];
  }
  return undefined;
}

function isListOfResources(body: SchemaNode, path: readonly string[]): boolean {
  return findNodes([body], path).some(isList);
}

function findListName(properties: ReadonlyMap<string, readonly SchemaNode[]>): string | undefined {
  return [...properties].find(([, nodes]) => nodes.some(isList))?.[0];
}

// The body itself, or its member with a name for items.
function findMap(
  body: SchemaNode | undefined,
  { path }: Operation,
  { conventions }: DocumentReader,
): readonly string[] | undefined {
  if (!body) return undefined;
  if (isMap(body)) return [];
  const isUsual = (name: string) =>
    isNamedAfter(path, name) || conventions.matches('envelope', name) || conventions.matches('items', name);
  const [member] =
    [...collectProperties(body)].find(([name, nodes]) => isUsual(name) && nodes.some(isMap)) ?? [];
  return member === undefined ? undefined : [member];
}
