import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { connect, StudioService } from '../../tests/studio.ts';
import { nameVariable } from './credentials.ts';

const BEARER = { type: 'http', scheme: 'bearer' };
const BASIC = { type: 'http', scheme: 'basic' };
const BOTH = [{ BASIC: [] }, { BEARER: [] }];
const HEADER = { type: 'apiKey', in: 'header', name: 'X-Key' };

function createDocument(securitySchemes: object, security: readonly object[] | undefined) {
  const operation = { operationId: 'echo', responses: { 204: { description: 'Done.' } } };
  return readModel(
    {
      openapi: '3.1.0',
      info: { title: 'Echo', version: '1' },
      servers: [{ url: 'https://echo.example/v1' }],
      components: { securitySchemes: JSON.parse(JSON.stringify(securitySchemes)) },
      ...(security && { security: JSON.parse(JSON.stringify(security)) }),
      paths: { '/echo': { get: operation } },
    },
    'echo.yaml',
    { lenient: true },
  );
}

const BASE64 = `Basic ${Buffer.from('ann:pass').toString('base64')}`;

test.each<[string, { schemes: object; security?: object[]; credential: string; sent: string | null }]>([
  ['a token', { schemes: { BEARER }, security: [{ BEARER: [] }], credential: 't', sent: 'Bearer t' }],
  [
    'a token where basic is first',
    { schemes: { BASIC, BEARER }, security: BOTH, credential: 't', sent: 'Bearer t' },
  ],
  ['a password', { schemes: { BASIC, BEARER }, security: BOTH, credential: 'ann:pass', sent: BASE64 }],
  [
    'a key without a password where only basic is',
    { schemes: { BASIC }, security: [{ BASIC: [] }], credential: 'sk', sent: `Basic ${btoa('sk:')}` },
  ],
  [
    'a token where no operation requires one',
    { schemes: { BEARER, HEADER }, credential: 't', sent: 'Bearer t' },
  ],
  [
    'a token where the requirement is misspelled',
    { schemes: { BEARER }, security: [{ bearer: [] }], credential: 't', sent: 'Bearer t' },
  ],
  [
    'a token where an operation needs none',
    { schemes: { BEARER }, security: [{}, { BEARER: [] }], credential: 't', sent: 'Bearer t' },
  ],
  ['no token where the document has no scheme', { schemes: {}, credential: 't', sent: null }],
])('%s is sent', async (_title, { schemes, security, credential, sent }) => {
  const service = new StudioService({ 'GET /echo': () => new Response(null, { status: 204 }) });
  const client = await connect({ fetch: service.fetch, credential }, createDocument(schemes, security));
  await client.callTool({ name: 'echo', arguments: {} });
  expect(service.requests.map(({ headers }) => headers.get('authorization'))).toEqual([sent]);
});

const APP = { type: 'apiKey', in: 'header', name: 'X-App' };
const KEY = { type: 'apiKey', in: 'header', name: 'X-Key' };
const SCHEMES = { APP, KEY, BEARER, MTLS: { type: 'mutualTLS' } };
const JOINT = [{ APP: [], KEY: [] }];

test.each<
  [string, { security: object[]; credential?: string; credentials?: Record<string, string>; sent: object }]
>([
  [
    'each key with its scheme',
    { security: JOINT, credentials: { APP: 'a1', KEY: 'k1' }, sent: { app: 'a1', key: 'k1' } },
  ],
  [
    'the shared key with the only scheme that has no key',
    { security: JOINT, credential: 's1', credentials: { APP: 'a1' }, sent: { app: 'a1', key: 's1' } },
  ],
  [
    'the key of one scheme before the shared key',
    { security: [{ KEY: [] }], credential: 's1', credentials: { KEY: 'k1' }, sent: { app: null, key: 'k1' } },
  ],
  [
    'the shared key beside a certificate',
    { security: [{ KEY: [], MTLS: [] }], credential: 's1', sent: { app: null, key: 's1' } },
  ],
  [
    'the shared key with single schemes',
    { security: [{ KEY: [] }], credential: 's1', sent: { app: null, key: 's1' } },
  ],
])('sends %s', async (_title, { security, sent, ...keys }) => {
  const service = new StudioService({ 'GET /echo': () => new Response(null, { status: 204 }) });
  const client = await connect({ fetch: service.fetch, ...keys }, createDocument(SCHEMES, security));
  await client.callTool({ name: 'echo', arguments: {} });
  const headers = service.requests.map((request) => request.headers);
  expect(headers.map((one) => ({ app: one.get('x-app'), key: one.get('x-key') }))).toEqual([sent]);
});

test.each([
  { credential: 's1', missing: 'APP and KEY' },
  { credentials: { APP: 'a1' }, missing: 'KEY' },
])(
  'an operation with two keys is not called with $credential and $credentials',
  async ({ missing, ...keys }) => {
    const service = new StudioService({});
    const client = await connect({ fetch: service.fetch, ...keys }, createDocument(SCHEMES, JOINT));
    const result = await client.callTool({ name: 'echo', arguments: {} });
    expect(result).toMatchObject({
      isError: true,
      content: [
        { text: `echo was not called: it requires several keys, and those of ${missing} are not set.` },
      ],
    });
    expect(service.requests).toEqual([]);
  },
);

test.each([
  ['app', 'API_KEY_APP'],
  ['apiKeyAuth', 'API_KEY_API_KEY_AUTH'],
  ['my-key.2', 'API_KEY_MY_KEY_2'],
])('the key of the scheme %s is in %s', (scheme, expected) => {
  expect(nameVariable('API_KEY', scheme)).toBe(expected);
});
