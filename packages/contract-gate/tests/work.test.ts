import { expect, test } from 'vitest';
import { createClock, type RendersBehavior, testRenders, WORK_MUTANTS } from './mutants/renders.ts';
import type { Mutant } from './mutants/shop.ts';
import { createDocument, serve, testServer } from './serve.ts';

test.each<[name: string | undefined, checks: string[]]>([
  [undefined, []],
  ['an unknown render is done', ['unknown-id-found']],
  ['a render is queued after it has begun', ['work-goes-back']],
  ['a render that is done begins again', ['work-leaves-end']],
  ['a render that is done has no content', ['work-result-unreadable']],
  ['a cancelled render goes on', ['work-uncancelled']],
  ['a render never ends', ['work-unending']],
  ['a new render is not found', ['work-unreadable']],
])('ASYNC-GATE: a server in which %s is reported', async (name, expected) => {
  const mutant = WORK_MUTANTS.find((one) => one.name === name);
  expect(mutant?.name).toBe(name);
  expect(await listChecks(mutant, expected)).toEqual(expected);
});

test.each([
  ['is lost', 'lost', ['work-unreadable']],
  ['expires', 'expires', []],
] as const)(
  'ASYNC-GATE: a server in which a render that waits %s is reported',
  async (name, fault, expected) => {
    const change = (behavior: RendersBehavior) => {
      behavior.fault = fault;
    };
    expect(await listChecks({ name, change }, expected)).toEqual(expected);
  },
);

test('ASYNC-GATE: a run of the phase work sends the requests of work only', async () => {
  const phases: string[] = [];
  const { statistics } = await testRenders(1, undefined, {
    phases: ['work'],
    onProgress: ({ phase }) => phases.push(phase),
  });
  expect([phases, statistics.requests < 30]).toEqual([['work'], true]);
});

const JOB = {
  type: 'object',
  required: ['id', 'status'],
  properties: { id: { type: 'string' }, status: { enum: ['running', 'done', 'failed'] } },
};
const job = { description: 'A job', content: { 'application/json': { schema: JOB } } };
const parameter = (name: string, location: string, more: object) => ({ name, in: location, ...more });
const FLOW = parameter('flow', 'path', { required: true, schema: { type: 'string' }, example: 'hello' });
const size = { oneOf: [{ type: 'integer' }, { type: 'number' }] };
const FLOWS = createDocument({
  '/flows/{flow}/jobs': {
    post: {
      parameters: [FLOW, parameter('Prefer', 'header', { schema: { enum: ['respond-async'] } })],
      requestBody: {
        content: {
          'application/json': {
            // The schema rejects every size.
            schema: { type: 'object', properties: { size } },
            example: { size: 5 },
          },
        },
      },
      responses: { 200: { description: 'The result' }, 201: job },
    },
  },
  '/jobs/{id}': {
    get: {
      parameters: [parameter('id', 'path', { required: true, schema: { type: 'string' } })],
      responses: { 200: job, 404: { description: 'No such job' } },
    },
  },
});

test.each([
  [true, 1],
  [false, 0],
])(
  'ASYNC-GATE: work is started by its example and its preference, existing data: %j',
  async (existingData, count) => {
    let started = 0;
    await using server = await serve(({ method, path, headers, json }) => {
      if (path === '/jobs/a') return { status: 200, body: { id: 'a', status: 'done' } };
      const isExample = path === '/flows/hello/jobs' && Object(json).size === 5;
      if (method !== 'POST' || !isExample) return { status: 404 };
      if (headers.prefer !== 'respond-async') return { status: 200 };
      started += 1;
      return { status: 201, body: { id: 'a', status: 'running' } };
    });
    const options = { phases: ['work'] as const, existingData, clock: createClock(), allowUnreached: true };
    const { findings } = await testServer(FLOWS, server.url, options);
    const problems = findings.filter(({ check }) => check !== 'status-undocumented');
    expect([started, problems]).toEqual([count, []]);
  },
);

async function listChecks(mutant: Mutant<RendersBehavior> | undefined, expected: readonly string[]) {
  const { findings } = await testRenders(1, mutant);
  const ids = findings.map(({ check }) => check);
  return [...new Set(ids.filter((check) => check.startsWith('work-') || expected.includes(check)))];
}
