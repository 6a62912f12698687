import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { ALTERATIONS, alterCredential } from './altered-credentials.ts';
import { Credentials, isProtected } from './credentials.ts';
import { HIDDEN } from './redaction.ts';

const document = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: {},
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      certificate: { type: 'mutualTLS' },
    },
  },
};
const model = readModel(document, 'api.json');
const { securitySchemes } = model;

test.each([
  [[], false],
  [[{ token: [] }, {}], false],
  [[{ token: [] }], true],
  [[{ token: [], certificate: [] }], true],
  [[{ token: [] }, { certificate: [] }], false],
  [[{ undeclared: [] }], false],
])('requests for an operation with the security %j need credentials: %s', (security, expected) => {
  expect(isProtected({ security }, { securitySchemes })).toBe(expected);
});

test.each([
  ['Bearer secret-\u{1f511}', `Bearer ${HIDDEN}`],
  [`Basic ${btoa('ada:lovelace')}`, `Basic ${HIDDEN}`],
])('hides %s, also where a check has changed it', async (authorization, expected) => {
  const credentials = new Credentials(model, { auth: { authorization } });
  await credentials.refresh();
  const altered = ALTERATIONS.map(([, change]) => alterCredential(['authorization', authorization], change));
  for (const one of [authorization, ...altered]) expect(credentials.redact(one)).toBe(expected);
});
