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
  ['auth', { auth: { authorization: 'Bearer \u2026' } }],
  ['headers', { headers: { 'x-tenant': 'a\nb' } }],
  ['otherHeaders', { otherHeaders: { authorization: 'Bearer \u2026' } }],
  ['limited', { limited: [{ headers: { authorization: 'Bearer \u2026' }, scopes: [] }] }],
])('a value of %s that no header can have is an error of use', async (_, options) => {
  const read = async () => new Credentials(model, options).refresh();
  await expect(read()).rejects.toThrow(/^The header "[a-z-]+" has characters that no header can have\.$/);
});

test.each([
  ['Bearer secret-\u{e9}', `Bearer ${HIDDEN}`],
  [`Basic ${btoa('ada:lovelace')}`, `Basic ${HIDDEN}`],
])('hides %s, also where a check has changed it', async (authorization, expected) => {
  const credentials = new Credentials(model, { auth: { authorization } });
  await credentials.refresh();
  const altered = ALTERATIONS.map(([, change]) => alterCredential(['authorization', authorization], change));
  for (const one of [authorization, ...altered]) expect(credentials.redact(one)).toBe(expected);
});

test.each([
  ['a bearer token', { token: { type: 'http', scheme: 'bearer' } }, {}],
  ['an API key in another header', { key: { type: 'apiKey', in: 'header', name: 'x-key' } }, {}],
  ['a name that no header has', { key: { type: 'apiKey', in: 'header', name: 'Authorization: Bearer' } }, {}],
  ['no security scheme', {}, { authorization: 'Bearer secret', cookie: 'session=secret' }],
])('a request without credentials for %s has none', async (_, schemes, expected) => {
  const described = readModel({ ...document, components: { securitySchemes: schemes } }, 'api.json');
  const headers = { authorization: 'Bearer secret', cookie: 'session=secret', 'x-tenant': 'a' };
  const credentials = new Credentials(described, { headers });
  await credentials.refresh();
  expect(credentials.none).toEqual({ ...expected, 'x-tenant': 'a' });
});
