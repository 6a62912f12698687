// Security schemes as slots: alternatives of groups, scopes, credentials, and the order of checks.
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { expect, test } from 'vitest';
import { parametersOf, registerOperations, route, type Stage, type Stages, z } from '../src/server.ts';

type Requirements = readonly Readonly<Record<string, readonly string[]>>[];

// An operation with an integer in its query, which some requests lack.
const define = (id: string, security?: Requirements) => ({
  route: route(id, `get /${id}`, () => ({
    request: { query: z.object({}, { n: z.integer() }) },
    responses: {},
  })),
  parameters: parametersOf({ query: { n: 'number' } }),
  ...(security ? { security } : {}),
});

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  headerKey: { type: 'apiKey', in: 'header', name: 'X-Key' },
  queryKey: { type: 'apiKey', in: 'query', name: 'key' },
  cookieKey: { type: 'apiKey', in: 'cookie', name: 'session' },
  oauth: { type: 'oauth2', flows: {} },
  oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example' },
  certificate: { type: 'mutualTLS' },
};

const operations = {
  root: define('root', [{ bearer: ['read'] }]),
  open: define('open'),
  optional: define('optional', [{}, { bearer: [] }]),
  either: define('either', [{ headerKey: [] }, { bearer: ['write', 'read'] }]),
  both: define('both', [{ headerKey: [], queryKey: [] }]),
  all: define('all', [{ basic: [] }, { cookieKey: [] }, { oauth: ['a'] }, { oidc: [] }, { certificate: [] }]),
};

function mount(options: object) {
  const app = new OpenAPIHono();
  const handlers = Object.fromEntries(
    Object.keys(operations).map((id) => [id, (context: Context) => context.json({ id })]),
  );
  registerOperations(app, { operations, securitySchemes, handlers, options } as never);
  return app;
}

type Slot = (context: Context, scopes: readonly string[], credential?: string) => boolean | Response;

function createApp(slots: Readonly<Record<string, Slot>> = {}, options: object = {}) {
  const calls: unknown[] = [];
  const names = Object.keys(securitySchemes);
  const all = names.map((name): [string, Slot] => [
    name,
    (context, scopes, credential) => {
      calls.push([name, ...scopes, credential]);
      return slots[name]?.(context, scopes, credential) ?? credential === 'right';
    },
  ]);
  return { app: mount({ security: Object.fromEntries(all), ...options }), calls };
}

const RIGHT = { authorization: 'Bearer right' };

test('an operation without requirements lets everyone pass, another one only with the credential', async () => {
  const { app, calls } = createApp();
  expect((await app.request('/root')).status).toBe(401);
  expect((await app.request('/root', { headers: RIGHT })).status).toBe(200);
  expect((await app.request('/open')).status).toBe(200);
  expect(calls).toEqual([
    ['bearer', 'read', undefined],
    ['bearer', 'read', 'right'],
  ]);
});

test('an empty alternative lets everyone pass', async () => {
  expect((await createApp().app.request('/optional')).status).toBe(200);
});

test('one of the alternatives is enough, and each is given its scopes', async () => {
  const { app, calls } = createApp();
  expect((await app.request('/either', { headers: { 'x-key': 'right' } })).status).toBe(200);
  expect((await app.request('/either', { headers: { ...RIGHT, 'x-key': 'wrong' } })).status).toBe(200);
  expect(calls).toEqual([
    ['headerKey', 'right'],
    ['headerKey', 'wrong'],
    ['bearer', 'write', 'read', 'right'],
  ]);
});

test.each([
  [{ 'x-key': 'right' }, '?key=right', 200],
  [{ 'x-key': 'right' }, '?key=wrong', 401],
  [{ 'x-key': 'wrong' }, '?key=right', 401],
  [{}, '', 401],
])('all schemes of a group are needed: %j and %s are answered with %i', async (headers, query, status) => {
  const response = await createApp().app.request(`/both${query}`, { headers: { ...headers } });
  expect(response.status).toBe(status);
});

test('each scheme is given its credential', async () => {
  const { app, calls } = createApp();
  await app.request('/all', { headers: { cookie: 'session=s%20t', authorization: 'bAsIc  YTpi' } });
  await app.request('/all', { headers: { authorization: 'Bearer t0ken' } });
  expect(calls).toEqual([
    ['basic', 'YTpi'],
    ['cookieKey', 's t'],
    ['oauth', 'a', undefined],
    ['oidc', undefined],
    ['certificate', undefined],
    ['basic', undefined],
    ['cookieKey', undefined],
    ['oauth', 'a', 't0ken'],
    ['oidc', 't0ken'],
    ['certificate', undefined],
  ]);
});

