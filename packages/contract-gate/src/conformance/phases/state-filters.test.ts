import { readModel } from '@keyframe/openapi-model';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { SchemaSpace } from '@keyframe/openapi-values';
import { expect, test } from 'vitest';
import type { Session } from '../session/session.ts';
import { listPossibleValues } from './state-filters.ts';

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
