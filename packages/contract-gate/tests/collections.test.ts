import { readModel } from '@keyframe/openapi-model';
import { createReader, deriveResources } from '@keyframe/openapi-resources';
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

test('finds no creation if a resource can only be created from an existing one', () => {
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
  const collections = findCollections(deriveResources(createReader(model)));
  const made = collections.map(({ itemPath, create }) => [itemPath, create?.path]);
  expect(made).toEqual([
    ['/labels/{labelId}', undefined],
    ['/rates/{rateId}', '/rates'],
  ]);
});

test('finds the operation that creates a resource by the schema of its response', () => {
  const refers = (status: number, name: string) => ({
    [status]: {
      description: 'It.',
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
    },
  });
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const at = (status: number, name: string) => ({ parameters: [id], responses: refers(status, name) });
  const model = readModel(
    {
      openapi: '3.1.0',
      info: { title: 'Exports', version: '1' },
      paths: {
        '/exports': { post: { responses: refers(202, 'Job') } },
        '/jobs/{id}': { get: at(200, 'Job') },
        '/customers': { post: { responses: refers(201, 'Customer') } },
        '/customers/{id}': { get: at(200, 'Customer') },
        '/customers/{id}/orders': { post: at(201, 'Order') },
        '/customers/{id}/greetings': { post: at(200, 'Greeting') },
        '/orders/{id}': { get: at(200, 'Order') },
        '/greetings/{id}': { get: at(200, 'Greeting') },
      },
      components: { schemas: { Job: {}, Customer: {}, Order: {}, Greeting: {} } },
    },
    'exports.yaml',
  );
  const collections = findCollections(deriveResources(createReader(model)));
  const made = collections.map(({ itemPath, create }) => [itemPath, create?.path]);
  expect(made).toEqual([
    ['/jobs/{id}', '/exports'],
    ['/customers/{id}', '/customers'],
    ['/orders/{id}', '/customers/{id}/orders'],
    ['/greetings/{id}', undefined],
  ]);
});
