// Follows the pages of a list as its document specifies: by a link of the response, or by parameters read from it.
import { resolvePointer } from '../json-pointer.ts';
import type { CallOptions, Client } from './client.ts';
import type { Answer } from './error-factory.ts';
import type {
  AnyRequest,
  OperationDefinition,
  ParameterLocation,
  RequestWriter,
} from './operation-definition.ts';
import type { OperationTypes } from './operation-types.ts';

/**
 * The location of the next page: a pointer into the body (`/next_cursor`) or into the last item (`last:/id`), or a header
 * (`header:X-Next`).
 */
export type NextValue = string;

/** How one operation is continued. */
export interface Pagination {
  /** JSON pointer to the items of a page; '' for the page itself. */
  items?: string;
  /** The URL of the next page: in the header `Link` (RFC 8288), or in the body at a pointer. */
  link?: NextValue;
  /** The parameters of the next page, by location and name. */
  next?: Readonly<Partial<Record<ParameterLocation, Readonly<Record<string, NextValue>>>>>;
  /** JSON pointer to the flag that is true if a page follows. */
  more?: string;
}

/** The request for a page; it consists of JSON, so that it can be stored. */
export interface PageParam {
  request?: AnyRequest | undefined;
  url?: string;
}

/** A page, and the request for the next one, which the last page does not have. */
export interface Page<TPage> {
  data: TPage;
  next: PageParam | undefined;
}

/** The pages of a list in order; each is requested only when it is needed. */
export interface PageSequence<TPage> extends AsyncIterable<TPage> {
  /** Requests one page: the first, or the `next` of another one. */
  page(param?: PageParam): Promise<Page<TPage>>;
}

/** Pages whose items are known. */
export interface Pages<TPage, TItem> extends PageSequence<TPage> {
  /** Iterates over the items of all pages. */
  items(): AsyncGenerator<TItem, void, undefined>;
}

/** The parts from which the pages of an operation are created. */
export interface PagesArguments {
  request?: AnyRequest | undefined;
  options?: CallOptions | undefined;
  pagination: Pagination;
}

/** Follows the pages of an operation; generated functions call it. */
export function paginate<TPage, TItem>(
  client: Client,
  definition: OperationDefinition,
  { request = {}, options, pagination }: PagesArguments,
): Pages<TPage, TItem> {
  // The credentials of the client go along, so that a link may not lead elsewhere.
  const refuse = (answer: Answer, origin: string) => {
    const { id: operation, method } = definition;
    const { url } = answer.response;
    const data = `The next page is at another origin: ${origin}.`;
    const target = { operation, method, url: url.replace(/\?.*/s, '') };
    return client.settings.errors.response({ answer: { ...answer, data }, target, isDocumented: false });
  };
  const send = ({ request: sent, url }: PageParam): Promise<Answer> =>
    client
      .send<OperationTypes>(url === undefined ? definition : at(definition, url), { request: sent, options })
      .withResponse();
  // Stops if a service returns the same next page again, which would cause an endless loop.
  const follow = (answer: Answer, current: PageParam): PageParam | undefined => {
    const following = nextPage(answer, current, { pagination, refuse });
    return JSON.stringify(following) === JSON.stringify(current) ? undefined : following;
  };
  async function* pages(): AsyncGenerator<TPage, void, undefined> {
    let next: PageParam | undefined = { request };
    while (next) {
      const answer: Answer = await send(next);
      yield answer.data as TPage;
      next = follow(answer, next);
    }
  }
  async function page(param: PageParam = { request }): Promise<Page<TPage>> {
    const answer = await send(param);
    return { data: answer.data as TPage, next: follow(answer, param) };
  }
  async function* items(): AsyncGenerator<TItem, void, undefined> {
    for await (const page of pages()) {
      const list = resolvePointer(page, pagination.items ?? '');
      if (Array.isArray(list)) yield* list;
    }
  }
  return { [Symbol.asyncIterator]: pages, page, items };
}

/** Describes an operation that asks for another URL. */
function at(definition: OperationDefinition, url: string): OperationDefinition {
  const write: RequestWriter = (parts) => {
    parts.url = url;
  };
  return { ...definition, write: [...(definition.write ?? []), write] };
}

interface Following {
  pagination: Pagination;
  refuse(answer: Answer, origin: string): Error;
}

function nextPage(
  answer: Answer,
  current: PageParam,
  { pagination, refuse }: Following,
): PageParam | undefined {
  const { link, more } = pagination;
  if (more !== undefined && resolvePointer(answer.data, more) !== true) return undefined;
  if (link === undefined) return byParameters(answer, current, pagination);
  const address =
    link === 'Link' ? nextLink(answer.response.headers.get('link') ?? '') : resolvePointer(answer.data, link);
  if (typeof address !== 'string' || address === '') return undefined;
  const from = answer.response.url || current.url;
  const target = from === undefined ? new URL(address) : new URL(address, from);
  if (from !== undefined && target.origin !== new URL(from).origin) throw refuse(answer, target.origin);
  return { request: withoutQuery(current.request), url: target.href };
}

function byParameters(
  answer: Answer,
  { request }: PageParam,
  { next = {}, items = '' }: Pagination,
): PageParam | undefined {
  let isGiven = false;
  const following: Record<string, unknown> = { ...request };
  for (const [location, parameters] of Object.entries(next)) {
    const values = Object.entries(parameters).map(
      ([name, source]) => [name, readNextValue(answer, source, items)] as const,
    );
    const entries = values.filter(([, value]) => (value ?? '') !== '');
    if (entries.length < values.length) return undefined;
    isGiven = true;
    following[location] = { ...Object(following[location]), ...Object.fromEntries(entries) };
  }
  return isGiven ? { request: following } : undefined;
}

function withoutQuery(request: AnyRequest = {}): AnyRequest {
  return { ...request, query: undefined };
}

function nextLink(header: string): string | undefined {
  for (const [, address, parameters = ''] of header.matchAll(/<([^>]*)>((?:\s*;[^,;"]*(?:"[^"]*")?)*)/g)) {
    if (/;\s*rel="?(?:[^"]*\s)?next(?:["\s;]|$)/i.test(parameters)) return address;
  }
  return undefined;
}

function readNextValue({ data, response }: Answer, source: NextValue, items: string): unknown {
  const [, kind, name = ''] = /^(header|last):(.*)$/.exec(source) ?? [];
  if (kind === undefined) return resolvePointer(data, source);
  if (kind === 'header') return response.headers.get(name);
  const list = resolvePointer(data, items);
  return Array.isArray(list) ? resolvePointer(list.at(-1), name) : undefined;
}
