import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { exampleRequests } from './example-requests.ts';

test('an unpaired surrogate in an example of a path is replaced', () => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'a\ud800' };
  const paths = { '/a/{id}': { get: { parameters: [id], responses: { '200': { description: 'Done.' } } } } };
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths };
  expect(exampleRequests(readModel(document, 'a.json'))).toMatchObject([{ path: '/a/a%EF%BF%BD' }]);
});
