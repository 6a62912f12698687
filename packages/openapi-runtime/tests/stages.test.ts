// Stages of operations: order, headers, the end of a request, errors, scopes, and middleware in front.
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { expect, test } from 'vitest';
import {
  type OperationRequest,
  type Outcome,
  registerOperations,
  route,
  type Stage,
  type Stages,
  stageMiddleware,
  z,
} from '../src/server.ts';

interface TestEnv {
  Variables: { user: string };
}
type TestRequest = OperationRequest<TestEnv>;
type Handler = (context: Context, reply: (parts: object) => Response) => Response | Promise<Response>;

const operations = {
  read: {
    route: route('read', 'get /things', () => ({
      responses: { 200: { content: { 'application/json': { schema: z.object({ ok: z.boolean() }) } } } },
    })),
  },
};

const replyWell: Handler = (_context, reply) => reply({ status: 200, body: { ok: true } });

function createApp(stages: Stages<TestEnv>, handler: Handler = replyWell, options: object = {}) {
  const app = new OpenAPIHono<TestEnv>();
  registerOperations(app, {
    operations,
    securitySchemes: {},
    handlers: { read: handler },
    options: { stages, ...options },
  });
  return app;
}

const setId = (request: TestRequest) => {
  request.setHeader('X-Request-Id', 'req-1');
  return undefined;
};

test('passes what a stage has set to later stages and to the handler', async () => {
  const app = createApp(
    {
      beforeSecurity: [
        (request) => {
          request.set('user', request.header('x-user') ?? 'nobody');
          return undefined;
        },
      ],
      beforeHandler: [
        (request) => (request.get('user') === 'eve' ? new Response('no', { status: 403 }) : undefined),
      ],
    },
    (context, reply) => reply({ status: 200, body: { ok: context.get('user') === 'ann' } }),
  );
  const ask = async (user: string) => {
    const response = await app.request('/things', { headers: { 'x-user': user } });
    return [response.status, await response.text()];
  };
  expect(await ask('ann')).toEqual([200, '{"ok":true}']);
  expect(await ask('bob')).toEqual([200, '{"ok":false}']);
  expect(await ask('eve')).toEqual([403, 'no']);
});

test.each<[string, Handler]>([
  ['a reply', replyWell],
  ['a response of Hono', (context) => context.json({ ok: true })],
  ['a response whose headers cannot be changed', () => Response.redirect('https://a.example/')],
  [
    'an error',
    () => {
      throw new Error('broken');
    },
  ],
])('adds headers of stages to %s', async (_title, handler) => {
  const app = createApp({ beforeSecurity: [setId] }, handler);
  app.onError((error, context) => context.text(error.message, 500));
  expect((await app.request('/things')).headers.get('x-request-id')).toBe('req-1');
});

test('adds headers of stages to an error that another app responds to', async () => {
  const inner = createApp({ beforeSecurity: [setId] }, () => {
    throw new Error('broken');
  });
  const outer = new OpenAPIHono<TestEnv>().route('/', inner);
  outer.onError((error, context) => context.text(error.message, 502));
  const response = await outer.request('/things');
  expect([response.status, response.headers.get('x-request-id')]).toEqual([502, 'req-1']);
});

test('keeps headers that Hono middleware in front has added', async () => {
  const app = new OpenAPIHono<TestEnv>();
  app.use(async (context, next) => {
    context.header('X-Before', '1');
    await next();
    context.header('X-After', '2');
  });
  app.route('/', createApp({ beforeSecurity: [setId] }));
  const { headers } = await app.request('/things');
  const names = ['x-before', 'x-after', 'x-request-id', 'content-type'];
  expect(names.map((name) => headers.get(name))).toEqual(['1', '2', 'req-1', 'application/json']);
});

test('the header of a reply replaces that of a stage, and cookies of both are kept', async () => {
  const app = createApp({ beforeSecurity: [setId] }, (context, reply) => {
    context.header('set-cookie', 'a=1');
    return reply({
      status: 200,
      headers: { 'X-Request-Id': 'own', 'Set-Cookie': ['b=2', 'c=3'] },
      body: { ok: true },
    });
  });
  const { headers } = await app.request('/things');
  expect(headers.get('x-request-id')).toBe('own');
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2', 'c=3']);
});

test('calls functions after the response is known, the last one first', async () => {
  const ends: unknown[] = [];
  const after =
    (name: string): Stage<TestEnv> =>
    (request) => {
      request.after(({ status, error }: Outcome) => ends.push([name, status, error instanceof Error]));
      return undefined;
    };
  const stages = { beforeSecurity: [after('first')], beforeHandler: [after('last')] };
  await createApp(stages).request('/things');
  expect(ends.splice(0)).toEqual([
    ['last', 200, false],
    ['first', 200, false],
  ]);
  const failing = createApp(stages, async () => {
    throw new Error('broken');
  });
  failing.onError((_error, context) => context.text('sorry', 503));
  await failing.request('/things');
  expect(ends.splice(0)).toEqual([
    ['last', 503, true],
    ['first', 503, true],
  ]);
});

