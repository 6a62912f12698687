import { expect, test } from 'vitest';
import { isJson, matchMediaType } from './media-type.ts';

test.each([
  ['application/json', true],
  ['application/JSON; charset=utf-8', true],
  ['application/vnd.Api-2.v3+json', true],
  ['application/problem+json', true],
  ['application/jsonp', false],
  ['application/x-ndjson', false],
  ['text/plain', false],
  ['', false],
])('%s is JSON: %s', (mediaType, expected) => {
  expect(isJson(mediaType)).toBe(expected);
});

test.each([
  ['application/json;charset=utf-8', ['application/json'], 'application/json'],
  ['Application/Json', ['application/xml', 'application/json; a=b'], 'application/json; a=b'],
  ['text/html', ['*/*', 'text/*'], 'text/*'],
  ['image/png', ['*/*', 'text/*'], '*/*'],
  ['application/json-patch+json', ['application/json'], undefined],
])('%s among %j is %s', (contentType, declared, expected) => {
  expect(matchMediaType(contentType, declared)).toBe(expected);
});
