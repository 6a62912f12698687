import type { JsonValue, Operation } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { readOperation } from '../../../tests/read-operation.ts';
import type { ResourceClient } from '../behavior/resource-client.ts';
import type { Exchange } from '../session/session.ts';
import { deletedReadable } from './deleted-readable.ts';

const create = (path: string, statuses: readonly string[]) =>
  ({
    method: 'get',
    path,
    resourcePath: path,
    parameters: [],
    responses: statuses.map((status) => ({ status, content: [], headers: [], links: [] })),
  }) as unknown as Operation;

interface Case {
  path: string;
  statuses: string[];
  value: JsonValue;
  basis?: string;
}

test.each<Case>([
  { path: '/things/{id}', statuses: ['200', '404'], value: { id: 1 }, basis: 'promise' },
  { path: '/things/{id}', statuses: ['200'], value: { id: 1, tags: [] }, basis: 'convention' },
  { path: '/things/{id}', statuses: ['200'], value: [], basis: 'convention' },
  { path: '/things/{id}/parts', statuses: ['200', '404'], value: [], basis: 'promise' },
  { path: '/things/{id}/parts', statuses: ['200', '4XX'], value: [] },
  { path: '/things/{id}/parts', statuses: ['200'], value: { items: [] } },
  { path: '/things/{id}/parts', statuses: ['200'], value: [{ id: 2 }], basis: 'convention' },
  { path: '/things/{id}/changes', statuses: ['200'], value: { changes: [], token: '' } },
  { path: '/things/{id}/tags', statuses: ['200'], value: { tags: ['a'] }, basis: 'convention' },
  { path: '/things/{id}/settings', statuses: ['200'], value: { colors: [] }, basis: 'convention' },
])('$path with the statuses $statuses and $value after a deletion: $basis', async (one) => {
  const { path, statuses, value, basis } = one;
  const operation = create(path, statuses);
  const lists = [create('/things', ['200']), create('/things/{id}/parts', statuses)];
  const client = {
    collection: { itemPath: '/things/{id}' },
    context: {
      session: { ...readOperation([]).session, model: { operations: [operation, ...lists] } },
      pool: { collections: [{ list: path.endsWith('/parts') ? operation : undefined }] },
    },
  } as unknown as ResourceClient;
  const exchange = { operation, response: { status: 200 }, body: { kind: 'json', value } } as Exchange;
  const violations = await deletedReadable.run({ client, operation, exchange });
  expect(violations.map((one) => one.basis)).toEqual(basis === undefined ? [] : [basis]);
});
