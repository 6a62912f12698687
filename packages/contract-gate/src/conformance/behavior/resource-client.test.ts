import type { JsonObject, Operation } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Draft, sentObject } from '../requests/draft.ts';
import { findExtremes } from './resource-client.ts';

const MEDIA_TYPE = { name: 'application/json', pointer: '#', schema: undefined };

function createDraft(value: JsonObject): Draft {
  const body = { mediaType: MEDIA_TYPE, value } as unknown as NonNullable<Draft['body']>;
  return { operation: {} as Operation, parameters: new Map(), body };
}

test.each<[drafts: JsonObject[], smallest: JsonObject, fullest: JsonObject]>([
  [[{ a: 1 }, { a: 1, b: 2 }, {}], {}, { a: 1, b: 2 }],
  [
    [
      { a: 1, b: 'x' },
      { a: 1, b: null },
    ],
    { a: 1, b: 'x' },
    { a: 1, b: 'x' },
  ],
  [
    [
      { a: 1, b: null, c: null },
      { a: 1, b: 2 },
    ],
    { a: 1, b: 2 },
    { a: 1, b: 2 },
  ],
])('the drafts %j: the smallest and the fullest are chosen', (values, smallest, fullest) => {
  const found = findExtremes(values.map(createDraft));
  expect(found && [sentObject(found.smallest), sentObject(found.fullest)]).toEqual([smallest, fullest]);
});
