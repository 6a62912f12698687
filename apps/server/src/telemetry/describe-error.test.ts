import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeError } from './describe-error.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });

test.each([
  ['with its causes', new TypeError('fetch failed', { cause: refused }), `fetch failed: ${refused.message}`],
  ['without the query', new DrizzleQueryError('SELECT $1', ['a secret'], refused), refused.message],
  [
    'by its code if it has no message',
    Object.assign(new AggregateError([refused]), { code: 'ECONNREFUSED' }),
    'ECONNREFUSED',
  ],
  ['as text if it is no error', 'gone', 'gone'],
])('describes an error %s', (_, error, expected) => {
  expect(describeError(error)).toBe(expected);
});
