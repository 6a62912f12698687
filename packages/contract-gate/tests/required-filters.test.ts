// A server whose lists require the value of a member that differs between resources.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const TEXT = { type: 'string', pattern: '^[a-z0-9]{1,20}$' };
const DRAFT = { type: 'object', required: ['id', 'kind'], properties: { id: TEXT, kind: TEXT } };
const json = (schema: JsonObject) => ({ 'application/json': { schema } });
const returns = (schema: JsonObject, status = 200) => ({
  [status]: { description: 'It.', content: json(schema) },
});
const ERROR = { description: 'Wrong.' };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const kind = { name: 'kind', in: 'query', required: true, schema: TEXT };

const document = createDocument({
  '/drafts': {
    get: {
      parameters: [kind],
      responses: { ...returns({ type: 'array', items: DRAFT }), 400: ERROR },
    },
    post: {
      requestBody: {
        required: true,
        content: json({ type: 'object', required: ['kind'], properties: { kind: TEXT } }),
      },
      responses: { ...returns(DRAFT, 201), 400: ERROR },
    },
  },
  '/drafts/{id}': { parameters: [id], get: { responses: { ...returns(DRAFT), 404: ERROR } } },
});

/** Serves the document; `isLost` decides which drafts a list lacks. */
function createServer(isLost: (id: string) => boolean) {
  const drafts = new Map<string, { id: string; kind: string }>();
  return serve(({ method, path, query, json: sent }: ReceivedRequest) => {
    const isText = (value: unknown) => typeof value === 'string' && /^[a-z0-9]{1,20}$/.test(value);
    if (path !== '/drafts') {
      const found = drafts.get(path.slice('/drafts/'.length));
      return found ? { status: 200, body: found } : { status: 404 };
    }
    if (method === 'GET') {
      const wanted = query.get('kind');
      if (!isText(wanted)) return { status: 400 };
      const all = [...drafts.values()].filter((one) => one.kind === wanted && !isLost(one.id));
      return { status: 200, body: all };
    }
    const own = Object(sent).kind;
    if (!isText(own)) return { status: 400 };
    const draft = { id: `d${drafts.size}`, kind: own };
    drafts.set(draft.id, draft);
    return { status: 201, body: draft };
  });
}

test('a list may lack a resource that does not show the member of its required filter', async () => {
  const posted = { ...document, paths: { ...Object(document.paths) } };
  posted.paths['/drafts'] = {
    ...posted.paths['/drafts'],
    post: {
      requestBody: { required: true, content: json({ type: 'object', properties: { kindName: TEXT } }) },
      responses: returns({ type: 'object', properties: { id: TEXT } }, 201),
    },
  };
  const ids = new Set<string>();
  await using server = await serve(({ method, path }: ReceivedRequest) => {
    if (path === '/drafts' && method === 'GET') return { status: 200, body: [] };
    if (path !== '/drafts') {
      const id = path.slice('/drafts/'.length);
      return ids.has(id) ? { status: 200, body: { id, kind: 'any' } } : { status: 404 };
    }
    const id = `d${ids.size}`;
    ids.add(id);
    return { status: 201, body: { id } };
  });
  const { findings } = await testServer(posted, server.url);
  expect(findings.filter(({ check }) => check === 'list-misses')).toEqual([]);
});

test.each([
  ['all drafts', () => false, 0],
  ['no drafts', () => true, 1],
])(
  'a list that requires a filter is read with the value of a resource: it has %s',
  async (_, isLost, count) => {
    await using server = await createServer(isLost);
    const { findings } = await testServer(document, server.url);
    expect(findings.filter(({ check }) => check === 'list-misses')).toHaveLength(count);
  },
);
