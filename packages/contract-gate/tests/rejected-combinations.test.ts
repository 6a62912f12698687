// A server that rejects values which its document allows: updates of the other properties are still checked.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const text: JsonObject = { type: 'string', minLength: 1, maxLength: 30 };
const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const properties = { name: text, note: text, day: text };
const AUTHOR: JsonObject = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, ...properties },
};
const body = { required: true, content: content({ type: 'object', required: ['name'], properties }) };
const responses = (status: string): JsonObject => ({
  [status]: { description: 'Done.', content: content(AUTHOR) },
  '4XX': { description: 'Wrong.' },
});
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
const AUTHORS = createDocument({
  '/authors': { post: { requestBody: body, responses: responses('201') } },
  '/authors/{id}': {
    parameters,
    get: { responses: responses('200') },
    put: { requestBody: body, responses: responses('200') },
  },
});

// A date, although the document allows any text.
const isAuthor = ({ name, day = '2026-01-01' }: Record<string, unknown>) =>
  typeof name === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(String(day));

class AuthorServer {
  readonly #authors = new Map<string, object>();
  readonly #isFaulty: boolean;

  constructor(isFaulty: boolean) {
    this.#isFaulty = isFaulty;
  }

  readonly answer = ({ method, path, json }: ReceivedRequest): Answer => {
    const before = this.#authors.get(path);
    if (path === '/authors' && method === 'POST') return this.#store(this.#authors.size + 1, json);
    if (!before) return { status: path === '/authors' ? 405 : 404 };
    if (method === 'PUT') return this.#store(Number(path.split('/')[2]), json);
    return method === 'GET' ? { status: 200, body: before } : { status: 405 };
  };

  #store(id: number, json: unknown): Answer {
    if (!isAuthor(Object(json))) return { status: 400 };
    const before = this.#authors.get(`/authors/${id}`);
    const { name, note, day } = Object(json);
    const author = { id, name, note: before && this.#isFaulty ? Object(before).note : note, day };
    this.#authors.set(`/authors/${id}`, author);
    return { status: before ? 200 : 201, body: author };
  }
}

test.each([
  [false, []],
  [true, ['update-lost PUT /authors/{id}: `note`']],
])('a PUT that ignores a property, besides one with another format: %s', async (isFaulty, expected) => {
  await using server = await serve(new AuthorServer(isFaulty).answer);
  const { findings } = await testServer(AUTHORS, server.url, { propertyRuns: 5 });
  const found = findings.filter(
    ({ check }) => check === 'update-lost' || check === 'put-keeps-omitted-property',
  );
  const named = found.map(
    ({ check, operation, message }) => `${check} ${operation}: ${message.split(' ')[0]}`,
  );
  expect([...new Set(named)]).toEqual(expected);
});
