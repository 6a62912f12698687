// Query parameters that refer to other resources.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createDocument, serve, testServer } from './serve.ts';

const INTEGER = { type: 'integer', minimum: 0 };
const json = (schema: JsonObject) => ({ 'application/json': { schema } });
const returns = (schema: JsonObject, status = 200): JsonObject => ({
  [status]: { description: 'It.', content: json(schema) },
  400: { description: 'Wrong.' },
  404: { description: 'None.' },
});
const PROJECT = { type: 'object', required: ['id'], properties: { id: INTEGER } };
const VIEW = {
  type: 'object',
  required: ['id', 'project'],
  properties: {
    id: INTEGER,
    project: INTEGER,
    title: { type: 'string' },
    status: { type: 'string', enum: ['created', 'completed'] },
  },
};
const INPUT = {
  type: 'object',
  required: ['project'],
  properties: { project: INTEGER, title: { type: 'string' }, status: VIEW.properties.status },
};
const id = { name: 'id', in: 'path', required: true, schema: INTEGER };
const query = (name: string, schema: JsonObject) => ({ name, in: 'query', schema });

const document = createDocument({
  '/projects': { post: { responses: returns(PROJECT, 201) } },
  '/projects/{id}': { parameters: [id], get: { responses: returns(PROJECT) } },
  '/rooms/{id}': { parameters: [id], get: { responses: returns(PROJECT) } },
  '/rooms': { get: { responses: returns({ type: 'array', items: PROJECT }) } },
  '/views': {
    get: {
      parameters: [query('project', INTEGER), query('room', INTEGER), query('title', { type: 'string' })],
      responses: returns({ type: 'array', items: VIEW }),
    },
    post: { requestBody: { required: true, content: json(INPUT) }, responses: returns(VIEW, 201) },
  },
  '/views/{id}': { parameters: [id], get: { responses: returns(VIEW) } },
});

type View = Record<'id' | 'project', number> & { title: string; status: string };

/** Reads an input; undefined if it is invalid. */
function readInput(sent: unknown, projects: ReadonlySet<number>): Omit<View, 'id'> | undefined {
  const { project, title = '', status = 'created' } = Object(sent);
  const isValid =
    projects.has(project) && typeof title === 'string' && ['created', 'completed'].includes(status);
  return isValid ? { project, title, status: 'completed' } : undefined;
}

test('values of filters are sent as they are, an empty text is no filter, and unknown ids may be rejected', async () => {
  const projects = new Set<number>();
  const views = new Map<number, View>();
  const create = (path: string, sent: unknown) => {
    const own = 1_000 + projects.size + views.size;
    if (path === '/projects') return { status: 201, body: { id: [...projects.add(own)].at(-1) } };
    const input = readInput(sent, projects);
    if (!input) return { status: 400 };
    views.set(own, { id: own, ...input });
    return { status: 201, body: views.get(own) };
  };
  const list = (parameters: URLSearchParams) => {
    if (parameters.has('room')) return { status: 400 };
    const found = [...views.values()].filter((one) =>
      ['project', 'title'].every((name) => {
        const wanted = parameters.get(name) ?? '';
        return wanted === '' || String(one[name as 'project' | 'title']) === wanted;
      }),
    );
    return { status: 200, body: found };
  };
  const read = (path: string, parameters: URLSearchParams) => {
    const [, kind, own] = path.split('/');
    if (path === '/views') return list(parameters);
    if (path === '/rooms') return { status: 200, body: [] };
    const known = Number(own);
    const body =
      kind === 'views' ? views.get(known) : projects.has(known) && kind === 'projects' && { id: known };
    return body ? { status: 200, body } : { status: 404 };
  };
  await using server = await serve(({ method, path, query: parameters, json: sent }) => {
    if (method === 'POST' && ['/projects', '/views'].includes(path)) return create(path, sent);
    return method === 'GET' && path !== '/projects' ? read(path, parameters) : { status: 405 };
  });
  const { findings } = await testServer(document, server.url, { propertyRuns: 0 });
  const found = findings.map(({ check, message }) => `${check}: ${message}`);
  const reported = /^(?:filter-ignored|filter-misses|created-differs|valid-request-rejected)/;
  expect(found.filter((one) => reported.test(one) && !one.includes('"title"'))).toEqual([]);
});