test.each(['off', 'throw'])(
  'an error in a function after the response is a 500, and the other functions run (%s)',
  async (responseValidation) => {
    const statuses: number[] = [];
    const count: Stage<TestEnv> = (request) => {
      request.after(({ status }) => statuses.push(status));
      return undefined;
    };
    const fail: Stage<TestEnv> = (request) => {
      request.after(() => {
        throw new Error('broken');
      });
      return undefined;
    };
    const app = createApp({ beforeSecurity: [count, fail, count] }, replyWell, { responseValidation });
    app.onError((error, context) => context.text(error.message, 500));
    const response = await app.request('/things');
    expect([response.status, await response.text(), statuses]).toEqual([500, 'broken', [200, 200]]);
  },
);

test('reports the status of a violation that the error handler responds to', async () => {
  const statuses: number[] = [];
  const stages: Stages<TestEnv> = {
    beforeSecurity: [
      (request) => {
        request.after(({ status }) => statuses.push(status));
        return undefined;
      },
    ],
  };
  const app = createApp(
    stages,
    (context, reply) => {
      context.header('X-Handler', '1');
      return reply({ status: 200, body: { ok: 'yes' } });
    },
    { responseValidation: 'throw' },
  );
  app.onError((error, context) => context.text(error.name, 500));
  const response = await app.request('/things');
  expect(await response.text()).toBe('ResponseViolationError');
  expect(response.headers.has('x-handler')).toBe(false);
  expect(statuses).toEqual([500]);
});

test('runs later stages and the handler in the scope of a stage', async () => {
  const order: string[] = [];
  const log =
    (name: string): Stage<TestEnv> =>
    async () => {
      order.push(name);
      return undefined;
    };
  const enter: Stage<TestEnv> = (request) => {
    request.within(async (rest) => {
      order.push('enter');
      const response = await rest();
      order.push(`leave ${response.status}`);
      return response;
    });
    return undefined;
  };
  const app = createApp({ beforeSecurity: [log('first'), enter], beforeHandler: [log('last')] });
  expect((await app.request('/things')).status).toBe(200);
  expect(order).toEqual(['first', 'enter', 'last', 'leave 200']);
});

test('a scope sees the response to an error, and the error handler that of a scope', async () => {
  const statuses: number[] = [];
  const enter: Stage<TestEnv> = (request) => {
    request.within(async (rest) => {
      const response = await rest();
      statuses.push(response.status);
      if (request.header('x-user') === 'eve') throw new Error('out of turn');
      return response;
    });
    return undefined;
  };
  const app = createApp({ beforeSecurity: [enter] }, () => {
    throw new Error('broken');
  });
  app.onError((error, context) => context.text(error.message, 503));
  expect(await (await app.request('/things')).text()).toBe('broken');
  expect(await (await app.request('/things', { headers: { 'x-user': 'eve' } })).text()).toBe('out of turn');
  expect(statuses).toEqual([503, 503]);
});

test('ends a request once if the error goes to another app', async () => {
  const statuses: number[] = [];
  const count: Stage<TestEnv> = async (request) => {
    request.after(({ status }) => statuses.push(status));
    return undefined;
  };
  const wait: Stage<TestEnv> = async () => undefined;
  const failing = createApp({ beforeSecurity: [count, wait], beforeHandler: [wait] }, async () => {
    throw new HTTPException(418);
  });
  expect((await failing.request('/things')).status).toBe(418);
  expect(statuses).toEqual([418]);
});

test('responds synchronously if all stages do', () => {
  const response = createApp({ beforeSecurity: [setId] }).fetch(new Request('http://a.example/things'));
  expect(response).toBeInstanceOf(Response);
});

test('stages run as Hono middleware, and routes see their headers', async () => {
  const refuse: Stage<TestEnv> = (request) =>
    request.header('x-user') === undefined ? new Response('no', { status: 401 }) : undefined;
  const app = new OpenAPIHono<TestEnv>();
  app.use(stageMiddleware(setId, refuse));
  app.get('/', (context) => context.json(context.res.headers.get('x-request-id')));
  app.get('/raw', () => new Response('raw'));
  app.get('/own', (context) => context.text('own', 200, { 'X-Request-Id': 'own' }));
  app.get('/broken', () => {
    throw new Error('broken');
  });
  app.onError((error, context) => context.text(error.message, 500));
  const ask = async (path: string, headers = { 'x-user': 'ann' }) => {
    const response = await app.request(path, { headers });
    return [response.status, await response.text(), response.headers.get('x-request-id')];
  };
  expect(await ask('/')).toEqual([200, '"req-1"', 'req-1']);
  expect(await ask('/raw')).toEqual([200, 'raw', 'req-1']);
  expect(await ask('/own')).toEqual([200, 'own', 'own']);
  expect(await ask('/broken')).toEqual([500, 'broken', 'req-1']);
  const anonymous = await app.request('/');
  expect([anonymous.status, anonymous.headers.get('x-request-id')]).toEqual([401, 'req-1']);
});
