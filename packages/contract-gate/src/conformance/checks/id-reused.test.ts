import type { JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { idReused } from './id-reused.ts';

const collection = { itemPath: '/things/{id}', create: { path: '/things' } };
const client = { collection, context: { pool: { isExisting: () => false } } };

const create = (id: JsonValue, sent: JsonValue) => ({
  collection,
  segments: new Map([[2, id]]),
  created: { draft: { body: { value: sent } } },
});

test.each<[ids: JsonValue[], sent: JsonValue, messages: string[]]>([
  [[1, 2], {}, []],
  [[1, 1], {}, ['The id 1 was assigned twice.']],
  [['a', 'a'], { name: 'b' }, ['The id a was assigned twice.']],
  [['a', 'a'], { id: 'a' }, []],
])('the ids %j of resources created by %j give the messages %j', async (ids, sent, messages) => {
  const resources = ids.map((id) => create(id, sent));
  const found = await idReused.run({ client, resources } as never);
  expect(found.map(({ message }) => message)).toEqual(messages);
});
