import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createDocument } from '../../../tests/serve.ts';
import { invalidRequestAccepted } from './invalid-request-accepted.ts';
import { unauthenticatedAccepted } from './unauthenticated-accepted.ts';

const responses = {
  '200': { description: 'It.' },
  '302': { description: 'Elsewhere.' },
  '4XX': { description: 'No.' },
};
const DOCUMENT = createDocument({ '/a': { get: { responses } } });

test.each([
  [200, 1],
  [302, 1],
  [303, 0],
  [307, 0],
])(
  '%i to a request that must be rejected is %i violations: a redirect counts if it is documented',
  (status, count) => {
    const [operation] = readModel(DOCUMENT, 'document.json').operations;
    if (!operation) throw new Error('The document has no operation.');
    const response = { status, headers: [], body: Buffer.alloc(0) };
    const draft = { operation, parameters: new Map() };
    const observed = { expectation: 'invalid', pointer: '#/a', label: 'a', response, draft } as const;
    expect(invalidRequestAccepted.run(observed)).toHaveLength(count);
    expect(unauthenticatedAccepted.run({ operation, response, label: 'no credentials' })).toHaveLength(count);
  },
);
