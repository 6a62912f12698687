import { expect, test } from 'vitest';
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
])('rejects the base URL %s without quoting it, since it may contain credentials', (baseUrl) => {
  const message = 'baseUrl must be an http or https URL without credentials, query or fragment.';
  expect(() => createClient(clientErrors, { baseUrl })).toThrow(new ConfigurationError(message));
});

test.each([
  ['https://example.com/v1/', 'https://example.com/v1'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
])('accepts the base URL %s', (baseUrl, expected) => {
  expect(createClient(clientErrors, { baseUrl }).settings).toMatchObject({ baseUrl: expected });
});
