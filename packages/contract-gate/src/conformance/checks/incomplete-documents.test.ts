// Findings that no server could avoid are no errors.
import type { Operation } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { mediaTypeUndocumented } from './media-type-undocumented.ts';
import { putStatus } from './put-status.ts';
import { statusUndocumented } from './status-undocumented.ts';
import { unauthenticatedAccepted } from './unauthenticated-accepted.ts';

function describeOperation(...statuses: string[]): Operation {
  const responses = statuses.map((status) => ({ status, content: [], headers: [], links: [] }));
  return { method: 'get', path: '/a', pointer: '#/a', responses, security: [] } as unknown as Operation;
}

const secured = { ...describeOperation('200', '404'), security: [{ key: [] }] } as Operation;

const respond = (status: number) => ({ status, headers: [], body: new Uint8Array() }) as never;

test.each([
  ['200', 404, 'incomplete'],
  ['200, 404', 410, undefined],
  ['200, 404', 400, 'incomplete'],
  ['200, 405', 400, undefined],
  ['200, 404', 401, undefined],
  ['400, 404', 200, 'incomplete'],
  ['302', 200, undefined],
  ['200', 304, undefined],
])('an operation with %s that answers %i has the basis %s', (statuses, status, basis) => {
  const operation = describeOperation(...statuses.split(', '));
  const observed = { operation, response: respond(status) } as never;
  expect(statusUndocumented.run(observed).map((one) => one.basis)).toEqual([basis]);
});

test.each([
  ['200, 400', 400, 0],
  ['200, 404', 404, 0],
  ['200, 400, 401', 400, 1],
  ['200, 401', 429, 0],
  ['200, 400, default', 400, 1],
  ['200, 400', 200, 1],
])(
  'an operation with %s that rejects missing credentials with %i has %i findings',
  async (statuses, status, count) => {
    const operation = describeOperation(...statuses.split(', '));
    const observed = { operation, response: respond(status), label: 'no credentials' };
    expect(await unauthenticatedAccepted.run(observed)).toHaveLength(count);
  },
);

test('a protected operation that documents no status for credentials is incomplete', () => {
  const observed = { operation: secured, response: respond(401) } as never;
  expect(statusUndocumented.run(observed).map((one) => one.basis)).toEqual(['incomplete']);
});

test('a 204 has no media type', () => {
  const documented = { status: '204', pointer: '#/a', content: [{ name: 'text/plain' }] };
  const observed = { request: { method: 'GET' }, response: respond(204), documented };
  expect(mediaTypeUndocumented.run(observed as never)).toEqual([]);
});

test.each([
  ['201', 201, ['contradiction']],
  ['201, 204', 201, [undefined]],
  ['201, 2XX', 201, [undefined]],
  ['201, default', 201, [undefined]],
  ['201, 204', 204, []],
])('a PUT with %s that replaces a resource with %i has the bases %j', async (statuses, status, bases) => {
  const operation = { ...describeOperation(...statuses.split(', ')), method: 'put' };
  const observed = { operation, exchange: { response: respond(status) }, hasExisted: true } as never;
  const violations = await putStatus.run(observed);
  expect(violations.map(({ basis }) => basis)).toEqual(bases);
});
