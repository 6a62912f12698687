import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { findCollections } from '../src/conformance/resources/collections.ts';

const answering = (name: string, parameter?: string) => ({
  ...(parameter === undefined
    ? {}
    : { parameters: [{ name: parameter, in: 'path', required: true, schema: { type: 'string' } }] }),
  responses: {
    201: {
      description: 'Made.',
      content: {
        'application/json': { schema: { type: 'object', properties: { [name]: { type: 'string' } } } },
      },
    },
  },
});

test('what can only be made of one that exists already has no creation', () => {
  const model = readModel(
    {
      openapi: '3.1.0',
      info: { title: 'Labels', version: '1' },
      paths: {
        '/labels/{labelId}': { get: answering('labelId', 'labelId') },
        '/labels/{labelId}/copies': { post: answering('labelId', 'labelId') },
        '/rates/{rateId}': { get: answering('rateId', 'rateId') },
        '/rates': { post: answering('rateId') },
      },
    },
    'labels.yaml',
  );
  const made = findCollections(model).map(({ itemPath, create }) => [itemPath, create?.path]);
  expect(made).toEqual([
    ['/labels/{labelId}', undefined],
    ['/rates/{rateId}', '/rates'],
  ]);
});
