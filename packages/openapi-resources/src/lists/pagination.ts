// Pagination, as far as the document specifies it: by a link to the operation itself, by the response header `Link`
// (RFC 8288), by a property named `next` followed by the name of a parameter, by a URL, or by a flag and the last id. An iterator that guesses
// would loop or skip items without an error, so a list that only looks paginated has no pages.
import { isLinkTarget, type Operation, type Parameter, type Response } from '@keyframe/openapi-model';
import type { Pagination } from '@keyframe/openapi-runtime/internal';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import type { SchemaNode } from '@keyframe/openapi-schema';
import {
  collectCertainProperties,
  findFormat,
  findItems,
  listBranches,
} from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';
import type { Evidence, EvidenceKind } from '../evidence.ts';
import { simplifyName } from '../names/words.ts';
import { findListPath } from './find-list-path.ts';

/** The pagination of an operation, and the path of names to its items; undefined if no list is found. */
export interface PaginationPlan {
  pagination: Pagination;
  /** Why the pages continue so. */
  evidence: Evidence;
  items: readonly string[] | undefined;
}

/** A list operation, and the body of its response. */
interface PagedBody {
  reader: DocumentReader;
  operation: Operation;
  body: SchemaNode;
  /** The members of the body, then those of the objects in it. */
  members: readonly BodyMember[];
}

interface BodyMember {
  pointer: string;
  name: string;
  schema: SchemaNode;
}

/** Derives the pagination of an operation; undefined if the document does not specify it. */
export function planPagination(reader: DocumentReader, operation: Operation): PaginationPlan | undefined {
  for (const response of operation.responses) {
    if (!response.status.startsWith('2')) continue;
    const schema = response.content.find(({ name }) => isJson(name))?.schema;
    const body = schema && reader.node({ schema, direction: 'response' });
    const paged = body && { reader, operation, body, members: listBodyMembers(body) };
    const next =
      explain('link', 'a link to the operation itself', byLink(operation, response)) ??
      explain('schema', 'the response has the header Link', byHeader(operation, response)) ??
      (paged && continueByName(paged));
    if (!next) continue;
    const { pagination, evidence } = next;
    const items = body && findListPath(body, operation.path, reader);
    const pointer = items?.map((name) => `/${token(name)}`).join('');
    const located = pointer === undefined ? pagination : { ...pagination, items: pointer };
    return { pagination: located, items, evidence };
  }
  return undefined;
}

function explain(kind: EvidenceKind, text: string, pagination: Pagination | undefined) {
  return pagination && { pagination, evidence: { kind, text } };
}

function continueByName(paged: PagedBody) {
  return (
    explain('name', 'a member names the next value of a parameter, or its URL', byBody(paged)) ??
    explain('name', 'a flag announces a page after the last item', byLastItem(paged)) ??
    explain('name', 'the ends of the page are named as parameters', byBothEnds(paged))
  );
}

function byLink(operation: Operation, { links }: Response): Pagination | undefined {
  for (const link of links) {
    if (!isLinkTarget(link, operation)) continue;
    const next: Record<string, Record<string, string>> = {};
    for (const [key, value] of Object.entries(link.parameters)) {
      const parameter = operation.parameters.find(
        ({ name, location }) => key === name || key === `${location}.${name}`,
      );
      const source = parseSource(value);
      if (!parameter || source === undefined) continue;
      next[parameter.location] = { ...next[parameter.location], [parameter.name]: source };
    }
    if (Object.keys(next).length > 0) return { next };
  }
  return undefined;
}

