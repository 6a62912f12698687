import { type JsonValue, listPathParameters, type Operation, readModel } from '@keyframe/openapi-model';
import { Conventions } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';
import { listRepeatedParameters } from './repeated-parameters.ts';

function createUpdate(path: string, method: string, value: JsonValue) {
  const responses = { '200': { description: 'Done.' } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { [path]: { [method]: { responses } } },
  };
  const [operation] = readModel(document, 'a.json', { lenient: true }).operations as [Operation];
  const [name = ''] = listPathParameters(path);
  const mediaType = { name: 'application/json', schema: undefined, encoding: [], pointer: '#' };
  return { operation, parameters: new Map([[`path:${name}`, 7]]), body: { mediaType, value } };
}

test.each<{ path: string; method: string; value: JsonValue; expected: object | undefined }>([
  { path: '/things/{id}', method: 'put', value: { id: 1 }, expected: { path: ['id'], value: 1, inPath: 7 } },
  {
    path: '/things/{thing_id}/',
    method: 'patch',
    value: { id: 1, thing_id: 2 },
    expected: { path: ['thing_id'], value: 2, inPath: 7 },
  },
  {
    path: '/things/{thingId}',
    method: 'put',
    value: { id: 1 },
    expected: { path: ['id'], value: 1, inPath: 7 },
  },
  {
    path: '/things/{id}',
    method: 'put',
    value: { thingId: 1 },
    expected: { path: ['thingId'], value: 1, inPath: 7 },
  },
  {
    path: '/things/{id}',
    method: 'patch',
    value: { data: { type: 'things', id: 1 } },
    expected: { path: ['data', 'id'], value: 1, inPath: 7 },
  },
  {
    path: '/things/{name}',
    method: 'put',
    value: { name: 'a' },
    expected: { path: ['name'], value: 'a', inPath: 7 },
  },
  { path: '/things/{name}', method: 'put', value: { id: 'a' }, expected: undefined },
  { path: '/users/{username}', method: 'put', value: { id: 'a' }, expected: undefined },
  { path: '/things/{id}', method: 'post', value: { thingId: 1 }, expected: undefined },
  { path: '/things/{id}/parts', method: 'put', value: { uuid: 1 }, expected: undefined },
  {
    path: '/orgs/{org_id}/projects',
    method: 'post',
    value: { data: { org_id: 1 } },
    expected: { path: ['data', 'org_id'], value: 1, inPath: 7 },
  },
  { path: '/things/{id}', method: 'put', value: { name: 'a' }, expected: undefined },
  { path: '/things/{id}', method: 'put', value: null, expected: undefined },
])('the repeated parameter in the body of $method $path with $value', ({ path, method, value, expected }) => {
  const [repeated] = listRepeatedParameters(createUpdate(path, method, value), new Conventions());
  expect(repeated).toEqual(expected);
});
