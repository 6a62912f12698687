import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { connect, StudioService } from '../../tests/studio.ts';

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
