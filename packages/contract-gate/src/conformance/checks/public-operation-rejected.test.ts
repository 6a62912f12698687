import type { Operation } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import type { WireResponse } from '../wire/wire.ts';
import { publicOperationRejected } from './public-operation-rejected.ts';

function createResponse(status: number): WireResponse {
  return { status, body: Buffer.alloc(0) } as WireResponse;
}

test.each([
  ['200', 401, 1],
  ['200', 200, 0],
  ['401', 401, 0],
])(
  'an operation that documents %s and answers %i without credentials: %i findings',
  (documented, status, count) => {
    const operation = { pointer: '#/a', responses: [{ status: documented }] } as unknown as Operation;
    const responses = { withoutCredentials: createResponse(status), withCredentials: createResponse(200) };
    expect(publicOperationRejected.run({ operation, ...responses })).toHaveLength(count);
  },
);
