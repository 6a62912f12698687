// The test and the mock read the same resources: a mock of a valid document conforms to it.
import { join } from 'node:path';
import { runConformance } from '@keyframe/contract-gate';
import { createMock } from '@keyframe/openapi-mock';
import { serveMock } from '@keyframe/openapi-mock/node';
import { type JsonObject, loadDocument, type OpenApiModel, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { runKeyframe } from './run-keyframe.ts';

const PACKAGES = join(import.meta.dirname, '../..');
const JOBS = join(PACKAGES, 'openapi-mock/tests/jobs.yaml');
const FILES = [
  JOBS,
  join(PACKAGES, 'contract-gate/tests/foreign/pets.yaml'),
  join(PACKAGES, 'contract-gate/tests/foreign/posts.yaml'),
];

const TEXT = { type: 'string', minLength: 1 };
const NOTE = {
  type: 'object',
  required: ['id', 'title', 'created_at'],
  properties: {
    id: { type: 'string', readOnly: true },
    title: TEXT,
    created_at: { type: 'string', format: 'date-time', readOnly: true },
  },
};
const PAGE = {
  type: 'object',
  required: ['items', 'total', 'has_more'],
  properties: {
    items: { type: 'array', items: NOTE },
    total: { type: 'integer' },
    count: { type: 'integer' },
    has_more: { type: 'boolean' },
  },
};
const json = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
const query = (name: string, schema: JsonObject) => ({ name, in: 'query', schema });
const INVALID = { '400': { description: 'Invalid' } };
const MISSING = { ...INVALID, '404': { description: 'Missing' } };
const read = (schema: JsonObject, status = 200) => ({ [status]: { description: 'Done', ...json(schema) } });

/** Lists by pages and a search, with a range, below `/notes/{id}`. */
const NOTES: JsonObject = {
  openapi: '3.1.1',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      post: {
        requestBody: { required: true, ...json(NOTE) },
        responses: { ...read(NOTE, 201), ...INVALID },
      },
      get: {
        parameters: [
          query('limit', { type: 'integer', minimum: 1, maximum: 50, default: 20 }),
          query('offset', { type: 'integer', minimum: 0 }),
          query('created_after', { type: 'string', format: 'date-time' }),
          query('q', TEXT),
        ],
        responses: { ...read(PAGE), ...INVALID },
      },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { ...read(NOTE), ...MISSING } },
      patch: {
        requestBody: { required: true, ...json({ ...NOTE, required: [] }) },
        responses: { ...read(NOTE), ...MISSING },
      },
      delete: { responses: { '204': { description: 'Gone' }, ...MISSING } },
    },
  },
};

/** Checks whose warnings show that both sides read another meaning. */
const STATE: ReadonlySet<string> = new Set([
  ...[
    'created-differs',
    'deleted-readable',
    'filter-ignored',
    'filter-misses',
    'list-misses',
    'list-repeats',
  ],
  ...['order-ignored', 'page-too-long', 'page-too-short', 'range-wrong', 'read-fails', 'total-wrong'],
]);

async function listContradictions(document: OpenApiModel): Promise<string[]> {
  await using served = await serveMock(createMock(document));
  const server = new URL(served.url);
  // Both run in this process: if it is suspended, a response comes late.
  const responseTimeoutMs = 200_000;
  const options = { seed: 1, maxTimeMs: 60_000, workers: 4, responseTimeoutMs };
  const { findings } = await runConformance({ document, server, ...options });
  const relevant = findings.filter(({ check, severity }) => severity === 'error' || STATE.has(check));
  return relevant.map(({ check, operation, message }) => `${check} ${operation}: ${message}`);
}

test('the mock of a document with pages, a range and a search conforms to it', async () => {
  expect(await listContradictions(readModel(NOTES, 'notes.json'))).toEqual([]);
});

test.each(FILES)('the mock of %s conforms to it', async (file) => {
  expect(await listContradictions(await loadDocument(file))).toEqual([]);
});

test('the test and the mock explain the same resources', async () => {
  const [mock, conformance] = await Promise.all([
    runKeyframe(['mock', JOBS, '--explain']),
    runKeyframe(['test', JOBS, '--explain']),
  ]);
  expect(conformance).toEqual(mock);
  expect(conformance.out).toContain(': POST ');
});
