import { afterEach, expect, test, vi } from 'vitest';
import { clientErrors } from './client-errors.ts';
import { createClient } from './create-client.ts';
import { ConfigurationError } from './errors.ts';

test.each([
  'example.com',
  'ftp://example.com',
  'https://user:secret@example.com',
  'https://example.com?key=secret',
  'https://example.com#secret',
  'https://{region}.example.com',
  'https://',
  '/api',
])('rejects the base URL %s without quoting it, since it may contain credentials', (baseUrl) => {
  const message =
    'baseUrl must be an http or https URL, or in a page also a path, without credentials, query or fragment.';
  expect(() => createClient(clientErrors, { baseUrl })).toThrow(new ConfigurationError(message));
});

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['/api/v1', 'https://app.example/api/v1'],
  ['/', 'https://app.example'],
])('in a page, resolves the base URL %s against its origin', (baseUrl, expected) => {
  vi.stubGlobal('location', { origin: 'https://app.example' });
  expect(createClient(clientErrors, { baseUrl }).settings).toMatchObject({ baseUrl: expected });
});

test.each(['//other.example', 'api', '/api?key=secret', '/@user'])(
  'in a page, rejects the base URL %s',
  (baseUrl) => {
    vi.stubGlobal('location', { origin: 'https://app.example' });
    expect(() => createClient(clientErrors, { baseUrl })).toThrow(ConfigurationError);
  },
);

test.each([
  ['https://example.com/v1/', 'https://example.com/v1'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
])('accepts the base URL %s', (baseUrl, expected) => {
  expect(createClient(clientErrors, { baseUrl }).settings).toMatchObject({ baseUrl: expected });
});
