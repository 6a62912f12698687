// Resources that change by themselves between two requests, as jobs do.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const STATUSES = ['queued', 'running', 'done'];
const JOB = {
  type: 'object',
  required: ['id', 'status'],
  properties: { id: { type: 'string' }, status: { enum: STATUSES } },
};
const answered = (schema: JsonObject) => ({ description: 'OK', content: { 'application/json': { schema } } });
const DOCUMENT = createDocument({
  '/jobs': {
    post: { responses: { 201: answered(JOB) } },
    get: {
      parameters: [{ name: 'status', in: 'query', schema: { enum: STATUSES } }],
      responses: { 200: answered({ type: 'array', items: JOB }), 400: { description: 'No such status' } },
    },
  },
  '/jobs/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    get: { responses: { 200: answered(JOB), 404: { description: 'No such job' } } },
  },
});

const NOT_FOUND: Answer = { status: 404 };

/** Answers for jobs that go on with every request: each has its next status `pace` requests later. */
function jobs(pace: number, hidden?: string) {
  const madeAt: number[] = [];
  let requests = 0;
  const all = () =>
    madeAt.map((at, index) => ({
      id: `job_${index}`,
      status: STATUSES[Math.min(Math.floor((requests - at) / pace), 2)],
    }));
  const create = (): Answer => {
    madeAt.push(requests);
    return { status: 201, body: all().at(-1) };
  };
  const list = (wanted: string | null): Answer => {
    if (wanted === null) return { status: 200, body: all() };
    if (!STATUSES.includes(wanted)) return { status: 400 };
    return { status: 200, body: all().filter(({ status }) => status === wanted && status !== hidden) };
  };
  const read = (id: string): Answer => {
    const job = all().find((one) => one.id === id);
    return job ? { status: 200, body: job } : NOT_FOUND;
  };
  return ({ method, path, query }: ReceivedRequest): Answer => {
    requests += 1;
    const [, collection, id] = path.split('/');
    if (collection !== 'jobs') return NOT_FOUND;
    if (method === 'GET') return id === undefined ? list(query.get('status')) : read(id);
    if (method === 'POST' && id === undefined) return create();
    return { status: 405, headers: { allow: id === undefined ? 'GET, POST' : 'GET' } };
  };
}

test.each([5, 8, 13])('a status that goes on by itself after %i requests is no finding', async (pace) => {
  await using server = await serve(jobs(pace));
  const { findings } = await testServer(DOCUMENT, server.url);
  // Each read is a step: jobs may be unfinished when the gate stops reading them.
  const others = findings.filter(({ check }) => check !== 'work-unending');
  expect(others.map(({ check, message }) => [check, message])).toEqual([]);
});

test('a filter that hides what has not changed is one', async () => {
  await using server = await serve(jobs(3, 'done'));
  const { findings } = await testServer(DOCUMENT, server.url);
  expect(findings.map(({ check }) => check)).toEqual(['filter-misses']);
});

const REPORT = {
  type: 'object',
  required: ['id', 'updated_at'],
  properties: { id: { type: 'string' }, updated_at: { type: 'integer' } },
};
const REPORTS = createDocument({
  '/reports': {
    post: { responses: { 201: answered(REPORT) } },
    get: {
      parameters: [{ name: 'updated_before', in: 'query', schema: { type: 'integer' } }],
      responses: { 200: answered({ type: 'array', items: REPORT }), 400: { description: 'No such time' } },
    },
  },
  '/reports/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    get: { responses: { 200: answered(REPORT), 404: { description: 'No such report' } } },
  },
});

interface Report {
  id: string;
  updated_at: number;
}

/** Answers for reports of which every request updates one, in turn. */
function reports() {
  const all: Report[] = [];
  let requests = 0;
  const create = (): Answer => {
    all.push({ id: `report_${all.length}`, updated_at: requests });
    return { status: 201, body: all.at(-1) };
  };
  const list = (before: string | null): Answer => {
    if (before === null) return { status: 200, body: all };
    if (!/^-?\d+$/.test(before)) return { status: 400 };
    const isOlder = ({ updated_at }: Report) => updated_at < Number(before);
    return { status: 200, body: all.filter(isOlder) };
  };
  const read = (id: string): Answer => {
    const found = all.find((one) => one.id === id);
    return found ? { status: 200, body: found } : NOT_FOUND;
  };
  return ({ method, path, query }: ReceivedRequest): Answer => {
    requests += 1;
    const next = all[requests % all.length];
    if (next) next.updated_at = requests;
    const [, collection, id] = path.split('/');
    if (collection !== 'reports') return NOT_FOUND;
    if (method === 'GET') return id === undefined ? list(query.get('updated_before')) : read(id);
    if (method === 'POST' && id === undefined) return create();
    return { status: 405, headers: { allow: id === undefined ? 'GET, POST' : 'GET' } };
  };
}

test('an item that has left a range meanwhile is not missed', async () => {
  await using server = await serve(reports());
  const { findings } = await testServer(REPORTS, server.url);
  expect(findings.map(({ check, message }) => [check, message])).toEqual([]);
});
