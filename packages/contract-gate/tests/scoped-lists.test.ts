// A server whose lists are those of one project: without a parameter, of a project that the gate does not know.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const TEXT = { type: 'string', pattern: '^[a-z0-9]{1,20}$' };
const object = (properties: JsonObject) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
const json = (schema: JsonObject) => ({ 'application/json': { schema } });
const returns = (schema: JsonObject, status = 200) => ({
  [status]: { description: 'It.', content: json(schema) },
  404: { description: 'None.' },
});
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const PROJECT = object({ id: TEXT });
const DETAILS = { type: ['object', 'null'] };
const MODEL = object({ id: TEXT, project: TEXT, details: DETAILS });

const document = createDocument({
  '/projects': { post: { responses: returns(PROJECT, 201) } },
  '/projects/{id}': { parameters: [id], get: { responses: returns(PROJECT) } },
  '/owners': { post: { responses: returns(PROJECT, 201) } },
  '/owners/{id}': { parameters: [id], get: { responses: returns(PROJECT) } },
  '/models': {
    get: {
      parameters: ['owner', 'project'].map((name) => ({ name, in: 'query', schema: TEXT })),
      responses: returns(object({ items: { type: 'array', items: MODEL } })),
    },
    post: {
      requestBody: { required: true, content: json(object({ project: TEXT, owner: TEXT })) },
      responses: { ...returns(MODEL, 201), 400: { description: 'Wrong.' } },
    },
  },
  '/models/{id}': {
    parameters: [id],
    get: { responses: returns(MODEL) },
    delete: {
      parameters: [{ name: 'soft', in: 'query', schema: { type: 'boolean' } }],
      responses: {
        204: { description: 'Gone.' },
        404: { description: 'None.' },
        409: { description: 'Used.' },
      },
    },
  },
});

/** Serves the document; `isLost` decides which models a list of their project lacks. */
function createServer(isLost: (id: string) => boolean, isBroken = false) {
  // Ids of projects and owners.
  const projects = new Set<string>();
  const models = new Map<string, { id: string; project: string; details: object | null }>();
  const create = ({ path, json: sent }: ReceivedRequest) => {
    const { project } = Object(sent) as { project?: string };
    const own = `x${projects.size + models.size}`;
    if (path !== '/models') return { status: 201, body: { id: [...projects.add(own)].at(-1) } };
    if (project === undefined || !projects.has(project)) return { status: 400 };
    const model = { id: own, project, details: { size: 1 } };
    models.set(own, model);
    return { status: 201, body: model };
  };
  // All models belong to the owner of the credentials; the server ignores the owner in a request.
  const list = ({ query }: ReceivedRequest) =>
    [...models.values()]
      .filter((one) => one.project === query.get('project') && !query.has('owner') && !isLost(one.id))
      .map((one) => ({ ...one, details: null }));
  const read = (kind: string | undefined, own: string) => {
    const found = kind === 'models' ? models.get(own) : projects.has(own) && { id: own };
    return found ? { status: 200, body: found } : { status: 404 };
  };
  const remove = (own: string, isSoft: boolean) => {
    if (!models.has(own)) return { status: 404 };
    return { status: isSoft ? 204 : 409 };
  };
  const answer = (received: ReceivedRequest, kind: string | undefined, own: string) => {
    const { method, path, query } = received;
    if (method === 'DELETE' && kind === 'models') return remove(own, query.get('soft') === 'true');
    const isFailing = isBroken && query.has('project') && !query.has('owner');
    if (method === 'GET' && path === '/models')
      return isFailing ? { status: 500 } : { status: 200, body: { items: list(received) } };
    return method === 'GET' && own !== '' ? read(kind, own) : { status: 405 };
  };
  return serve((received) => {
    const [, kind, own] = received.path.split('/');
    return received.method === 'POST' && own === undefined
      ? create(received)
      : answer(received, kind, own ?? '');
  });
}

test('lists, their items and deletions are those of the project, of abbreviated items and without options', async () => {
  await using server = await createServer(() => false);
  const { findings } = await testServer(document, server.url, { propertyRuns: 0 });
  const checks = findings.map(({ check }) => check);
  for (const check of ['list-misses', 'list-item-differs', 'deleted-readable', 'deleted-twice'])
    expect(checks).not.toContain(check);
});

test('a list that cannot be read misses no model', async () => {
  await using server = await createServer(() => false, true);
  const { findings } = await testServer(document, server.url, { propertyRuns: 0 });
  const checks = findings.map(({ check }) => check);
  expect(checks).toContain('server-error');
  expect(checks).not.toContain('list-misses');
});

test('a model that the list of its project lacks is found', async () => {
  await using server = await createServer((own) => own.endsWith('3'));
  const { findings } = await testServer(document, server.url, { propertyRuns: 0 });
  expect(findings.map(({ check }) => check)).toContain('list-misses');
});
