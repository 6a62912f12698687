import { createServer } from 'node:http';
import { listen } from '@keyframe/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRoute, type Route } from './route.ts';

const record = {
  id: 'task_1',
  created_at: 1_795_172_400,
  model: 'video-2-0',
  credits: 50,
  status: 'queued',
  billing_status: 'reserved',
  failed_reason: null,
};
const headers = {
  'content-type': 'application/json',
  'RateLimit-Policy': '"status";q=600;w=60',
  RateLimit: '"status";r=599;t=60',
  'X-Request-Id': 'req_1',
};

const answers = new Map([
  ['sound', { status: 200, body: record }],
  ['incomplete', { status: 200, body: { ...record, credits: undefined } }],
  ['contradictory', { status: 200, body: { ...record, billing_status: 'charged' } }],
  ['undocumented', { status: 418, body: { error: { code: 'teapot', message: 'short and stout' } } }],
]);

const upstream = createServer((request, response) => {
  const { status = 404, body } = answers.get(request.url?.split('/').at(-1) ?? '') ?? {};
  response.writeHead(status, headers).end(JSON.stringify(body));
});

const resources = new AsyncDisposableStack();
let route: Route;

beforeAll(async () => {
  const { url } = resources.use(await listen(upstream));
  route = resources.use(await openRoute('proxy', url));
});
afterAll(() => resources.disposeAsync());

async function readViolations(id: string): Promise<string[]> {
  const authorization = { authorization: 'Bearer sk_test_any' };
  await route.fetch(new Request(`${route.url}/v1/tasks/${id}`, { headers: authorization }));
  return route.takeViolations();
}

test('the proxy finds nothing wrong with an answer of the contract', async () => {
  expect(await readViolations('sound')).toEqual([]);
});

test.each(['incomplete', 'contradictory', 'undocumented'])(
  'the proxy reports an answer that is %s, once',
  async (id) => {
    expect(await readViolations(id)).toContainEqual(expect.stringContaining(`/v1/tasks/${id} `));
    expect(route.takeViolations()).toEqual([]);
  },
);
