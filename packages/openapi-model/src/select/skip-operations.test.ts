import { expect, test } from 'vitest';
import type { JsonValue } from '../json.ts';
import { inspectModel } from '../model/read-model.ts';
import { skipOperations } from './skip-operations.ts';

const get = (operationId: string, others: object = {}) => ({
  get: { operationId, responses: {}, ...others },
});
const WRONG = { parameters: [{ $ref: '#/components/parameters/Gone' }] };

function skip(paths: object) {
  const document = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths } as unknown as JsonValue;
  const { model, ...found } = inspectModel(document, 'a.json');
  if (!model) throw new Error('The document has no model.');
  return skipOperations({ document, locate: () => undefined, model, found }, (_model, read) => read);
}

test('omits the operations with problems', () => {
  const { model, found, skipped, reported } = skip({ '/a': get('a'), '/b': get('b', WRONG) });
  expect(model.operations.map(({ id }) => id)).toEqual(['a']);
  expect([found.problems, skipped]).toEqual([[], ['b (GET /b)']]);
  expect(reported).toMatchObject([{ pointer: '#/paths/~1b/get/parameters/0/$ref' }]);
});

test('keeps the problems if no operation would be left', () => {
  const { found, skipped } = skip({ '/b': get('b', WRONG) });
  expect(skipped).toEqual([]);
  expect(found.problems.map(({ message }) => message)).toEqual([
    'The reference #/components/parameters/Gone has no target.',
    'No operation is left when those with problems are omitted.',
  ]);
});
