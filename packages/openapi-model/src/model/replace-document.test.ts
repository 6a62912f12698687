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
