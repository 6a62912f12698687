import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { describeApi } from './describe-api.ts';

const describe = (info: JsonObject, servers: JsonObject[]) =>
  describeApi(
    readModel(
      { openapi: '3.1.1', info: { title: 'Things', version: '1', ...info }, servers, paths: {} },
      'api',
    ),
  );

test.each<[info: JsonObject, servers: JsonObject[], expected: string]>([
  [{}, [], ''],
  [
    {},
    [{ url: 'https://api.example.com/v1', description: 'Production' }],
    '- Server: `https://api.example.com/v1`, Production',
  ],
  [
    {},
    [{ url: 'https://{region}.example.com', variables: { region: { default: 'eu' } } }],
    '- Server: `https://eu.example.com`',
  ],
  [{ contact: { email: 'help@example.com' } }, [], '- Contact: [help@example.com](mailto:help@example.com)'],
  [{ contact: { name: 'Help', url: 'https://example.com' } }, [], '- Contact: [Help](https://example.com)'],
  [{ license: { name: 'MIT' } }, [], '- License: MIT'],
  [
    { termsOfService: 'https://example.com/terms' },
    [],
    '- Terms: [https://example.com/terms](https://example.com/terms)',
  ],
])('describes %j with the servers %j', (info, servers, expected) => {
  expect(describe(info, servers)).toBe(expected);
});