// `$request…` keeps a parameter unchanged, which is the default.
function parseSource(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const expression = value.replace(/^\{(.*)\}$/, '$1');
  const [, pointer, header] = /^\$response\.(?:body#(\/.*)|header\.(.+))$/.exec(expression) ?? [];
  return header === undefined ? pointer : `header:${header}`;
}

function byHeader({ method }: Operation, { headers }: Response): Pagination | undefined {
  return method === 'get' && headers.some(({ name }) => name.toLowerCase() === 'link')
    ? { link: 'Link' }
    : undefined;
}

function byBody({ reader, operation, members }: PagedBody): Pagination | undefined {
  for (const { pointer, name, schema } of members) {
    if (!schema.types?.has('string') && !schema.types?.has('integer')) continue;
    const parameter = findQuery(operation, (key) => isNextParameter(simplifyName(name), simplifyName(key)));
    if (parameter) return { next: { query: { [parameter.name]: pointer } } };
    const isUrl =
      simplifyName(name) === 'next'
        ? /^(?:uri|url|iri)/.test(findFormat(schema) ?? '')
        : reader.conventions.matches('nextUrl', name);
    if (operation.method === 'get' && isUrl) return { link: pointer };
  }
  return undefined;
}

// Pages that end with a flag: the next one begins after the id of the last item.
function byLastItem({ reader, operation, body, members }: PagedBody): Pagination | undefined {
  const { conventions } = reader;
  const more = members.find(
    ({ name, schema }) => conventions.matches('hasMore', name) && schema.types?.has('boolean'),
  )?.pointer;
  if (more === undefined || operation.method !== 'get') return undefined;
  const end = members.find(({ name }) => conventions.matches('pageEnd', name));
  const cursor = findQuery(operation, (name) => conventions.matches('cursor', name));
  if (end && cursor) return { more, next: { query: { [cursor.name]: end.pointer } } };
  // A cursor is opaque if the response has one.
  const isOpaque = members.some(({ name }) => conventions.matches('nextCursor', name));
  const entry = isOpaque ? 'lastIdCursor' : 'afterItem';
  const parameter = findQuery(operation, (name) => conventions.matches(entry, name));
  const items = findListPath(body, operation.path, reader);
  if (parameter === undefined || items === undefined || !hasId(body, items)) return undefined;
  return { more, next: { query: { [parameter.name]: 'last:/id' } } };
}

// The ends of a page, `before` and `after`, are parameters of the same names.
function byBothEnds({ operation, members }: PagedBody): Pagination | undefined {
  const pointers = new Set(members.map(({ pointer }) => pointer));
  const isParameter = (name: string) => findQuery(operation, (key) => key === name) !== undefined;
  if (operation.method !== 'get' || !isParameter('before') || !isParameter('after')) return undefined;
  const after = [...pointers].find(
    (pointer) => pointer.endsWith('/after') && pointers.has(pointer.replace(/after$/, 'before')),
  );
  return after === undefined ? undefined : { next: { query: { after } } };
}

function findQuery({ parameters }: Operation, isWanted: (name: string) => boolean): Parameter | undefined {
  return parameters.find(({ location, name }) => location === 'query' && isWanted(name));
}

function hasId(body: SchemaNode, path: readonly string[]): boolean {
  let list: SchemaNode | undefined = body;
  for (const name of path) list = list && collectCertainProperties(list).get(name);
  const item = list && findItems(list);
  return (
    item !== undefined && listBranches(item).every((branch) => collectCertainProperties(branch).has('id'))
  );
}

function listBodyMembers(body: SchemaNode): BodyMember[] {
  const top = [...collectCertainProperties(body)].map(([name, schema]) => ({
    pointer: `/${token(name)}`,
    name,
    schema,
  }));
  const inside = top.map(({ pointer, schema }) =>
    [...collectCertainProperties(schema)].map(([name, member]) => ({
      pointer: `${pointer}/${token(name)}`,
      name,
      schema: member,
    })),
  );
  return [...top, ...inside.flat()];
}

function token(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

// `next_cursor` continues `cursor`, and `nextToken` itself.
function isNextParameter(property: string, parameter: string): boolean {
  return property === `next${parameter}` || (property === parameter && /^next./.test(parameter));
}
