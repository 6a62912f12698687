// Path parameters with the ids of resources that other paths create or list, or that the outer resource contains.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const TEXT = { type: 'string', pattern: '^[a-z0-9]{1,20}$' };
const object = (properties: JsonObject) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
const FEATURE = object({
  name: TEXT,
  flags: { type: 'array', items: object({ id: TEXT }) },
  variants: { type: 'object', additionalProperties: object({ weight: { type: 'integer' } }) },
});

const returns = (schema: JsonObject) => ({
  200: { description: 'It.', content: { 'application/json': { schema } } },
  404: { description: 'None.' },
});

function describe(path: string, operations: JsonObject): [string, JsonObject] {
  const parameters = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return [path, { parameters, ...operations }];
}

const creates = (schema: JsonObject) => ({
  post: {
    requestBody: { required: true, content: { 'application/json': { schema: object({ name: TEXT }) } } },
    responses: { 201: { description: 'Made.', content: { 'application/json': { schema } } } },
  },
});
const PART = { get: { responses: returns({ type: 'object' }) } };

const document = createDocument(
  Object.fromEntries([
    describe('/environments', {
      get: { responses: returns({ type: 'array', items: object({ name: TEXT }) }) },
    }),
    describe('/environments/{name}', PART),
    describe('/projects', creates(object({ id: TEXT }))),
    describe('/projects/{projectId}', PART),
    describe('/projects/{projectId}/tokens', creates(object({ id: TEXT }))),
    describe('/features', creates(object({ name: TEXT }))),
    describe('/features/{featureName}', { get: { responses: returns(FEATURE) } }),
    describe('/features/{featureName}/environments/{environment}', PART),
    describe('/features/{featureName}/flags/{flag}', PART),
    describe('/features/{featureName}/variants/{variant}', PART),
    describe('/projects/{projectId}/tokens/{tokenId}', PART),
    describe('/reports/{projectId}/usage/{tokenId}', PART),
  ]),
);

/** Serves the document; a part is found only with the ids of existing resources. */
function createServer(found: Set<string>) {
  const features = new Set<string>();
  const tokens = new Map<string, string>();
  const parts: Record<string, string> = { environments: 'dev', flags: 'f1', variants: 'blue' };
  const readFeature = (name: string, part: string, id: string) =>
    features.has(name) && (part === '' || parts[part] === id)
      ? { name, flags: [{ id: 'f1' }], variants: { blue: { weight: 1 } } }
      : undefined;
  const read = (path: string): JsonObject | undefined => {
    const [, kind = '', outer = '', part = '', id = ''] = path.split('/');
    if (kind === 'features') return readFeature(outer, part, id);
    const isFound =
      kind === 'environments'
        ? outer === 'dev'
        : tokens.get(id === '' ? outer : id) === (id === '' ? '' : outer);
    return isFound ? {} : undefined;
  };
  const create = (path: string, json: unknown): Answer => {
    const { name } = Object(json) as { name?: unknown };
    if (typeof name !== 'string' || !/^[a-z0-9]{1,20}$/.test(name)) return { status: 400 };
    const id = `t${tokens.size}`;
    if (path === '/features') features.add(name);
    else tokens.set(id, path.split('/')[2] ?? '');
    return { status: 201, body: path === '/features' ? { name } : { id } };
  };
  return serve(({ method, path, json }: ReceivedRequest): Answer => {
    if (method === 'POST') return create(path, json);
    if (method !== 'GET') return { status: 405 };
    if (path === '/environments') return { status: 200, body: [{ name: 'dev' }] };
    const body = read(path);
    if (body)
      found.add(
        path
          .split('/')
          .filter((_, index) => index % 2 === 1)
          .join(' '),
      );
    return body ? { status: 200, body } : { status: 404 };
  });
}

test('paths are filled with ids of resources elsewhere and of parts of the outer resource', async () => {
  const found = new Set<string>();
  await using server = await createServer(found);
  const { findings } = await testServer(document, server.url, { propertyRuns: 0 });
  expect(findings.filter(({ check }) => check === 'operation-unreached')).toEqual([]);
  expect([...found].toSorted()).toEqual(
    expect.arrayContaining([
      'features environments',
      'features flags',
      'features variants',
      'projects tokens',
      'reports usage',
    ]),
  );
});
