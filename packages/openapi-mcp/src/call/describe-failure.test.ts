import { expect, test } from 'vitest';
import { describeFailure } from './describe-failure.ts';

const operation = {
  responses: [
    { status: '400', description: 'The dish is part of a diet.\n' },
    { status: '200', description: 'The dishes' },
    { status: 'default', description: 'Any error' },
  ].map((one) => ({ ...one, summary: undefined, headers: [], content: [], links: [], pointer: '' })),
};

test.each<[title: string, given: { message: string; status?: number; data?: unknown }, text: string]>([
  [
    'a body that the message does not contain',
    { message: '409: Conflict', status: 409, data: { by: 'Ann' } },
    '409: Conflict\n{"by":"Ann"}',
  ],
  [
    'a body that the message contains once',
    { message: '409, not documented: {"by":"Ann"}', status: 409, data: { by: 'Ann' } },
    '409, not documented: {"by":"Ann"}',
  ],
  [
    'without a body, the description of its status',
    { message: '400: Bad Request', status: 400 },
    '400: Bad Request\nDocumented as: The dish is part of a diet.',
  ],
  [
    'no description of other statuses',
    { message: '404: Not Found', status: 404, data: '' },
    '404: Not Found',
  ],
  ['no description of a success', { message: 'the body is too large', status: 200 }, 'the body is too large'],
  ['no description of requests without a response', { message: 'fetch failed' }, 'fetch failed'],
])('a failure has %s', (_, { message, ...details }, text) => {
  expect(describeFailure(Object.assign(new Error(message), details), operation)).toBe(text);
});
