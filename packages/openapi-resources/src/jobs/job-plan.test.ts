import { type OpenApiModel, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createReader } from '../document/document-reader.ts';
import { planJob } from './job-plan.ts';

const string = { type: 'string' };
const MODEL = readModel(
  {
    openapi: '3.1.1',
    info: { title: 'x', version: '1' },
    paths: {
      '/jobs': {
        post: { responses: { 202: { description: 'x', headers: { Location: { schema: string } } } } },
      },
      '/jobs/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: string }],
          responses: { 200: { description: 'x' } },
        },
      },
    },
  },
  'document',
);

test.each([
  ['a path', '/jobs/7', { id: '7' }],
  ['a URL', 'https://api.example/v1/jobs/7?page=2', { id: '7' }],
  ['an escaped id', '/jobs/a%2Fb', { id: 'a/b' }],
  ['an id with an invalid escape', '/jobs/100%', undefined],
  ['a URL that cannot be parsed', 'http://[/jobs/7', undefined],
  ['the path of another operation', '/files/7', undefined],
])('a Location that is %s leads to the work', (_, location, expected) => {
  const [operation] = MODEL.operations;
  const plan = operation && planJob(createReader(MODEL), operation);
  const found = plan?.find({ body: undefined, headers: new Headers({ location }) });
  expect([plan?.readers.length, found?.parameters]).toEqual([1, expected]);
});

test('work that no operation reads is not followed', () => {
  const [operation] = MODEL.operations;
  const model = { ...MODEL, operations: MODEL.operations.filter(({ method }) => method === 'post') };
  expect(operation && planJob(createReader(model), operation)).toBeUndefined();
});

const ITEM = { type: 'object', properties: { id: string, status: string } };
const CALLBACKS = {
  done: { '{$request.body#/hook}': { post: { responses: { 204: { description: 'x' } } } } },
};

function createCallbackModel(accepted: object, callbacks: object = CALLBACKS, item: object = ITEM) {
  const content = (schema: object) => ({ 'application/json': { schema } });
  const document = {
    openapi: '3.1.1',
    info: { title: 'x', version: '1' },
    paths: {
      '/jobs': { post: { callbacks, responses: { 202: { description: 'x', content: content(accepted) } } } },
      '/jobs/{jobId}': {
        get: {
          parameters: [{ name: 'jobId', in: 'path', required: true, schema: string }],
          responses: { 200: { description: 'x', content: content(item) } },
        },
      },
    },
  };
  return readModel(JSON.parse(JSON.stringify(document)), 'document');
}

test.each<{ title: string; model?: OpenApiModel; body: object; expected: object | undefined }>([
  { title: 'its id', body: { id: 7 }, expected: { jobId: '7' } },
  { title: 'no id', body: {}, expected: undefined },
  {
    title: 'an id that items do not have',
    model: createCallbackModel(ITEM, CALLBACKS, {}),
    body: { id: 7 },
    expected: undefined,
  },
  {
    title: 'an id, without a callback',
    model: createCallbackModel(ITEM, {}),
    body: { id: 7 },
    expected: undefined,
  },
])('work with a callback is read by $title', ({ model = createCallbackModel(ITEM), body, expected }) => {
  const [operation] = model.operations;
  const plan = operation && planJob(createReader(model), operation);
  expect(plan?.find({ body, headers: new Headers() })?.parameters).toEqual(expected);
});
