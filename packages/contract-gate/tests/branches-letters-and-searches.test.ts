// Members of every branch, letters whose length changes by case, searches, rate limits and JSON:API: each fault is found, and
// a server without one has no findings.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const response = (schema: JsonObject): JsonObject => ({ description: 'Done.', content: json(schema) });
const body = (schema: JsonObject): JsonObject => ({ required: true, content: json(schema) });
const object = (properties: JsonObject, optional: readonly string[] = []): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});
const TEXT = { type: 'string', minLength: 1, maxLength: 20 };
const ID = { type: 'string' };
const WRONG = { '4XX': { description: 'Wrong.' } };
const LIMITED = { '429': response(object({ reason: ID })) };
const parameters = [{ name: 'id', in: 'path', required: true, schema: ID }];
const ARTICLE = object({ id: ID, type: { const: 'articles' }, attributes: object({ title: TEXT }) });
const NEW_ARTICLE = object({ type: { const: 'articles' }, attributes: object({ title: TEXT }) });

const DOCUMENT = createDocument({
  '/payments': {
    post: {
      requestBody: body({
        oneOf: [
          object({ type: { const: 'card' }, number: TEXT, code: TEXT }),
          object({ type: { const: 'transfer' }, account: TEXT, holder: TEXT }),
        ],
      }),
      responses: { '201': response(object({ id: ID })), ...WRONG },
    },
  },
  '/labels': {
    get: {
      parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }],
      responses: {
        '200': response({ type: 'array', items: object({ id: ID, name: TEXT }) }),
        ...LIMITED,
        ...WRONG,
      },
    },
    post: {
      requestBody: body(object({ name: TEXT })),
      responses: { '201': response(object({ id: ID, name: TEXT })), ...WRONG },
    },
  },
  '/labels/{id}': {
    parameters,
    get: { responses: { '200': response(object({ id: ID, name: TEXT })), ...WRONG } },
  },
  '/articles': {
    post: {
      requestBody: body(object({ data: NEW_ARTICLE })),
      responses: { '201': response(object({ data: ARTICLE })), ...WRONG },
    },
  },
  '/articles/{id}': {
    parameters,
    get: { responses: { '200': response(object({ data: ARTICLE })), ...WRONG } },
    patch: {
      requestBody: body(object({ data: ARTICLE })),
      responses: { '200': response(object({ data: ARTICLE })), ...WRONG },
    },
  },
});

const BRANCHES: Readonly<Record<string, readonly string[]>> = {
  card: ['number', 'code'],
  transfer: ['account', 'holder'],
};

class Shop {
  readonly #names = new Map<string, string>();
  readonly #titles = new Map<string, string>();
  readonly #fault: string | undefined;
  #isLimited = true;

  constructor(fault: string | undefined) {
    this.#fault = fault;
  }

  answer(received: ReceivedRequest): Answer {
    const { method, path } = received;
    const [, collection = '', id, more] = path.split('/');
    if (more !== undefined || !['payments', 'labels', 'articles'].includes(collection))
      return { status: 404 };
    if (id === undefined) return this.#answerAll(received, collection);
    const allowed = collection === 'articles' ? ['GET', 'PATCH'] : ['GET'];
    const texts = collection === 'articles' ? this.#titles : this.#names;
    const text = collection === 'payments' ? undefined : texts.get(id);
    if (collection === 'payments') return { status: 404 };
    if (!allowed.includes(method)) return refuse(allowed.join(', '));
    if (text === undefined) return { status: 404 };
    if (method === 'GET')
      return { status: 200, body: collection === 'articles' ? writeArticle(id, text) : { id, name: text } };
    return this.#patch(received, id);
  }

