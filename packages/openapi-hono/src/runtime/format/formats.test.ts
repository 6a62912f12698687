import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { mutantsOf } from '../../testing/index.ts';
import { NUMBER_FORMATS, TEXT_FORMATS } from './formats.ts';

const EXAMPLES: Partial<Record<string, string[]>> = {
  uri: [
    'http://[1:2::3:4]:80/a',
    'http://[::1.2.3.4]',
    'http://u:p@h:1/%20/a?b#c',
    'http://[v1.a:b]/',
    'a:b',
    'x:/[::1]',
  ],
  'uri-reference': ['//u@[1:2:3:4:5:6:7::]:1/a', '../a?b"#c', 'a:b', '/a//b', '#'],
  ipv6: ['1:2:3:4:5:6:1.2.3.4', '1::2:1.2.3.4', '::1.2.3.4', '1:2:3:4:5:6:7::', '::2:3:4:5:6:7:8'],
  ipv4: ['1.2.3.4', '255.249.199.99'],
  email: ['a@b.c', "a.b+c!#$%&'*/=?^_`{|}~-@d-e.f2"],
  hostname: ['a', 'a-b.c.', `${'a'.repeat(63)}.b`],
  'date-time': ['2024-02-29t23:59:60z', '2026-12-31T12:00:00.5+01:30', '2026-01-01 00:00:00Z'],
  date: ['2024-02-29', '2100-02-28', '2026-11-30'],
  time: ['01:59:60+02:00', '23:59:59.999Z', '00:29:60+00:30'],
  duration: ['P1Y2M3DT4H5M6S', 'P4W', 'PT1S'],
  uuid: ['123e4567-e89b-12d3-a456-426614174000'],
  'json-pointer': ['/a/~0b/~1'],
  'relative-json-pointer': ['1/a', '20#'],
  byte: ['YWI=', 'YQ==\n'],
  regex: ['^(a|b)+$', '[a-z]{2}', 'a\\Z'],
};
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

test.each(Object.keys(TEXT_FORMATS) as (keyof typeof TEXT_FORMATS)[])(
  '%s decides as ajv-formats',
  (format) => {
    const expected = ajv.compile({ type: 'string', format });
    const texts = mutantsOf(EXAMPLES[format] ?? ['a'], { count: 5_000, seed: 3 });
    const different = texts.filter(
      (text) => typeof text === 'string' && expected(text) !== TEXT_FORMATS[format](text),
    );
    expect(different).toEqual([]);
  },
);

test.each([
  ['int32', 2 ** 31 - 1, true],
  ['int32', 2 ** 31, false],
  ['int32', 1.5, false],
  ['int64', 2 ** 60, true],
  ['int64', 0.5, false],
  ['float', 0.1, true],
  ['double', 1e308, true],
] as const)('%s of %d: %s', (format, value, expected) => {
  expect(NUMBER_FORMATS[format](value)).toBe(expected);
});

test('hostile texts are decided in time', () => {
  const hostile = [
    'a'.repeat(50_000),
    `a@${'a-'.repeat(25_000)}`,
    `http://${'a'.repeat(50_000)} `,
    '::'.repeat(25_000),
  ];
  const start = performance.now();
  for (const decide of Object.values(TEXT_FORMATS)) for (const text of hostile) decide(text);
  expect(performance.now() - start).toBeLessThan(2_000);
});
