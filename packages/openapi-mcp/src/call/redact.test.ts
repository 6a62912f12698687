import { expect, test } from 'vitest';
import { createRedactor } from './redact.ts';

const SECRETS = [
  'sk_plain_1',
  "a!b'c(d)*e f~g/+h=&x",
  'p"q\\r',
  'user:p"ss\\\\w:rd!',
  'sk_ünï/€😀',
  '<tag>&"x',
  'a key\tof\nlines',
];

const encodeStrictly = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
const escapeHtml = (text: string) =>
  text.replaceAll(/[^\w]/gu, (character) => `&#${character.codePointAt(0)};`);
const escapeUnits = (text: string) =>
  text.replaceAll(/[^\w]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

test.each<[string, (secret: string) => string]>([
  ['as it is', (secret) => secret],
  ['in a URL', encodeURIComponent],
  ['in a URL that encodes all but letters', encodeStrictly],
  ['in a form', (secret) => new URLSearchParams({ secret }).toString()],
  ['in a URL in a URL', (secret) => encodeURIComponent(encodeURIComponent(secret))],
  ['in JSON', (secret) => JSON.stringify({ secret })],
  ['in JSON in JSON in JSON', (secret) => JSON.stringify(JSON.stringify(JSON.stringify(secret)))],
  ['in JSON of letters alone', escapeUnits],
  ['in HTML', escapeHtml],
  ['in Basic', (secret) => `Basic ${Buffer.from(secret).toString('base64')}`],
  ['in Basic without a password', (secret) => `Basic ${Buffer.from(`${secret}:`).toString('base64')}`],
  ['in base64url', (secret) => Buffer.from(secret).toString('base64url')],
])('a credential %s is removed', (_title, spell) => {
  for (const secret of SECRETS) {
    const redacted = createRedactor([secret]).text(`a ${spell(secret)} b`);
    expect([
      secret,
      redacted.replaceAll(/^a |\[redacted\]=*| b$|Basic |secret|user(?::|%\w+|&#58;|\\+u003a)|\W/g, ''),
    ]).toEqual([secret, '']);
  }
});

test('texts and names in a value are redacted, and a number of the digits of a credential', () => {
  const redactor = createRedactor(['12345678']);
  const value = { 'x-12345678': ['is 12345678'], id: 12345678, other: 1234567, none: null };
  expect(redactor.value(value)).toEqual({
    'x-[redacted]': ['is [redacted]'],
    id: '[redacted]',
    other: 1234567,
    none: null,
  });
});

// A search in quadratic time would take longer than a test may.
test('no text makes the search long', () => {
  const { text } = createRedactor(['\\\\\\"\\\\"\\a', '%%%%"""///']);
  for (const part of ['\\', '%25', '"', '\\"', '&#0', '\\u005', '/\\']) {
    expect(text(part.repeat(400_000))).toHaveLength(part.length * 400_000);
  }
});
