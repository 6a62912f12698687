// Methods, targets and header fields that the contract has no use for, or that fight with each other.
import fc from 'fast-check';
import { CREATE } from './frame.ts';

type Field = readonly [name: string, value: string];

/** Draws one word of a list that is separated by spaces. */
function drawWord(words: string): fc.Arbitrary<string> {
  return fc.constantFrom(...words.split(/\s+/));
}

function field(name: string, value: fc.Arbitrary<string>): fc.Arbitrary<Field> {
  return value.map((text) => [name, text]);
}

function charactersBetween(min: number, max: number): fc.Arbitrary<string> {
  return fc.integer({ min, max }).map((code) => String.fromCharCode(code));
}

/** Methods that paths lack, among those that they have. */
export const METHODS: fc.Arbitrary<string> = drawWord(
  'GET POST PUT PATCH DELETE HEAD OPTIONS TRACE PROPFIND QUERY M-SEARCH PURGE',
);

/** Targets in every form of RFC 9112, most of which lead nowhere. */
export const hostileTargets: fc.Arbitrary<string> = fc.oneof(
  drawWord(`/ // /v1 /v1/ /v1/tasks /v1/tasks/ /v1/tasks// /v1/tasks/a/b ${CREATE}/ /${CREATE} /V1/TASKS/a`),
  drawWord('* http://keyframe.example/v1/tasks/a https://other.example/ http:// v1/tasks/a ? # /% /%00 /\\'),
  drawWord('/openapi.json /healthz /readyz /metrics /docs /docs/ /docs/../../package.json'),
  drawWord('/docs/%2e%2e/%2e%2e/package.json /results/ /results/task_1/video.mp4'),
  drawWord(
    '/results/..%2f..%2f/video.mp4?expires=1&signature=a /results/task_1/..%2fowner.pid?expires=9999999999&signature=%00',
  ),
  fc
    .tuple(drawWord('/results/ /docs/ /v1/ /'), fc.webPath(), fc.webQueryParameters())
    .map(([base, path, query]) => `${base}${path.slice(1)}?${query}`),
  fc
    .tuple(drawWord('task_1 %00 ..'), fc.webQueryParameters(), fc.webFragments())
    .map(([id, query, fragment]) => `/v1/tasks/${id}?${query}#${fragment}`),
  // Anything visible; what is not is found in bytes that were broken.
  fc.string({ unit: charactersBetween(0x21, 0x7e), maxLength: 60 }).map((text) => `/${text}`),
  fc.nat(20_000).map((length) => `/v1/tasks/${'a'.repeat(length)}`),
);

/** Bytes of a field's value: no line ends, which would begin another field. */
const value = fc.string({
  unit: fc.oneof(charactersBetween(0x20, 0x7e), charactersBetween(0x80, 0xff)),
  maxLength: 40,
});

const authorization = field(
  'Authorization',
  fc.oneof(
    fc.constantFrom(
      '',
      'Bearer',
      'Bearer ',
      'Bearer  sk_test_a',
      'bearer sk_live_',
      'Basic YTpi',
      'Bearer a b',
    ),
    value,
    value.map((text) => `Bearer ${text}`),
    fc.stringMatching(/^sk_(test|live)_[A-Za-z0-9_-]{0,60}$/).map((text) => `Bearer ${text}`),
    fc.constant(`Bearer sk_test_${'a'.repeat(9000)}`),
  ),
);

const content = fc.oneof(
  field('Content-Type', drawWord('text/plain application/jsonx APPLICATION/JSON multipart/form-data ;')),
  field(
    'Content-Type',
    drawWord('application/json;charset=utf-16 application/json;charset="utf-8 application/json,a/b'),
  ),
  field('Content-Type', value),
  field('Content-Encoding', drawWord('gzip deflate br identity x')),
);

const framing = fc.oneof(
  field('Content-Length', drawWord('0 1 -1 +5 5,5 5,6 1e3 0x10 99999999999999999999 a')),
  field('Content-Length', fc.constantFrom('', ' ')),
  field('Transfer-Encoding', drawWord('chunked Chunked gzip,chunked chunked,gzip identity chunked,chunked')),
  field('Transfer-Encoding', fc.constant('')),
  field('Expect', drawWord('100-continue x')),
  field('Upgrade', drawWord('websocket h2c')),
  field('Connection', drawWord('upgrade keep-alive')),
  field('Trailer', drawWord('Host Content-Length')),
);

const host = field(
  'Host',
  fc.oneof(
    fc.constantFrom('', ' ', 'a b', 'a, b', 'x'.repeat(300), 'ex\xe4mple'),
    drawWord('a:b:c [::1 [::1]:x a/b a@b %'),
  ),
);

const browser = fc.oneof(
  field('Origin', drawWord('null https://evil.example :')),
  field('Access-Control-Request-Method', drawWord('GET DELETE :')),
  field('Access-Control-Request-Headers', fc.constant('x'.repeat(2000))),
  field('Range', drawWord('bytes=9-1,- bytes=0-0 lines=1')),
  field('If-None-Match', drawWord('* "a"')),
  field('Accept', drawWord('text/html */*;q=x')),
  field('Accept-Encoding', drawWord('br;q=x gzip')),
  field('Cookie', drawWord(';;;=; a=b')),
  field('X-Forwarded-For', drawWord('127.0.0.1 ,')),
  field('X-Forwarded-Proto', drawWord('javascript https')),
  field('X-HTTP-Method-Override', drawWord('DELETE')),
  field('traceparent', drawWord(`00-0-0-0 00-${'a'.repeat(32)}-${'b'.repeat(16)}-01 ff`)),
  field('tracestate', drawWord('=,= a=b')),
  field('baggage', drawWord('%%%=; a=b')),
  drawWord('__proto__ constructor toString').map((name): Field => [name, 'a']),
);

const idempotency = field(
  'Idempotency-Key',
  fc.oneof(fc.constantFrom('', ' ', 'a'.repeat(255), 'a'.repeat(256), 'a\x7f', '\x80', 'a, a'), value),
);

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
