import { expect, test } from 'vitest';
import { copyJson } from '../json.ts';
import { readModel } from './read-model.ts';
import { replaceDocument } from './replace-document.ts';

const operation = (operationId: string) => ({ operationId, responses: {} });
const DOCUMENT = {
  openapi: '3.1.1',
  info: { title: 'a', version: '1' },
  paths: { '/a': { get: operation('a') }, '/b': { get: operation('b') } },
};

test('keeps omitted operations, the document as it was read, and its locations', () => {
  const model = readModel(DOCUMENT, 'a.json', {
    locate: (pointer) => ({ file: 'a.json', line: 1, column: 1, pointer }),
  });
  const document = copyJson(model.document);
  document.components = { schemas: { Added: {} } };
  const selected = { ...model, operations: model.operations.filter(({ id }) => id === 'b') };
  const replaced = replaceDocument(selected, document, (pointer) => pointer.replace('Added', 'Written'));
  expect([...replaced.schemas.keys()]).toEqual(['Added']);
  expect(replaced.operations.map(({ id }) => id)).toEqual(['b']);
  expect(replaced.original).toBe(model.original);
  expect(replaced.locate('#/components/schemas/Added')).toMatchObject({
    pointer: '#/components/schemas/Written',
  });
});

test('has the schemas of the new document in each part of an operation', () => {
  const content = { 'application/json': { schema: { title: 'before' } } };
  const headers = { 'X-A': { schema: { title: 'before' } } };
  const get = {
    parameters: [{ name: 'a', in: 'query', schema: { title: 'before' } }],
    requestBody: { content },
    responses: { 200: { description: 'It.', content, headers } },
  };
  const paths = { '/a/{id}': { get } };
  const model = readModel({ ...DOCUMENT, paths, webhooks: paths }, 'a.json', { lenient: true });
  const text = JSON.stringify(model.document).replaceAll('before', 'after');
  const { operations, webhooks } = replaceDocument(model, JSON.parse(text));
  const webhookOperations = webhooks.flatMap((webhook) => webhook.operations);
  expect(JSON.stringify(operations).match(/"title":"\w+"/g)).toEqual(Array(4).fill('"title":"after"'));
  expect(JSON.stringify(webhookOperations)).not.toContain('before');
  // The path parameter that the document does not declare.
  expect(operations[0]?.parameters[1]?.schema?.schema).toEqual({ type: 'string' });
});
