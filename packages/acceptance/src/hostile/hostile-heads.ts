// Methods, targets and header fields that the contract has no use for, or that fight with each other.
import fc from 'fast-check';
import { CREATE } from './frame.ts';

type Field = readonly [name: string, value: string];

/** Methods that paths lack, and some that no one has. */
export const METHODS: fc.Arbitrary<string> = fc.constantFrom(
  ...[
    'GET',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'HEAD',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'QUERY',
    'M-SEARCH',
    'PURGE',
  ],
);

const IDS = ['task_1', '%00', '..', ''];

/** Targets in every form of RFC 9112, most of which lead nowhere. */
export const hostileTargets: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '/',
    '//',
    '/v1',
    '/v1/',
    '/v1/tasks',
    '/v1/tasks/',
    '/v1/tasks//',
    '/v1/tasks/a/b',
    `${CREATE}/`,
    `/${CREATE}`,
    '/V1/TASKS/a',
  ),
  fc.constantFrom(
    '*',
    'http://keyframe.example/v1/tasks/a',
    'https://other.example/',
    'http://',
    'v1/tasks/a',
    '?',
    '#',
    '/%',
    '/%00',
    '/\\',
  ),
  fc.constantFrom(
    '/openapi.json',
    '/healthz',
    '/readyz',
    '/metrics',
    '/docs',
    '/docs/',
    '/docs/../../package.json',
    '/docs/%2e%2e/%2e%2e/package.json',
  ),
  fc.constantFrom(
    '/results/',
    '/results/task_1/video.mp4',
    '/results/..%2f..%2f/video.mp4?expires=1&signature=a',
    '/results/task_1/..%2fowner.pid?expires=9999999999&signature=%00',
  ),
  fc
    .tuple(fc.constantFrom('/results/', '/docs/', '/v1/', '/'), fc.webPath(), fc.webQueryParameters())
    .map(([base, path, query]) => `${base}${path.slice(1)}?${query}`),
  fc
    .tuple(fc.constantFrom(...IDS), fc.webQueryParameters(), fc.webFragments())
    .map(([id, query, fragment]) => `/v1/tasks/${id}?${query}#${fragment}`),
  // Anything visible; what is not stands in the bytes that are broken.
  fc
    .string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      maxLength: 60,
    })
    .map((text) => `/${text}`),
  fc.nat(20_000).map((length) => `/v1/tasks/${'a'.repeat(length)}`),
);

/** Bytes of a field's value: no line ends, which would be another field. */
const value = fc.string({
  unit: fc
    .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff }))
    .map((code) => String.fromCharCode(code)),
  maxLength: 40,
});

const authorization: fc.Arbitrary<Field> = fc
  .oneof(
    fc.constantFrom(
      '',
      'Bearer',
      'Bearer ',
      'Bearer  sk_test_a',
      'bearer sk_live_',
      'Basic YTpi',
      'sk_test_a',
      'Bearer null',
      'Bearer a b',
    ),
    value,
    value.map((text) => `Bearer ${text}`),
    fc.stringMatching(/^sk_(test|live)_[A-Za-z0-9_-]{0,60}$/).map((text) => `Bearer ${text}`),
    fc.constant(`Bearer sk_test_${'a'.repeat(9000)}`),
  )
  .map((text) => ['Authorization', text]);

const content: fc.Arbitrary<Field> = fc.oneof(
  fc
    .constantFrom(
      '',
      'text/plain',
      'application/jsonx',
      'APPLICATION/JSON',
      'application/json;charset=utf-16',
      'application/json; charset="utf-8',
      'multipart/form-data',
      'application/json, text/plain',
      ';',
    )
    .map((text): Field => ['Content-Type', text]),
  fc.constantFrom('gzip', 'deflate', 'br', 'identity', 'x').map((text): Field => ['Content-Encoding', text]),
  value.map((text): Field => ['Content-Type', text]),
);

const framing: fc.Arbitrary<Field> = fc.oneof(
  fc
    .constantFrom('0', '1', '-1', '+5', '5, 5', '5, 6', '1e3', '0x10', '99999999999999999999', '', ' ', 'a')
    .map((text): Field => ['Content-Length', text]),
  fc
    .constantFrom('chunked', 'Chunked', 'gzip, chunked', 'chunked, gzip', 'identity', 'chunked, chunked', '')
    .map((text): Field => ['Transfer-Encoding', text]),
  fc.constantFrom<Field>(
    ['Expect', '100-continue'],
    ['Expect', 'x'],
    ['Upgrade', 'websocket'],
    ['Upgrade', 'h2c'],
    ['Connection', 'upgrade'],
    ['Connection', 'keep-alive'],
    ['TE', 'trailers'],
    ['Trailer', 'Host'],
  ),
);

const host: fc.Arbitrary<Field> = fc
  .constantFrom(
    '',
    ' ',
    'a b',
    'a:b:c',
    '[::1',
    '[::1]:x',
    'a/b',
    'a@b',
    'x'.repeat(300),
    'a, b',
    '%',
    'ex\xe4mple',
  )
  .map((text) => ['Host', text]);

const browser: fc.Arbitrary<Field> = fc.constantFrom<Field>(
  ...([
    ['Origin', 'null'],
    ['Origin', 'https://evil.example'],
    ['Origin', ''],
    ['Access-Control-Request-Method', 'DELETE'],
  ] as const),
  ...([
    ['Access-Control-Request-Headers', 'x'.repeat(2000)],
    ['Range', 'bytes=9-1,-'],
    ['If-None-Match', '*'],
    ['If-Match', '"a"'],
  ] as const),
  ...([
    ['Accept', 'text/html'],
    ['Accept', ''],
    ['Accept-Encoding', 'br;q=x'],
    ['Cookie', ';;;=;'],
    ['X-Forwarded-For', '127.0.0.1'],
  ] as const),
  ...([
    ['X-Forwarded-Proto', 'javascript'],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['traceparent', '00-0-0-0'],
    ['tracestate', '=,='],
  ] as const),
  ...([
    ['traceparent', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`],
    ['baggage', '%%%=;'],
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ] as const),
);

const idempotency: fc.Arbitrary<Field> = fc
  .oneof(fc.constantFrom('', ' ', 'a'.repeat(255), 'a'.repeat(256), 'a\x7f', 'é', '\x80', 'a, a'), value)
  .map((text) => ['Idempotency-Key', text]);

const many: fc.Arbitrary<Field[]> = fc.oneof(
  fc
    .constantFrom(50, 1000, 3000)
    .map((count) => Array.from({ length: count }, (_, index): Field => [`X-${index}`, 'a'])),
  fc.constantFrom(8000, 15_000, 17_000, 70_000).map((length): Field[] => [['X-Long', 'a'.repeat(length)]]),
);

/** One to three such fields, which may repeat each other; rarely very many, or very long ones. */
export const hostileHeaders: fc.Arbitrary<Field[]> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.array(fc.oneof(authorization, content, framing, host, browser, idempotency), {
      minLength: 1,
      maxLength: 3,
    }),
  },
  many,
);
