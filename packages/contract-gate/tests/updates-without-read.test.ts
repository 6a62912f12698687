// Resources that can be updated but not read: the response shows whether the update was stored.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const MEMBERS: JsonObject = { name: { type: 'string', minLength: 1 }, count: { type: 'integer' } };
const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
const requestBody: JsonObject = { required: true, content: json(object(MEMBERS)) };
const stored: JsonObject = {
  description: 'Stored.',
  content: json(object({ id: { type: 'integer' }, ...MEMBERS })),
};
const WRONG: JsonObject = { '4XX': { description: 'Wrong.' } };
const DOCUMENT = createDocument({
  '/stocks': { post: { requestBody, responses: { '201': stored, ...WRONG } } },
  '/stocks/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    put: { requestBody, responses: { '200': stored, ...WRONG } },
  },
});

interface Stock {
  name: string;
  count: number;
}

/** Stocks whose updates store the given members only. */
class Stocks {
  readonly #stocks: Stock[] = [];
  readonly #updated: readonly (keyof Stock)[];

  constructor(updated: readonly (keyof Stock)[]) {
    this.#updated = updated;
  }

  answer({ method, path, json: sent, headers }: ReceivedRequest): Answer {
    const [, id] = /^\/stocks(?:\/([^/]+))?$/.exec(path) ?? [];
    if (id === undefined && path !== '/stocks') return { status: 404 };
    const allow = id === undefined ? 'POST' : 'PUT';
    if (method !== allow) return { status: 405, headers: { allow } };
    if (!/^application\/json/i.test(String(headers['content-type']))) return { status: 415 };
    if (!isStock(sent)) return { status: 400 };
    if (id === undefined) return this.#show(this.#stocks.push({ name: sent.name, count: sent.count }), 201);
    const stock = /^[1-9]\d*$/.test(id) ? this.#stocks[Number(id) - 1] : undefined;
    if (!stock) return { status: 404 };
    Object.assign(stock, Object.fromEntries(this.#updated.map((name) => [name, sent[name]])));
    return this.#show(Number(id), 200);
  }

  #show(id: number, status: number): Answer {
    return { status, body: { ...this.#stocks[id - 1], id } };
  }
}

function isStock(sent: unknown): sent is Stock {
  const { name, count } = Object(sent);
  return typeof name === 'string' && name !== '' && Number.isInteger(count);
}

test.each<[updated: (keyof Stock)[], checks: string[]]>([
  [['name', 'count'], []],
  [['name'], ['update-lost']],
])('an update that stores %s', async (updated, checks) => {
  const stocks = new Stocks(updated);
  await using server = await serve((received) => stocks.answer(received));
  const { findings } = await testServer(DOCUMENT, server.url, { propertyRuns: 10 });
  expect(findings.map(({ check }) => check)).toEqual(checks);
});
