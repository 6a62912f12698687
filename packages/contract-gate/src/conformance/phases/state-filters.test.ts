import { readModel } from '@keyframe/openapi-model';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { SchemaSpace } from '@keyframe/openapi-schema/values';
import { expect, test } from 'vitest';
import type { Session } from '../session/session.ts';
import { isFlag, listPossibleValues, mayHaveName } from './state-filters.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const model = readModel({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} }, 'a.json');
const responses = new SchemaSpace(new ExactValidators(model), 'response');
const session = { options: { seed: 1 }, responses } as unknown as Session;
// Nodes are kept by their pointers.
const list = (schema: object) =>
  listPossibleValues(
    session,
    responses.node({ schema: { ...schema }, pointer: `#/${JSON.stringify(schema)}` }),
  );

test('an enumeration has its own values', () => {
  expect(list({ enum: ['a', 'b'] })).toEqual(['a', 'b']);
  expect(list({ type: 'boolean' })).toEqual([true, false]);
});

test('other values are generated, so that a filter by an id excludes the items of another one', () => {
  const ids = list({ type: 'string', format: 'uuid', pattern: UUID.source });
  expect(new Set(ids).size).toBeGreaterThan(1);
  expect(ids.filter((id) => !UUID.test(String(id)))).toEqual([]);
  expect(new Set(list({ type: 'integer', minimum: 1, maximum: 500 })).size).toBeGreaterThan(1);
});

const [SHOWN, HIDDEN] = [
  { id: 'a', archived: false },
  { id: 'b', archived: true },
];
const ALL = [SHOWN, HIDDEN];
type Items = readonly (typeof SHOWN)[];
const toPages = (items: Items) => [{ items, ids: items.map(({ id }) => id) }] as never;

test.each<[title: string, lists: { all: Items; whenTrue: Items; whenFalse: Items }, expected: boolean]>([
  ['adds items', { all: [SHOWN], whenTrue: ALL, whenFalse: [SHOWN] }, true],
  ['hides items', { all: ALL, whenTrue: ALL, whenFalse: [SHOWN] }, true],
  ['is ignored', { all: ALL, whenTrue: ALL, whenFalse: ALL }, false],
  ['is ignored, and there are no such items', { all: [SHOWN], whenTrue: [SHOWN], whenFalse: [SHOWN] }, false],
])('a boolean parameter that %s', async (_title, { all, whenTrue, whenFalse }, expected) => {
  const list = { readFiltered: async () => toPages(whenFalse) };
  const filter = { parameter: { name: 'archived' } as never, property: 'archived', all: toPages(all) };
  expect(await isFlag(list, filter, toPages(whenTrue))).toBe(expected);
});

const ID = '699380b8-b449-4d67-aff7-d913fb82a2b2';

test.each([
  ['tag', 'tags', ID, true],
  ['tag', 'tags', 'red', false],
  ['tag', 'tag', ID, false],
  ['owner_id', 'ownerId', ID, false],
])('a filter %s by %s with the value %s may have a name: %s', (...row) => {
  const [name, property, value, expected] = row;
  expect(mayHaveName({ parameter: { name } as never, property }, value)).toBe(expected);
});