test('a refusal has the words of the first slot that gave some, else 401 with the challenges', async () => {
  const { app } = createApp({
    oauth: (context) => context.text('scope a is missing', 403),
    oidc: (context) => context.text('never sent', 403),
  });
  const response = await app.request('/all');
  expect([response.status, await response.text()]).toEqual([403, 'scope a is missing']);
  const plain = await createApp().app.request('/all');
  expect([plain.status, plain.headers.get('www-authenticate')]).toEqual([401, 'Basic, Bearer']);
  const key = await createApp().app.request('/both');
  expect([key.status, key.headers.get('www-authenticate')]).toEqual([401, null]);
});

test('checks security after middleware and before the request is validated', async () => {
  const order: string[] = [];
  const middleware = {
    root: async (_context: Context, next: () => Promise<void>) => {
      order.push('middleware');
      await next();
    },
  };
  const bearer: Slot = () => {
    order.push('security');
    return order.length > 3;
  };
  const { app } = createApp({ bearer }, { middleware });
  expect((await app.request('/root?n=x')).status).toBe(401);
  expect((await app.request('/root?n=x')).status).toBe(400);
  expect(order).toEqual(['middleware', 'security', 'middleware', 'security']);
});

test('runs stages around security and validation, and each only for its operation', async () => {
  const order: string[] = [];
  const log =
    (stage: string): Stage =>
    ({ operationId }) => {
      order.push(`${stage} ${operationId}`);
      return undefined;
    };
  const bearer: Slot = (_context, _scopes, credential) => {
    order.push('security');
    return credential === 'right';
  };
  const stages = (id: string): Stages =>
    id === 'open'
      ? {}
      : {
          beforeSecurity: [log('id')],
          beforeValidation: [log('count'), log('guard')],
          beforeHandler: [log('rule')],
        };
  const { app } = createApp({ bearer }, { stages });
  expect((await app.request('/root?n=x')).status).toBe(401);
  expect(order.splice(0)).toEqual(['id root', 'security']);
  expect((await app.request('/root?n=x', { headers: RIGHT })).status).toBe(400);
  expect(order.splice(0)).toEqual(['id root', 'security', 'count root', 'guard root']);
  expect((await app.request('/root?n=1', { headers: RIGHT })).status).toBe(200);
  expect(order.splice(0)).toEqual(['id root', 'security', 'count root', 'guard root', 'rule root']);
  expect((await app.request('/open')).status).toBe(200);
  expect(order).toEqual([]);
});

test('middleware accepts a function, which is called once with the id of each operation', async () => {
  const mounted: string[] = [];
  const served: string[] = [];
  const middleware = (id: string) => {
    mounted.push(id);
    if (id === 'open') return undefined;
    return async (_context: Context, next: () => Promise<void>) => {
      served.push(id);
      await next();
    };
  };
  const { app } = createApp({}, { middleware });
  expect(mounted.toSorted()).toEqual(['all', 'both', 'either', 'open', 'optional', 'root']);
  await app.request('/root?n=1', { headers: RIGHT });
  expect(served).toEqual(['root']);
  expect((await app.request('/open')).status).toBe(200);
  expect(served).toHaveLength(1);
});

test('validates the response of a stage', async () => {
  const refuse: Stage = ({ context }) => context.json({ error: 'too many' }, 429);
  const statuses: number[] = [];
  const report = ({ status }: { status: number }) => statuses.push(status);
  const stages = { beforeValidation: [refuse] };
  const { app } = createApp({}, { stages, responseValidation: { report } });
  expect((await app.request('/root?n=x', { headers: RIGHT })).status).toBe(429);
  expect(statuses).toEqual([429]);
});

test('passes errors of a slot to the error handler of the app, and grants no access', async () => {
  const { app } = createApp({
    headerKey: () => {
      throw new Error('database away');
    },
  });
  app.onError((error, context) => context.text(error.message, 503));
  const response = await app.request('/either', { headers: RIGHT });
  expect([response.status, await response.text()]).toEqual([503, 'database away']);
});

test.each([{ security: { bearer: () => true, headerKey: undefined } }, {}])(
  'without a handler, %j stops the start',
  (options) => {
    expect(() => mount(options as never)).toThrow(/No handler for the security scheme "\w+"\./);
  },
);

test('security that is checked elsewhere is not checked here', async () => {
  expect((await mount({ security: false }).request('/root')).status).toBe(200);
});
