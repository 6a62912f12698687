import { expect, test } from 'vitest';
import { z } from 'zod';
import { acceptJson } from './accept-json.ts';

const schema = z.object({ name: z.string(), size: z.number().default(1) });
const body = { required: true as const, content: { 'application/json': { schema } } };
const limits = { maxDepth: 3, maxMembers: 4 };

function accept(text: string | Uint8Array, contentType = 'application/json') {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return acceptJson(body, { contentType, bytes }, limits);
}

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
  'a valid body of the type %s is accepted, as it was sent and with its defaults',
  (contentType) => {
    expect(accept('{"name":"ü"}', contentType)).toEqual({
      json: { name: 'ü' },
      data: { name: 'ü', size: 1 },
    });
  },
);

test.each([
  ['is empty', ''],
  ['is not JSON', '{"name":'],
  ['breaks its schema', '{"name":1}'],
  ['has a duplicate key', '{"name":"a","name":"b"}'],
  ['has an unpaired surrogate', '{"name":"\\ud800"}'],
  ['is nested too deep', '{"name":"a","rest":[[[]]]}'],
  ['has too many members', '{"name":"a","rest":[1,2,3,4,5]}'],
  ['is not UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
])('a body that %s is not accepted', (_, text) => {
  expect(accept(text)).toBeUndefined();
});

test.each(['', 'text/plain', 'application/vnd.api+json', 'application/json; charset=latin1'])(
  'a body of the type "%s" is not accepted',
  (contentType) => {
    expect(accept('{"name":"a"}', contentType)).toBeUndefined();
  },
);
