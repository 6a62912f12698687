import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { locateKeys, printAccessPanel } from './credentials.ts';

const SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'BASIC' },
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
  oauth: { type: 'oauth2', flows: {} },
  certificate: { type: 'mutualTLS' },
};
const model = readModel(
  {
    openapi: '3.1.1',
    info: { title: 'A', version: '1' },
    paths: {},
    components: { securitySchemes: SCHEMES },
  },
  'document',
);

test.each([
  ['bearer', [['header', 'Authorization', 'Bearer ']]],
  ['basic', [['header', 'Authorization', 'Basic ']]],
  ['header', [['header', 'X-Key', '']]],
  ['query', [['query', 'key', '']]],
  ['cookie', [['cookie', 'session', '']]],
  ['oauth', [['header', 'Authorization', 'Bearer ']]],
  ['certificate', []],
  ['unknown', []],
])('the key of the scheme %s is located', (name, locations) => {
  const keys = locateKeys(model, { [name]: [] });
  expect(keys.map(({ in: place, name: key, prefix }) => [place, key, prefix])).toEqual(locations);
});

test('the panel has a field for each scheme with a key, and every server', () => {
  const servers = ['https://a.example', 'https://b.example'];
  const panel = printAccessPanel(model, { servers, testKeyPrefix: undefined });
  const schemes = [...panel.matchAll(/data-scheme="([^"]+)"/g)].map(([, name]) => name);
  expect(schemes).toEqual(['bearer', 'basic', 'header', 'query', 'cookie', 'oauth']);
  expect([...panel.matchAll(/<option>([^<]+)/g)].map(([, server]) => server)).toEqual(servers);
});
