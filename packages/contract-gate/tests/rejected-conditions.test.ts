// Updates whose `If-Match` is not the current entity tag, on a server that may store what it rejects with 412.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const INPUT: JsonObject = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: { name: { type: 'string', minLength: 1, maxLength: 20 } },
};
const NOTE: JsonObject = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
const json = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
const requestBody = { required: true, ...json(INPUT) };
const done = (status: number) => ({ [status]: { description: 'Done.', ...json(NOTE) } });
const failed = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [status, { description: 'Failed.' }]));
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const condition = { name: 'If-Match', in: 'header', schema: { type: 'string' } };
const document = createDocument({
  '/notes': { post: { requestBody, responses: { ...done(201), ...failed(400) } } },
  '/notes/{id}': {
    parameters: [id],
    get: { responses: { ...done(200), ...failed(400, 404) } },
    put: {
      parameters: [condition],
      requestBody,
      responses: { ...done(200), ...failed(400, 404, 412) },
    },
  },
});

class Notes {
  readonly #notes: { name: string; version: number }[] = [];
  readonly #isStored: boolean;

  constructor(isStored: boolean) {
    this.#isStored = isStored;
  }

  readonly answer = (request: ReceivedRequest): Answer => {
    const [path, key] = /^\/notes(?:\/(\d+))?$/.exec(request.path) ?? [];
    if (path === undefined) return { status: 404 };
    const allowed = key === undefined ? ['POST'] : ['GET', 'PUT'];
    if (!allowed.includes(request.method)) return { status: 405, headers: { allow: allowed.join(', ') } };
    if (key !== undefined && !this.#notes[Number(key)]) return { status: 404 };
    if (request.method === 'GET') return this.#show(Number(key));
    const name = readName(request);
    if (name === undefined) return { status: 400 };
    if (key === undefined) return this.#show(this.#notes.push({ name, version: 1 }) - 1, 201);
    return this.#update(Number(key), name, request.headers['if-match']);
  };

  #update(key: number, name: string, tag: string | string[] | undefined): Answer {
    const version = this.#notes[key]?.version ?? 0;
    const isCurrent = tag === undefined || tag === '*' || tag === `"${version}"`;
    if (isCurrent || this.#isStored) this.#notes[key] = { name, version: version + 1 };
    return isCurrent ? this.#show(key) : { status: 412 };
  }

  #show(key: number, status = 200): Answer {
    const note = this.#notes[key];
    return { status, headers: { etag: `"${note?.version}"` }, body: { id: key, name: note?.name } };
  }
}

function readName({ headers, json: body }: ReceivedRequest): string | undefined {
  const { name, ...others } = Object(body) as JsonObject;
  const isJson = /^application\/json *(;|$)/i.test(`${headers['content-type']}`);
  if (!isJson || typeof name !== 'string' || Object.keys(others).length > 0) return undefined;
  return name !== '' && [...name].length <= 20 ? name : undefined;
}

test.each([
  { isStored: false, expected: [] },
  { isStored: true, expected: ['rejected-request-applied'] },
])('finds rejected updates that are stored: $isStored', async ({ isStored, expected }) => {
  await using server = await serve(new Notes(isStored).answer);
  const { findings } = await testServer(document, server.url, { propertyRuns: 3 });
  expect([...new Set(findings.map(({ check }) => check))]).toEqual(expected);
});
