// Values at ids that clients choose: a server may have one at each id, unless the document says that it may be missing.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createDocument, serve, testServer } from './serve.ts';

const SETTING: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['value'],
  properties: { value: { type: 'boolean' } },
};
const content: JsonObject = { 'application/json': { schema: SETTING } };
const shown: JsonObject = { '200': { description: 'The setting.', content } };
const WRONG: JsonObject = { '400': { description: 'Wrong.' }, '415': { description: 'Wrong.' } };

const createSettings = (missing: JsonObject) =>
  createDocument({
    '/settings/{key}': {
      parameters: [{ name: 'key', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { ...shown, ...missing } },
      put: { requestBody: { required: true, content }, responses: { ...shown, ...WRONG } },
    },
  });

test.each<[title: string, missing: JsonObject, checks: string[]]>([
  ['without a documented 404', {}, []],
  ['with a documented 404', { '404': { description: 'Missing.' } }, ['unknown-id-found']],
])('a server that has a value for each key, %s', async (_title, missing, checks) => {
  const values = new Map<string, unknown>();
  await using server = await serve(({ method, path, json, headers }) => {
    if (!/^\/settings\/[^/]+$/.test(path)) return { status: 404 };
    if (method === 'GET') return { status: 200, body: values.get(path) ?? { value: false } };
    if (method !== 'PUT') return { status: 405, headers: { allow: 'GET, PUT' } };
    if (!/^application\/json/i.test(String(headers['content-type']))) return { status: 415 };
    const names = Object.keys(Object(json));
    if (names.join() !== 'value' || typeof Object(json).value !== 'boolean') return { status: 400 };
    values.set(path, json);
    return { status: 200, body: json };
  });
  const { findings } = await testServer(createSettings(missing), server.url, { existingData: true });
  expect(findings.filter(({ severity }) => severity !== 'note').map(({ check }) => check)).toEqual(checks);
});

const MOVIE: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['title', 'year'],
  properties: {
    title: { type: 'string', pattern: '^[a-z]{1,20}$', example: 'text' },
    year: { type: 'integer', minimum: 0, maximum: 9999 },
  },
};
const movie: JsonObject = { 'application/json': { schema: MOVIE } };
const MOVIES = createDocument({
  '/movies': {
    post: {
      requestBody: { required: true, content: movie },
      responses: { '201': { description: 'Created.' }, ...WRONG },
    },
  },
  '/movies/{title}': {
    parameters: [{ name: 'title', in: 'path', required: true, schema: { type: 'string' } }],
    get: { responses: { '200': { description: 'It.', content: movie }, '404': { description: 'None.' } } },
  },
});

function isMovie(value: unknown): boolean {
  const { title, year, ...others } = Object(value);
  const isYear = Number.isInteger(year) && year >= 0 && year <= 9999;
  return (
    typeof title === 'string' && /^[a-z]{1,20}$/.test(title) && isYear && Object.keys(others).length === 0
  );
}

test('a server that rejects a taken name with 400', async () => {
  const movies = new Map<string, unknown>([['/movies/text', { title: 'text', year: 0 }]]);
  await using server = await serve(({ method, path, json, headers }) => {
    if (path !== '/movies') {
      if (method !== 'GET') return { status: 405, headers: { allow: 'GET' } };
      return movies.has(path) ? { status: 200, body: movies.get(path) } : { status: 404 };
    }
    if (method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
    if (!/^application\/json/i.test(String(headers['content-type']))) return { status: 415 };
    const address = `/movies/${Object(json).title}`;
    if (!isMovie(json) || movies.has(address)) return { status: 400 };
    movies.set(address, json);
    return { status: 201 };
  });
  const { findings } = await testServer(MOVIES, server.url);
  expect(findings.filter(({ severity }) => severity !== 'note').map(({ check }) => check)).toEqual([]);
});
