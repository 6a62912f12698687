import type { Operation, Parameter } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { promisesOriginalResult, promisesRejection } from './idempotency-policy.ts';

const POINTER = '#/key';

function read(description: string, extension?: object) {
  const key = { description, pointer: POINTER } as unknown as Parameter;
  const operation = { description: undefined, responses: [] } as unknown as Operation;
  const document = { key: { 'x-idempotency': extension as never } };
  return [promisesOriginalResult(operation, key, document), promisesRejection(operation, key, document)];
}

test.each([
  ['A key.', undefined, [undefined, undefined]],
  ['Requests can be retried safely.', undefined, ['text', undefined]],
  ['Returns the first response.', undefined, ['text', undefined]],
  ['A used key with another body is rejected with 409.', undefined, [undefined, 'text']],
  ['', { repeatedRequest: 'original-result' }, ['extension', undefined]],
  ['', { changedRequest: 'rejected' }, [undefined, 'extension']],
  ['Returns the first response.', { repeatedRequest: 'original-result' }, ['extension', undefined]],
])('the description %j with the extension %j promises %j', (description, extension, promises) => {
  expect(read(description, extension)).toEqual(promises);
});
