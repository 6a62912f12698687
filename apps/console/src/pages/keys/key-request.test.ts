import { expect, test } from 'vitest';
import { readKeyRequest, writeCurlCommand } from './key-request.ts';

function givenForm(entries: readonly (readonly [string, string])[]): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}

const FILLED = [
  ['name', 'render farm'],
  ['mode', 'test'],
  ['scopes', 'videos:create'],
] as const;

test.each([
  [[...FILLED, ['expires_at', '']], { name: 'render farm', mode: 'test', scopes: ['videos:create'] }],
  [
    [...FILLED, ['scopes', 'tasks:read'], ['expires_at', '2026-12-31']],
    {
      name: 'render farm',
      mode: 'test',
      scopes: ['videos:create', 'tasks:read'],
      expires_at: '2026-12-31T23:59:59Z',
    },
  ],
] as const)('the form %j is read as %j', (entries, request) => {
  expect(readKeyRequest(givenForm(entries))).toEqual(request);
});

test.each([
  [['videos:create', 'tasks:read'], '/v1/videos/generations'],
  [['tasks:read'], '/v1/credits'],
] as const)('the first request with the scopes %j is sent to %s', (scopes, path) => {
  const command = writeCurlCommand({ key: 'sk_test_a', scopes: [...scopes] }, 'http://localhost:4000');
  expect(command).toContain(`http://localhost:4000${path} `);
  expect(command).toContain('Bearer sk_test_a');
});