  #answerAll(received: ReceivedRequest, collection: string): Answer {
    const { method } = received;
    if (method === 'GET' && collection === 'labels') return this.#list(received);
    if (method !== 'POST') return refuse(collection === 'labels' ? 'GET, POST' : 'POST');
    if (!isJson(received)) return { status: 415 };
    if (collection === 'payments')
      return this.#isPayment(received.json) ? { status: 201, body: { id: 'p' } } : { status: 422 };
    if (collection === 'labels') return this.#label(received.json);
    const title = readTitle(received.json, undefined);
    if (title === undefined) return { status: 422 };
    const id = `a${this.#titles.size}`;
    this.#titles.set(id, title);
    return { status: 201, body: writeArticle(id, title) };
  }

  #list({ query }: ReceivedRequest): Answer {
    if (this.#isLimited && this.#fault === 'a limit has another body') {
      this.#isLimited = false;
      return { status: 429, headers: { 'retry-after': '0' }, body: { message: 'Too many.' } };
    }
    const q = query.get('q');
    const labels = [...this.#names].map(([id, name]) => ({ id, name }));
    if (q !== null && this.#fault === 'a search finds nothing') return { status: 200, body: [] };
    return { status: 200, body: labels.filter(({ name }) => q === null || name.includes(q)) };
  }

  #isPayment(value: unknown): boolean {
    const { type, ...members } = Object(value);
    const names = Object.hasOwn(BRANCHES, type) ? (BRANCHES[type] ?? []) : undefined;
    const omitted = { card: 'a code is not required', transfer: 'a holder is not required' }[String(type)];
    const required = this.#fault !== undefined && this.#fault === omitted ? names?.slice(0, 1) : names;
    return (
      required?.every((name) => Object.hasOwn(members, name)) === true &&
      Object.entries(members).every(([name, text]) => names?.includes(name) && isText(text))
    );
  }

  #label(value: unknown): Answer {
    const { name, ...others } = Object(value);
    if (!isText(name) || Object.keys(others).length > 0) return { status: 422 };
    const written = this.#fault === 'capitals are counted' ? name.toUpperCase() : name;
    const counted = this.#fault === 'small letters are counted' ? name.toLowerCase() : written;
    if ([...counted].length > 20) return { status: 422 };
    const id = `l${this.#names.size}`;
    this.#names.set(id, name);
    return { status: 201, body: { id, name } };
  }

  #patch(received: ReceivedRequest, id: string): Answer {
    if (!isJson(received)) return { status: 415 };
    const title = readTitle(received.json, id);
    if (title === undefined) return { status: 422 };
    if (this.#fault !== 'an update is lost') this.#titles.set(id, title);
    return { status: 200, body: writeArticle(id, title) };
  }
}

const refuse = (allow: string): Answer => ({ status: 405, headers: { allow } });
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && [...value].length <= 20;
const isJson = ({ headers }: ReceivedRequest) =>
  /^application\/json(?:;|$)/i.test(String(headers['content-type']));
const writeArticle = (id: string, title: string) => ({
  data: { id, type: 'articles', attributes: { title } },
});

function readTitle(value: unknown, id: string | undefined): string | undefined {
  const { data, ...others } = Object(value);
  const { id: ownId, type, attributes, ...members } = Object(data);
  const { title, ...more } = Object(attributes);
  const isKnown = [others, members, more].every((one) => Object.keys(one).length === 0);
  return isKnown && ownId === id && type === 'articles' && isText(title) ? title : undefined;
}

async function collectFindings(fault: string | undefined) {
  const shop = new Shop(fault);
  await using server = await serve((received) => shop.answer(received));
  const { findings } = await testServer(DOCUMENT, server.url, { propertyRuns: 1 });
  return [...new Set(findings.map(({ check, operation }) => `${check} ${operation}`))];
}

test('a server that conforms has no findings', async () => {
  expect(await collectFindings(undefined)).toEqual([]);
});

test.each([
  ['a code is not required', 'invalid-request-accepted POST /payments'],
  ['a holder is not required', 'invalid-request-accepted POST /payments'],
  ['capitals are counted', 'valid-request-rejected POST /labels'],
  ['small letters are counted', 'valid-request-rejected POST /labels'],
  ['a search finds nothing', 'filter-misses GET /labels'],
  ['a limit has another body', 'body-schema GET /labels'],
  ['an update is lost', 'update-lost PATCH /articles/{id}'],
])('%s: %s', async (fault, finding) => {
  expect(await collectFindings(fault)).toEqual([finding]);
});
