import { expect, test } from 'vitest';
import { readOperation } from '../../../tests/read-operation.ts';
import { languageDiffers } from './language-differs.ts';

test.each([
  ['de', 'en', ['A response to Accept-Language de is in en.']],
  ['de', 'de-AT', []],
  ['fr', 'en', []],
])('%s requested of the languages of a reference, %s received: %j', (requested, received, messages) => {
  const { operation, session } = readOperation(
    [{ name: 'Accept-Language', in: 'header', schema: { $ref: '#/components/schemas/Language' } }],
    { Language: { type: 'string', enum: ['de', 'en'] } },
  );
  const violations = languageDiffers.run({
    operation,
    request: { headers: [['accept-language', requested]] },
    response: { status: 200, headers: [['content-language', received]] },
    space: session.responses,
  } as never);
  expect([...violations].map(({ message }) => message)).toEqual(messages);
});
