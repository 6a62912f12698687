// Resources that go back to a state before the one that their callback announced, and such as only seem to.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from '../serve.ts';

const STATUSES = ['queued', 'running', 'done'];

function objectWith(status: JsonObject): JsonObject {
  const properties = { id: { type: 'string', pattern: '^[0-9]+$' }, status };
  return { type: 'object', required: ['id', 'status'], properties };
}

const json = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });

/** A document of jobs, whose callbacks announce these statuses. */
function jobsDocument(announced: readonly string[], { isRestartable = false } = {}): JsonObject {
  const job = objectWith({ type: 'string', enum: STATUSES });
  const callback = {
    requestBody: { required: true, ...json(objectWith({ enum: [...announced] })) },
    responses: { 204: { description: 'Received.' } },
  };
  const requestSchema = {
    type: 'object',
    additionalProperties: false,
    properties: { url: { type: 'string', format: 'uri', pattern: '^http://' } },
  };
  const post: JsonObject = {
    requestBody: { required: true, ...json(requestSchema) },
    responses: { 202: { description: 'It will be done.', ...json(job) }, 400: { description: 'Wrong.' } },
    callbacks: { changed: { '{$request.body#/url}': { post: callback } } },
  };
  const get = {
    responses: { 200: { description: 'The job.', ...json(job) }, 404: { description: 'None.' } },
  };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^[0-9]+$' } };
  const restart = isRestartable ? { '/jobs/{id}/restart': { parameters: [id], post } } : {};
  return createDocument({ '/jobs': { post }, '/jobs/{id}': { parameters: [id], get }, ...restart });
}

interface Job {
  id: string;
  status: string;
  url: unknown;
  /** Reads since it was announced. */
  reads: number;
}

async function announce(job: Job): Promise<void> {
  job.status = 'done';
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ id: job.id, status: job.status });
  await fetch(String(job.url), { method: 'POST', headers, body }).catch(() => undefined);
}

/** Answers for jobs that are done once they were read, and are shown then as `shown` says. */
function jobs(shown: (job: Job) => string) {
  const all: Job[] = [];
  return ({ method, path, json: value }: ReceivedRequest): Answer => {
    const [, , id] = path.split('/');
    if (method === 'POST' && id === undefined) {
      const { url } = Object(value);
      if (url !== undefined && !URL.canParse(url)) return { status: 400 };
      const made: Job = { id: String(all.length + 1), status: 'queued', url, reads: 0 };
      all.push(made);
      return { status: 202, body: { id: made.id, status: made.status } };
    }
    const job = all.find((one) => one.id === id);
    if (!job) return { status: 404 };
    if (job.status === 'queued') {
      if (job.url !== undefined) setImmediate(() => void announce(job));
      return { status: 200, body: { id: job.id, status: job.status } };
    }
    job.reads += 1;
    return { status: 200, body: { id: job.id, status: shown(job) } };
  };
}

async function collectChecks(document: JsonObject, shown: (job: Job) => string): Promise<string[]> {
  await using server = await serve(jobs(shown));
  const { findings } = await testServer(document, server.url, {
    callbacks: { waitMs: 2_000 },
  });
  // The server validates few requests, so findings of other checks are ignored.
  const own = findings.filter(({ check }) => /^(?:callback|state-reverted)/.test(check));
  return own.map(({ check, expected, received }) => `${check}: ${expected}, ${received}`);
}

const ONLY_DONE = jobsDocument(['done']);

test('a job that is queued again after its callback is found, with both states', async () => {
  const found = await collectChecks(ONLY_DONE, ({ reads }) => (reads > 1 ? 'queued' : 'done'));
  expect(found).toEqual(['state-reverted-after-callback: status: "done", status: "queued"']);
});

test('a job that stays done is not', async () => {
  expect(await collectChecks(ONLY_DONE, () => 'done')).toEqual([]);
});

test('a state that the job never had before is not', async () => {
  expect(await collectChecks(ONLY_DONE, ({ reads }) => (reads > 1 ? 'running' : 'done'))).toEqual([]);
});

test('a state that callbacks may announce, too, is not', async () => {
  const document = jobsDocument(['done', 'queued']);
  expect(await collectChecks(document, ({ reads }) => (reads > 1 ? 'queued' : 'done'))).toEqual([]);
});

test('a single read that lags behind is not', async () => {
  expect(await collectChecks(ONLY_DONE, ({ reads }) => (reads === 2 ? 'queued' : 'done'))).toEqual([]);
});

test('a state that another operation may have begun again is not', async () => {
  const document = jobsDocument(['done'], { isRestartable: true });
  const found = await collectChecks(document, ({ reads }) => (reads > 1 ? 'queued' : 'done'));
  expect(found.filter((one) => one.startsWith('state-reverted-after-callback'))).toEqual([]);
});
