import { expect, test } from 'vitest';
import { NUMBER_FORMATS, TEXT_FORMATS } from './formats.ts';

type Format = keyof typeof TEXT_FORMATS;

const TEXTS: readonly (readonly [Format, readonly string[], readonly string[]])[] = [
  ['base64url', ['', 'YQ', 'YQ==', 'YWI', 'YW-_'], ['Y', 'YQ=', 'YW+/', 'YQ==\n']],
  ['byte', ['', 'YQ==', 'YWI='], ['YQ', 'YQ==\n', 'YW-_']],
  ['char', ['a', '\u{1F600}', '\n'], ['', 'ab']],
  [
    'date-time',
    ['2024-02-29t23:59:60z', '2026-01-01T00:00:00.5+01:30'],
    ['2026-01-01 00:00:00Z', '2026-01-01'],
  ],
  [
    'date-time',
    ['1998-12-31T23:59:60Z', '0000-01-01T00:00:00Z'],
    ['1998-12-31T23:58:60Z', '2026-02-29T00:00:00Z'],
  ],
  ['date-time-local', ['2026-01-01T00:00:00'], ['2026-01-01T00:00:00Z', '2026-01-01']],
  [
    'duration',
    ['P1Y2M3DT4H5M6S', 'P4W', 'PT1M', 'P1YT1S'],
    ['P', 'PT', 'P1Y1D', 'PT1H1S', 'P1W1D', 'PT0.5S'],
  ],
  [
    'email',
    ['a@b', '"a b"@c.d', 'a@[127.0.0.1]', 'a@[IPv6:::1]'],
    ['a@b_c', 'a..b@c', '@a', 'a@', 'a b@c', '"a@b'],
  ],
  ['email', [`${'a'.repeat(64)}@b`], [`${'a'.repeat(65)}@b`, 'ä@b', 'a@ä', 'a@[127.0.0.256]', 'a@-b']],
  [
    'hostname',
    ['a', 'a-b.c', `${'a'.repeat(63)}.b`, 'xn--bcher-kva'],
    ['a.', '.a', 'a_b', '-a', 'a-', 'xn--X', 'ü', ''],
  ],
  ['idn-email', ['δοκιμή@παράδειγμα', 'a@b'], ['a＠b', 'δοκιμή', '@ü']],
  [
    'idn-hostname',
    ['bücher.example', 'a。b', 'l·l', 'क्‌ष', 'א0'],
    ['Ü', 'a·b', 'a.', 'aא', '〮a', 'a\u0301', 'xn--7a', '。'],
  ],
  [
    'iri',
    ['http://ƒøø.ßår/?∂=π#π', 'urn:ü', 'http://[V1.fe]'],
    ['/ü', 'http://ü/\n', 'http://[::ffff:1.2.3.04]'],
  ],
  ['iri-reference', ['//ü', '#ä', ''], ['#ä\\', ':a']],
  ['regex', ['^(a|b)+$', '(?<n>a)\\k<n>', '[^]'], ['(', '\\a', 'a\\Z', '(?i)a', '(?P<n>a)']],
  ['relative-json-pointer', ['0', '1/a', '20#', '0+1/a', '0-1#'], ['01', '-1', '1#/a', '0/~2', '0+0']],
  [
    'time',
    ['01:59:60+02:00', '23:59:59.999Z', '00:29:60+00:30'],
    ['24:00:00Z', '00:00:00', '00:00:60Z', '00:00:00+24:00'],
  ],
  ['time-local', ['23:59:59.5'], ['24:00:00', '00:00:00Z']],
  [
    'uri',
    ['http://u:p@h:1/%20/a?b#c', 'a:b', 'http://[::1.2.3.4]', 'a:'],
    ['//a', 'http:/[::1]', 'a:%2', 'a:ü', 'http://a:b', '1:b'],
  ],
  ['uri-reference', ['../a?b#c', '/a//b', '#', '', './a:b'], ['a b', '1:b', '/"', '//a@b@c']],
  [
    'uri-template',
    ['a/{b}{?c*,d:30}', "a'b", '{+a.b}', ''],
    ['{', '{}', '{a,}', '{a:0}', '{a:01}', '}', 'a b', '{a..b}'],
  ],
  [
    'uuid',
    ['123e4567-e89b-12d3-a456-426614174000'],
    ['urn:uuid:123e4567-e89b-12d3-a456-426614174000', '123e4567'],
  ],
];

test.each(TEXTS)('%s: %j are, %j are not', (format, valid, invalid) => {
  expect(valid.filter((text) => !TEXT_FORMATS[format](text))).toEqual([]);
  expect(invalid.filter((text) => TEXT_FORMATS[format](text))).toEqual([]);
});

// The generator compares them with Ajv.
const COMPARED = ['date', 'ipv4', 'ipv6', 'json-pointer'];

test('every format of texts has a table', () => {
  const shown = new Set<string>([...TEXTS.map(([format]) => format), ...COMPARED]);
  expect(Object.keys(TEXT_FORMATS).filter((format) => !shown.has(format))).toEqual([]);
});

test.each([
  ['int8', 127, true],
  ['int8', 128, false],
  ['int16', -(2 ** 15), true],
  ['int16', -(2 ** 15) - 1, false],
  ['int32', 2 ** 31 - 1, true],
  ['int32', 2 ** 31, false],
  ['int32', 1.5, false],
  ['int64', 2 ** 60, true],
  ['int64', 2 ** 63, false],
  ['int64', 0.5, false],
  ['uint8', 255, true],
  ['uint8', -1, false],
  ['uint16', 65_536, false],
  ['uint32', 2 ** 32 - 1, true],
  ['uint64', 2 ** 64, false],
  ['double-int', 2 ** 53 - 1, true],
  ['double-int', 2 ** 53, false],
] as const)('%s of %d: %s', (format, value, expected) => {
  expect(NUMBER_FORMATS[format](value)).toBe(expected);
});

// A decision in quadratic time would take longer than a test may.
test('hostile texts are decided in time', () => {
  const hostile = [
    'a'.repeat(1_000_000),
    `a@${'a-'.repeat(500_000)}`,
    `http://${'a'.repeat(1_000_000)} `,
    '::'.repeat(500_000),
    '{a'.repeat(500_000),
    '%41'.repeat(500_000),
    `xn--${'a'.repeat(1_000_000)}`,
    '\u0628\u0301'.repeat(500_000),
    '9'.repeat(1_000_000),
    `P${'1D'.repeat(500_000)}`,
  ];
  for (const [format, decide] of Object.entries(TEXT_FORMATS)) {
    for (const text of hostile) expect(typeof decide(text), format).toBe('boolean');
  }
});
