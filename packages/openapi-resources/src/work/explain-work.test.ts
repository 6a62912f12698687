import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createReader } from '../document/document-reader.ts';
import { deriveWork } from './derive-work.ts';
import { explainWork } from './explain-work.ts';
import { writeOverlay } from './write-overlay.ts';

const answer = (properties: JsonObject) => ({
  description: 'OK',
  content: { 'application/json': { schema: { type: 'object', properties } } },
});
const string = { type: 'string' };
const status = { type: 'string', enum: ['queued', 'done', 'failed'] };
const parameters = [{ name: 'id', in: 'path', required: true, schema: string }];
const DERIVED = deriveWork(
  createReader(
    readModel(
      {
        openapi: '3.1.0',
        info: { title: 'T', version: '1' },
        paths: {
          '/jobs': { post: { responses: { 200: answer({ id: string }) } } },
          '/jobs/{id}': {
            parameters,
            get: { responses: { 200: answer({ id: string, status, url: string }) } },
          },
          '/jobs/{id}/cancel': { parameters, post: { responses: { 200: answer({}) } } },
          '/refresh': { post: { responses: { 202: answer({}) } } },
          '/tasks': { post: { responses: { 202: answer({ id: string }) } } },
          '/tasks/{id}': { parameters, get: { responses: { 200: answer({ id: string, status: string }) } } },
        },
      },
      'document',
    ),
  ),
);

test('work is explained with its rule, its states, its result and its cancellation', () => {
  expect(explainWork({ ...DERIVED, works: DERIVED.works.slice(0, 1) })).toEqual([
    'POST /jobs starts work, which GET /jobs/{id} reads: beside, certain',
    '  evidence: /jobs/{id} beside /jobs; state: constants of "status"',
    '  read by id from $response.body#/id',
    '  state in $response.body#/status',
    '    waits: queued',
    '    succeeds: done',
    '    fails: failed',
    '  result: $response.body#/url',
    '  cancelled by POST /jobs/{id}/cancel',
    'POST /refresh accepts work that no operation reads',
    '  missing: its 202 has neither a link, nor Location, nor an id that an operation reads',
  ]);
});

test('an overlay has the missing lines of each start', () => {
  const lines = writeOverlay(DERIVED, 'Work').split('\n');
  expect(lines.filter((line) => !line.startsWith('#'))).toEqual([
    'overlay: 1.0.0',
    'info: { title: "Work", version: 1.0.0 }',
    'actions:',
    `  - target: "$.paths['/tasks'].post"`,
    '    update:',
    '      x-async:',
    '        state: "$response.body#/status"',
    "        waiting: ['<words that other states follow>']",
    "        success: ['<words of success>']",
    "        failure: ['<words of failure>']",
    `  - target: "$.paths['/refresh'].post"`,
    '    update:',
    '      x-async:',
    "        reader: '<operationId of the operation that reads the work>'",
    "        parameters: { '<parameter of the reader>': '$response.body#/<member>' }",
    "        state: '$response.body#/<member>'",
    "        waiting: ['<words that other states follow>']",
    "        success: ['<words of success>']",
    "        failure: ['<words of failure>']",
  ]);
});

test('nothing is added to a document that says everything', () => {
  const overlay = writeOverlay({ works: DERIVED.works.slice(0, 1), unread: [] }, 'Work');
  expect(overlay.split('\n').at(-1)).toBe('# Nothing is missing.');
});
