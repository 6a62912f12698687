import { type OpenApiModel, readModel } from '@keyframe/openapi-model';
import { createReader, deriveWork, listStarted, type Work } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';
import { TaskIds } from './task-ids.ts';

const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

function accept(operationId: string, parameters: object) {
  const links = { work: { operationId, parameters } };
  return { responses: { 202: { description: 'Accepted', links } } };
}

function createModel(paths: object): OpenApiModel {
  const document = { openapi: '3.1.1', info: { title: 'Jobs', version: '1' }, paths };
  return readModel(JSON.parse(JSON.stringify(document)), 'jobs.yaml');
}

const derive = (model: OpenApiModel) => deriveWork(createReader(model)).works;

function findWork(works: readonly Work[], id: string): Work {
  const work = works.find(({ reader }) => reader.id === id);
  if (work === undefined) throw new Error(`No work is read by ${id}.`);
  return work;
}

const read = (operationId: string) => ({ operationId, parameters: [ID], responses: {} });
const one = createModel({
  '/jobs': { post: { operationId: 'create', ...accept('read/job', { id: '$response.body#/id' }) } },
  '/jobs/{id}': { get: read('read/job') },
});
const two = createModel({
  '/jobs': { post: { operationId: 'create', ...accept('readJob', { id: '$response.body#/id' }) } },
  '/jobs/{id}': { get: read('readJob') },
  '/films': { post: { operationId: 'film', ...accept('readFilm', { id: '$response.body#/id' }) } },
  '/films/{id}': { get: read('readFilm') },
  '/keys/{id}': { get: read('readKey') },
});
const state = { type: 'object', properties: { status: { type: 'string' } } };
const located = createModel({
  '/machines': {
    post: {
      operationId: 'create',
      responses: { 202: { description: 'Accepted', headers: { Location: { schema: { type: 'string' } } } } },
    },
  },
  '/machines/{id}': { get: read('readMachine') },
  '/operations/{id}': {
    get: {
      ...read('readOperation'),
      responses: { 200: { description: 'One', content: { 'application/json': { schema: state } } } },
    },
  },
  '/keys/{id}': { get: read('readKey') },
});

test.each([
  { model: one, id: 'read/job', parameters: { id: 'job_1' }, expected: 'job_1' },
  { model: two, id: 'readFilm', parameters: { id: 'a/b ü' }, expected: 'readFilm?id=a%2Fb+%C3%BC' },
  // An id of the service that looks like that of several readers.
  {
    model: one,
    id: 'read/job',
    parameters: { id: 'read%2Fjob?id=b' },
    expected: 'read%2Fjob?id=read%252Fjob%3Fid%3Db',
  },
])('$parameters of $id are the task $expected', ({ model, id, parameters, expected }) => {
  const works = derive(model);
  const ids = new TaskIds(works);
  const started = { work: findWork(works, id), parameters: { 'path.id': parameters.id } };
  expect(ids.encode(started)).toBe(expected);
  expect(ids.decode(expected)).toEqual(started);
});

test.each([
  '',
  'film?id=1',
  'absent?id=1',
  'job_1',
  'readKey?id=1',
  'readFilm?id=1&limit=9',
  'readFilm?limit=9',
])('the id "%s" belongs to no task of several readers', (taskId) => {
  expect(new TaskIds(derive(two)).decode(taskId)).toBeUndefined();
});

test.each([
  ['https://a.example/v1/machines/1', '1'],
  ['/keys/3', undefined],
  ['http://[', undefined],
])('work at the Location %s is the task %s', (location, expected) => {
  const works = derive(located);
  const [started] = listStarted(findWork(works, 'readMachine'), {
    response: { status: 202, headers: { location }, body: undefined },
  });
  expect(started && new TaskIds(works).encode(started)).toBe(expected);
});
