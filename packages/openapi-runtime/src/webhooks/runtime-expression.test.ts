import { expect, test } from 'vitest';
import { type Exchange, evaluateAddress, evaluateTemplate } from './evaluate-expression.ts';
import { parseExpression, parseLinkValue, parseTemplate } from './runtime-expression.ts';

const EXCHANGE: Exchange = {
  request: {
    url: 'https://api.example.com/orders/7?cb=https%3A%2F%2Fa.example%2Fhook&empty=&a%20b=c',
    method: 'POST',
    headers: { 'X-Callback': 'https://h.example/', Host: 'api.example.com:8443' },
    path: { id: '7', 'a/b': 'slash' },
    body: {
      url: 'https://b.example/in',
      tags: ['x', { y: 1 }],
      'a/b': 1,
      'm~n': 2,
      '': 3,
      ' ': null,
      ok: false,
      n: 0,
    },
  },
  response: { status: 201, headers: { Location: '/orders/7' }, body: { id: 42, url: 'https://r.example' } },
};

// Every production of the grammar, and near misses.
test.each([
  ['$url', EXCHANGE.request?.url],
  ['$method', 'POST'],
  ['$statusCode', 201],
  ['$request.header.x-callback', 'https://h.example/'],
  ["$request.header.!#$%&'*+-.^_`|~09Az", undefined],
  ['$response.header.LOCATION', '/orders/7'],
  ['$request.query.cb', 'https://a.example/hook'],
  ['$request.query.empty', ''],
  ['$request.query.a b', 'c'],
  ['$request.query.absent', undefined],
  ['$request.query.', undefined],
  ['$request.path.id', '7'],
  ['$request.path.a/b', 'slash'],
  ['$request.path.a\\/b', 'slash'],
  ['$request.path.\\u0069d', '7'],
  ['$response.query.cb', undefined],
  ['$response.path.id', undefined],
  ['$request.body', EXCHANGE.request?.body],
  ['$request.body#', EXCHANGE.request?.body],
  ['$request.body#/', 3],
  ['$request.body#/url', 'https://b.example/in'],
  ['$request.body#/tags/1/y', 1],
  ['$request.body#/tags/01', undefined],
  ['$request.body#/tags/-', undefined],
  ['$request.body#/tags/length', undefined],
  ['$request.body#/toString', undefined],
  ['$request.body#/a~1b', 1],
  ['$request.body#/m~0n', 2],
  ['$request.body#/ ', null],
  ['$request.body#/url/x', undefined],
  ['$response.body#/id', 42],
])('%s evaluates to %j', (text, expected) => {
  expect(evaluateTemplate(parseTemplate(text), EXCHANGE)).toEqual(expected);
});

test.each([
  '',
  'url',
  '$',
  '$URL',
  '$url ',
  '$urls',
  '$status',
  '$request',
  '$request.',
  '$request.header',
  '$request.header.',
  '$request.header.a b',
  '$request.header.a(b)',
  '$request.Header.a',
  '$request.cookie.a',
  '$request.query',
  '$request.query.a"b',
  '$request.query.a\\x',
  '$request.query.a\nb',
  '$request.body.url',
  '$request.body/url',
  '$request.body#url',
  '$request.body#/a~b',
  '$request.body#/a~2',
  '$request.bodyx',
  '$message.body',
  '{$url}',
])('%j is not an expression', (text) => {
  expect(() => parseExpression(text)).toThrow(
    expect.objectContaining({ code: 'expression', expression: text }),
  );
});

test.each([
  ['{$request.body#/url}', 'https://b.example/in'],
  ['$request.body#/url', 'https://b.example/in'],
  ['{$request.body#/url}?order={$response.body#/id}', 'https://b.example/in?order=42'],
  [
    'https://n.example?u={$request.body#/url}&m={$method}',
    'https://n.example?u=https%3A%2F%2Fb.example%2Fin&m=POST',
  ],
  ['https://{$request.header.host}/c/{$request.path.a/b}', 'https://api.example.com:8443/c/slash'],
  [
    'http{$request.query.empty}://x.example/{$request.body#/url}',
    'http://x.example/https%3A%2F%2Fb.example%2Fin',
  ],
  ['https://x.example/{id}/{$request.body#/ok}{$request.body#/n}', 'https://x.example/{id}/false0'],
  ['https://x.example/', 'https://x.example/'],
])('the address %s is %s', (text, expected) => {
  expect(evaluateAddress(parseTemplate(text), EXCHANGE)).toBe(expected);
});

test.each([
  ['{$request.body#/absent}', 'has no value'],
  ['{$request.body#/tags}', 'is not a string'],
  ['{$request.body#/ }', 'is not a string'],
  ['{$response.header.location}', 'is not an absolute URL'],
  ['/hooks/{$response.body#/id}', 'is not an absolute URL'],
])('the address %s cannot be evaluated: it %s', (text, problem) => {
  expect(() => evaluateAddress(parseTemplate(text), EXCHANGE)).toThrow(problem);
});

test.each(['{$url', 'https://x.example/{$request.body#/a', '{$url}{$nothing}', '{$}', '$url?x=1'])(
  'the template %s is refused',
  (text) => {
    expect(() => parseTemplate(text)).toThrow(expect.objectContaining({ code: 'expression' }));
  },
);

test.each([
  ['$5', '$5'],
  ['$request', '$request'],
  ['plain {text}', 'plain {text}'],
  ['order {$response.body#/id}', 'order 42'],
  ['$response.body#/id', 42],
])('the value %s of a link is %j', (text, expected) => {
  expect(evaluateTemplate(parseLinkValue(text), EXCHANGE)).toBe(expected);
});

test('a value of a link that begins like an expression must be one', () => {
  expect(() => parseLinkValue('$request.boddy#/id')).toThrow('is not valid');
});
