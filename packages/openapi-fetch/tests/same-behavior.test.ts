// openapi-fetch sends the same requests, and returns the same results.
import createTheirs from 'openapi-fetch';
import { expect, test } from 'vitest';
import createOurs, { type ClientOptions } from '../src/index.ts';

interface Case {
  title: string;
  client?: ClientOptions;
  method?: string;
  path?: string;
  init?: object;
  respond?: () => Response | Promise<Response>;
}

const form = new FormData();
form.set('file', new Blob(['a'], { type: 'text/plain' }), 'a.txt');
const reject = () => Promise.reject(new TypeError('fetch failed'));

const cases: readonly Case[] = [
  { title: 'nothing' },
  { title: 'a URL with a slash', client: { baseUrl: 'https://shop.example/v1/' } },
  { title: 'a URL of the call', init: { baseUrl: 'https://other.example/' } },
  {
    title: 'primitives',
    init: { params: { query: { a: 1, b: true, c: 'ä &=?', d: null, e: undefined, f: '' } } },
  },
  { title: 'lists', init: { params: { query: { a: [], b: ['x', 'y&z'], c: [1, null] } } } },
  { title: 'objects', init: { params: { query: { a: { b: 1, c: 'd e', f: undefined }, g: {} } } } },
  {
    title: 'nested objects',
    init: { params: { query: { a: [{ b: 1 }] } } },
  },
  ...(['form', 'spaceDelimited', 'pipeDelimited'] as const).flatMap((style) =>
    [true, false].map((explode) => ({
      title: `lists as ${style}, explode: ${explode}`,
      client: { querySerializer: { array: { style, explode } } },
      init: { params: { query: { a: ['x', 'y z'] } }, querySerializer: { allowReserved: explode } },
    })),
  ),
  ...(['form', 'deepObject'] as const).flatMap((style) =>
    [true, false].map((explode) => ({
      title: `objects as ${style}, explode: ${explode}`,
      init: { params: { query: { a: { b: 'x/y', c: 2 } } }, querySerializer: { object: { style, explode } } },
    })),
  ),
  {
    title: 'functions that write queries and paths',
    client: { querySerializer: () => '?a=b', pathSerializer: (path) => path.replace('{id}', 'fixed') },
    path: '/items/{id}',
    init: { params: { path: { id: 1 } } },
  },
  ...['{id}', '{.id}', '{;id}', '{id*}', '{.id*}', '{;id*}', '{missing}', '{id}{id}'].flatMap((template) =>
    [5, 'a/b', ['x', 'y z'], { a: 'b c', d: 1 }, null].map((id) => ({
      title: `${template} with ${JSON.stringify(id)}`,
      path: `/items/${template}`,
      init: { params: { path: { id } } },
    })),
  ),
  { title: 'JSON', method: 'POST', init: { body: { a: [1, null] } } },
  ...[null, false, 0, '', 'text'].map((body) => ({
    title: `the body ${JSON.stringify(body)}`,
    method: 'POST',
    init: { body },
  })),
  { title: 'a form', method: 'POST', init: { body: form } },
  {
    title: 'a form in the URL encoding',
    method: 'PUT',
    init: { body: { a: 'b c' }, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
  },
  {
    title: 'a body written by a function',
    client: { bodySerializer: (body: unknown) => `<${JSON.stringify(body)}>` },
    method: 'PATCH',
    init: { body: { a: 1 }, headers: { 'content-type': 'text/xml' } },
  },
  {
    title: 'headers of client, call and parameters',
    client: { headers: { a: '1', b: '2', c: ['3', '4'] } },
    init: { headers: new Headers({ b: '5', d: '6' }), params: { header: { e: 7, a: null } } },
  },
  { title: 'a method in lower case', method: 'options' },
  { title: 'a request without a response body', method: 'HEAD', respond: () => new Response(null) },
  { title: 'status 204', respond: () => new Response(null, { status: 204 }) },
  {
    title: 'status 304',
    respond: () => new Response(null, { status: 304, headers: { 'content-length': '0' } }),
  },
  { title: 'an empty success', respond: () => new Response('') },
  { title: 'a length of 0', respond: () => new Response('', { headers: { 'content-length': '0' } }) },
  { title: 'a length', respond: () => new Response('[1]', { headers: { 'content-length': '3' } }) },
  { title: 'text', init: { parseAs: 'text' }, respond: () => new Response('text') },
  { title: 'a success that is not JSON', respond: () => new Response('text') },
  { title: 'a failure with JSON', respond: () => Response.json({ code: 1 }, { status: 400 }) },
  { title: 'a failure with text', respond: () => new Response('text', { status: 502 }) },
  { title: 'no response', respond: reject },
];

const summarize = async (request: Request) => ({
  method: request.method,
  url: request.url,
  headers: Object.fromEntries(
    [...request.headers].map(([name, value]) => [name, value.replace(/boundary=.*/, '')]),
  ),
  body: (await request.text()).replaceAll(/^--.*$/gm, '--'),
});

type Call = (method: string, path: string, init?: object) => Promise<{ data?: unknown; error?: unknown }>;

/** Calls a client, and returns the request that it sent and its result. */
async function observe(
  create: (options: ClientOptions) => { request: unknown },
  { client, method = 'GET', path = '/items', init, respond = () => Response.json({}) }: Case,
) {
  const sent: object[] = [];
  const fetch = async (request: Request) => {
    sent.push(await summarize(request.clone()));
    return respond();
  };
  const call = create({ baseUrl: 'https://shop.example', ...client, fetch }).request as Call;
  const result = await call(method, path, init).then(
    ({ data, error, ...others }) => ({ data, error, others: Object.keys(others) }),
    (error: Error) => ({ thrown: error.name }),
  );
  return { sent, result };
}

test.each(cases)('$title', async (each) => {
  expect(await observe(createOurs, each)).toEqual(await observe(createTheirs, each));
});
