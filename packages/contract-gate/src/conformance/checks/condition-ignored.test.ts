import type { Operation } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import type { ResourceClient } from '../behavior/resource-client.ts';
import type { Draft } from '../requests/draft.ts';
import type { Resource } from '../resources/resource.ts';
import { conditionIgnored } from './condition-ignored.ts';

const HEADERS = ['If-Match', 'If-None-Match'];
const CREATED = 'A PUT with If-Match: * created a resource.';
const REPLACED = 'A PUT with If-None-Match: * replaced a resource.';

interface Case {
  headers?: string[];
  statuses?: string[];
  /** The header whose condition the server ignores. */
  ignored?: string;
  /** Whether clients choose the ids of resources. */
  isChosen?: boolean;
  expected: string[];
}

test.each<Case>([
  { expected: [] },
  { ignored: 'If-Match', expected: [CREATED] },
  { ignored: 'If-None-Match', expected: [REPLACED] },
  { ignored: 'If-Match', isChosen: false, expected: [] },
  { ignored: 'If-Match', statuses: ['200'], expected: [] },
  { ignored: 'If-Match', headers: ['If-None-Match'], expected: [] },
])('a PUT with the condition *: %j', async (one) => {
  const { headers = HEADERS, statuses = ['200', '412'], ignored, isChosen = true, expected } = one;
  const put = {
    method: 'put',
    parameters: headers.map((name) => ({ location: 'header', name })),
    responses: statuses.map((status) => ({ status })),
  } as unknown as Operation;
  const template: Draft = { operation: put, parameters: new Map(), body: undefined };
  const client = {
    collection: { itemPath: '/things/{id}', put, create: isChosen ? put : undefined },
    context: { plans: { working: () => [template] }, pool: { ids: { choose: () => 'new' } } },
    read: async () => undefined,
    send: async (operation: Operation, { segments }: Resource, { draft }: { draft: Draft }) => {
      const [[name, value] = []] = Object.entries(draft.headers ?? {});
      const isExpected = value === '*' && segments.get(2) === (name === 'If-Match' ? 'new' : 'old');
      return { operation, response: { status: isExpected && name === ignored ? 200 : 412 } };
    },
  } as unknown as ResourceClient;
  const resource = { segments: new Map([[2, 'old']]) } as unknown as Resource;
  const violations = await conditionIgnored.run({ client, resource });
  expect(violations.map(({ message }) => message)).toEqual(expected);
});
