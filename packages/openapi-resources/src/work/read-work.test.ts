import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createReader } from '../document/document-reader.ts';
import { deriveWork } from './derive-work.ts';
import { listStarted } from './read-work.ts';

const body = (schema: object) => ({ description: 'x', content: { 'application/json': { schema } } });
const JOB = {
  type: 'object',
  properties: { id: { type: 'string' }, status: { enum: ['queued', 'running', 'done', 'failed'] } },
};
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

function derive(responses: object, read: object) {
  const paths = {
    '/jobs': { post: { responses } },
    '/jobs/{id}': { get: { parameters: [ID], responses: read } },
  };
  const document = { openapi: '3.1.1', info: { title: 'x', version: '1' }, paths };
  return deriveWork(createReader(readModel(JSON.parse(JSON.stringify(document)), 'document'))).works;
}

test.each([
  ['a documented status', { 200: body(JOB) }, 200, 1],
  ['another success than the documented one', { 200: body(JOB) }, 201, 1],
  ['a failure', { 200: body(JOB) }, 409, 0],
  ['a status whose response is the result', { 200: body(JOB), 202: body(JOB) }, 200, 0],
  ['the status beside it', { 200: body(JOB), 202: body(JOB) }, 202, 1],
])('%s contains work', (...[, responses, status, count]) => {
  const isAtOnce = '202' in responses;
  const read = isAtOnce ? { 200: body({}), 202: body({}) } : { 200: body(JOB) };
  const [work] = derive(responses, read);
  if (!work) throw new Error('no work');
  expect(listStarted(work, { request: {}, response: { status, body: { id: 'a' } } })).toHaveLength(count);
});
