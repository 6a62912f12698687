// Makes texts for string schemas: of a format, of a pattern, of a length.
import { textOfPattern } from './pattern-text.ts';
import { pick, type Random } from './random.ts';

const OF_FORMAT: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-02-28', '2024-02-29'],
  'date-time': ['2026-02-28T12:00:00Z', '2026-02-28T12:00:00.5+01:00'],
  duration: ['P1DT2H', 'P3W'],
  email: ['a@example.com', 'first.last+tag@example.org'],
  hostname: ['example.com', 'localhost'],
  'idn-email': ['a@example.com', 'ü@example.com'],
  'idn-hostname': ['example.com', '例え.jp'],
  ipv4: ['127.0.0.1', '192.0.2.1'],
  ipv6: ['::1', '2001:db8::7'],
  iri: ['https://example.com/ü', 'urn:a:b'],
  'iri-reference': ['/ü', '#ü'],
  'json-pointer': ['/a/0', ''],
  regex: ['^a+$', '[0-9]'],
  'relative-json-pointer': ['0/a', '1#'],
  time: ['12:00:00Z', '23:59:59.9+01:00'],
  uri: ['https://example.com/a?b#c', 'urn:a:b'],
  'uri-reference': ['/a/b', '#c', 'https://example.com/'],
  'uri-template': ['https://example.com/{id}', '/a{/b}{?c}'],
  uuid: ['0b989ba4-242f-11e5-81e1-c7b6966d2516'],
};

const WORDS = ['a', 'text', 'some words', '0', 'caf\u00e9', '\u{1F600}'];

/** Makes a text that a string schema probably accepts. */
export function textLike(schema: Readonly<Record<string, unknown>>, random: Random): string {
  const { format, pattern } = schema;
  const formatted = typeof format === 'string' ? pick(OF_FORMAT[format] ?? [], random) : undefined;
  if (formatted !== undefined) return formatted;
  if (typeof pattern === 'string') return textOfPattern(pattern, random);
  const least = typeof schema.minLength === 'number' ? schema.minLength : 0;
  const most = typeof schema.maxLength === 'number' ? schema.maxLength : Number.POSITIVE_INFINITY;
  const word = pick(WORDS, random) ?? '';
  const long = [...word].length < least ? word.repeat(Math.ceil(least / [...word].length)) : word;
  return [...long].slice(0, Math.max(most, 0)).join('');
}
