import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createReader } from './document/document-reader.ts';
import { explainResources } from './explain.ts';
import { deriveResources } from './resources.ts';

const describeState = (status: string) => ({
  type: 'object',
  required: ['id', 'status'],
  properties: { id: { type: 'string' }, status: { const: status } },
});
const JOB = { oneOf: [describeState('waiting'), describeState('done')] };
const STREAM = {
  description: 'The states',
  content: {
    'text/event-stream': {
      schema: { type: 'string' },
      'x-item-schema': {
        type: 'object',
        properties: {
          data: { type: 'string', contentMediaType: 'application/json', contentSchema: JOB },
        },
      },
    },
  },
};
const BODY = { description: 'The job', content: { 'application/json': { schema: JOB } } };
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

test('lists the stream of the states of a resource as derived', () => {
  const document = {
    openapi: '3.1.1',
    info: { title: 'Jobs', version: '1.0.0' },
    paths: {
      '/jobs': { post: { responses: { '201': BODY } } },
      '/jobs/{id}': { parameters: [ID], get: { responses: { '200': BODY } } },
      '/jobs/{id}/events': { parameters: [ID], get: { responses: { '200': STREAM } } },
      '/jobs/{id}/log': { parameters: [ID], get: { responses: { '200': { description: 'The log' } } } },
    },
  };
  const resources = deriveResources(createReader(readModel(document, 'document')));
  expect(explainResources(resources)).toEqual([
    '/jobs/{id}: POST /jobs beside /jobs/{id}, id in "id"',
    '  states of "status": waiting -> done',
    '  POST /jobs creates',
    '  GET /jobs/{id} reads',
    '  GET /jobs/{id}/events streams the states, if its items can contain the resource',
    'asynchronous work:',
    '  POST /jobs starts work, which GET /jobs/{id} reads: beside, certain',
    '    evidence: /jobs/{id} beside /jobs; state: constants of "status"',
    '    read by id from $response.body#/id',
    '    state in $response.body#/status',
    '      waits: waiting',
    '      succeeds: done',
    '    result: the last representation',
    'stateless:',
    '  GET /jobs/{id}/log: part of /jobs/{id}, which must exist; its response is the documented one',
  ]);
});
