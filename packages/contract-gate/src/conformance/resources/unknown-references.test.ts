import type { JsonValue, Operation } from '@keyframe/openapi-model';
import { Conventions } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';
import type { Draft } from '../requests/draft.ts';
import { hasUnknownReference } from './unknown-references.ts';

const mediaType = { name: 'application/json', pointer: '#' };

function createDraft(value: JsonValue): Draft {
  const operation = { method: 'post', path: '/orders', parameters: [] } as unknown as Operation;
  return {
    operation,
    parameters: new Map([['path:id', 'x']]),
    body: { mediaType, value },
  } as unknown as Draft;
}

test.each<[bodies: [JsonValue, twin?: JsonValue], response: string, isReference: boolean]>([
  [[{ name: 'a', coupon: 'b' }, { name: 'a' }], 'rejected', true],
  [
    [
      { name: 'a', couponCode: 'b' },
      { name: 'a', couponCode: 'b' },
    ],
    'rejected',
    false,
  ],
  [
    [
      { name: 'a', couponCode: 'c' },
      { name: 'a', couponCode: 'b' },
    ],
    'rejected',
    true,
  ],
  [[{ lines: [{ warehouse_id: 7 }] }, { lines: [] }], 'rejected', true],
  [[{ traceId: 'a' }, {}], 'rejected', false],
  [[{ shelf: 'a' }, {}], 'No such shelf.', true],
  [[{ shelf: 'a' }, {}], 'Unknown shelf.', true],
  [[{ shelf: 'a' }, {}], 'Unknown property: shelf.', false],
  [[{ shelf: 'a' }, {}], 'The shelf does not exist.', true],
  [[{ isLarge: true }, {}], 'No such size.', false],
  [[{ shelf: 'a' }, { shelf: 'a' }], 'No such shelf.', false],
  [[{ name: 'a' }], 'rejected', false],
  [[{ gift_card: 'a' }], 'rejected', true],
])('a body and the accepted one %j, rejected with "%s": %s', ([body, twin], response, isReference) => {
  const rejected = {
    draft: createDraft(body),
    twin: twin === undefined ? undefined : createDraft(twin),
    response: { body: Buffer.from(response) },
  };
  expect(hasUnknownReference(new Conventions(), rejected)).toBe(isReference);
});
