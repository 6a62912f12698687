// Mutants that answer otherwise than the document says.

import type { Mutant } from './shop.ts';
import type { Reply, ShopRequest } from './shop-http.ts';

type Written = Exclude<Reply, 'hang'>;
type Change = (reply: Written, request: ShopRequest) => Reply;

function answering(name: string, change: Change): Mutant {
  return {
    name,
    change(behavior) {
      behavior.finish = (reply, request) => (reply === 'hang' ? reply : change(reply, request));
    },
  };
}

const isItem = ({ path }: ShopRequest) => /^\/items\/[^/]+$/.test(path);
const isGet = ({ method }: ShopRequest) => method === 'GET';
const isList = ({ path }: ShopRequest) => path === '/items';

function member(change: (body: Record<string, unknown>) => object, where = isItem): Change {
  return (reply, request) =>
    reply.status === 200 && isGet(request) && where(request)
      ? { ...reply, body: change(Object(reply.body)) }
      : reply;
}

function without(...names: readonly string[]) {
  return (body: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

function withoutHeader({ headers = {}, ...reply }: Written, name: string): Written {
  return { ...reply, headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)) };
}

export const RESPONSE_MUTANTS: readonly Mutant[] = [
  answering('JSON is said to be in Latin-1', (reply) => ({
    ...reply,
    headers: { ...reply.headers, 'content-type': 'application/json; charset=iso-8859-1' },
  })),
  answering('a created item is answered with 200', (reply, { method, path }) =>
    reply.status === 201 && path === '/items' && method === 'POST' ? { ...reply, status: 200 } : reply,
  ),
  answering('a deleted item is answered with 200', (reply) =>
    reply.status === 204 ? { ...reply, status: 200 } : reply,
  ),
  answering('a wrong request is answered with 422', (reply) =>
    reply.status === 400 ? { ...reply, status: 422 } : reply,
  ),
  answering('a missing item is answered with 410', (reply) =>
    reply.status === 404 ? { ...reply, status: 410 } : reply,
  ),
  answering('a missing item is answered with 500', (reply) =>
    reply.status === 404 ? { ...reply, status: 500 } : reply,
  ),
  answering('a required member is missing', member(without('sku'))),
  answering('a required member of the list is missing', member(without('total'), isList)),
  answering(
    'a number is a text',
    member((body) => ({ ...body, price: String(body.price) })),
  ),
  answering(
    'a member is null',
    member((body) => ({ ...body, name: null })),
  ),
  answering(
    'a member is not documented',
    member((body) => ({ ...body, internal: 1 })),
  ),
  answering(
    'an enum has another value',
    member((body) => ({ ...body, status: 'open' })),
  ),
  answering(
    'a time is no date-time',
    member((body) => ({ ...body, createdAt: 'today' })),
  ),
  answering(
    'an id breaks its pattern',
    member((body) => ({ ...body, id: String(body.id).toUpperCase() })),
  ),
  answering(
    'a writeOnly member is shown',
    member((body) => ({ ...body, secret: 'open sesame' })),
  ),
  answering(
    'an item of the list breaks its schema',
    member(
      (body) => ({ ...body, items: [body.items].flat().map((item) => ({ ...Object(item), price: -5 })) }),
      isList,
    ),
  ),
  answering(
    'a total is negative',
    member((body) => ({ ...body, total: -1 }), isList),
  ),
  answering('an error lacks its code', (reply) =>
    reply.status === 404 ? { ...reply, body: { message: 'No.' } } : reply,
  ),
  answering('an error has an empty message', (reply) =>
    reply.status === 400 ? { ...reply, body: { code: 'bad_request', message: '' } } : reply,
  ),
  answering('an error is a page', (reply) =>
    reply.status === 404
      ? { status: 404, headers: { 'content-type': 'text/html' }, raw: Buffer.from('<p>No.</p>') }
      : reply,
  ),
  answering('an error has an undocumented code', (reply) =>
    reply.status === 404 ? { ...reply, body: { code: 'missing', message: 'No.' } } : reply,
  ),
  answering('JSON is sent as text', (reply, request) =>
    isGet(request) && isItem(request)
      ? { ...reply, headers: { ...reply.headers, 'content-type': 'text/plain' } }
      : reply,
  ),
  answering('JSON is sent without a type', (reply, request) =>
    isGet(request) && isItem(request) && reply.status === 200
      ? { ...reply, headers: { ...reply.headers, 'content-type': '' } }
      : reply,
  ),
  answering('a body is cut', (reply, request) =>
    isGet(request) && isList(request) && reply.status === 200
      ? { ...reply, raw: Buffer.from(JSON.stringify(reply.body).slice(0, -1)) }
      : reply,
  ),
  answering('a body is not UTF-8', (reply, request) =>
    isGet(request) && isList(request) && reply.status === 200
      ? { ...reply, raw: Buffer.from('{"items":[],"total":0,"x":"\u00e9"}', 'latin1') }
      : reply,
  ),
  answering('a body is empty', (reply, request) =>
    isGet(request) && isItem(request) && reply.status === 200 ? { ...reply, raw: Buffer.alloc(0) } : reply,
  ),
  answering('a deletion has a body', (reply) => (reply.status === 204 ? { status: 200, body: {} } : reply)),
  answering('Location is missing', (reply) => withoutHeader(reply, 'location')),
  answering('ETag is missing', (reply) => withoutHeader(reply, 'etag')),
  answering('ETag has no quotes', (reply) =>
    reply.headers?.etag ? { ...reply, headers: { etag: reply.headers.etag.slice(1, -1) } } : reply,
  ),
  answering('a count in a header is no number', (reply) =>
    reply.headers?.['x-total-count'] ? { ...reply, headers: { 'x-total-count': 'many' } } : reply,
  ),
  answering('a count in a header is missing', (reply) => withoutHeader(reply, 'x-total-count')),
  answering('WWW-Authenticate is missing', (reply) => withoutHeader(reply, 'www-authenticate')),
  answering('Content-Length is too small', (reply, request) =>
    isGet(request) && isItem(request) && reply.status === 200
      ? { ...reply, headers: { ...reply.headers, 'content-length': '10' } }
      : reply,
  ),
  answering('405 has no Allow', (reply) => (reply.status === 405 ? withoutHeader(reply, 'allow') : reply)),
  answering('Allow lacks a method', (reply) =>
    reply.status === 405 ? { ...reply, headers: { allow: 'GET' } } : reply,
  ),
  answering('an undocumented method is not found', (reply) =>
    reply.status === 405 ? { status: 404, body: { code: 'not_found', message: 'No.' } } : reply,
  ),
  answering('an undocumented method is answered', (reply) =>
    reply.status === 405 ? { status: 200, body: {} } : reply,
  ),
  answering('HEAD is answered with another status', (reply, { method }) =>
    method === 'HEAD' && reply.status === 200 ? { ...reply, status: 204 } : reply,
  ),
  answering('HEAD has another length', (reply, { method }) =>
    method === 'HEAD' && reply.status === 200
      ? { ...reply, headers: { ...reply.headers, 'content-length': '1' } }
      : reply,
  ),
  answering('health is another word', (reply, { path }) =>
    path === '/health' && reply.status === 200 ? { ...reply, body: { status: 'fine' } } : reply,
  ),
];
