// Draws texts of string schemas: of a format, of a pattern, of a length.
import { textOfPattern } from './pattern-text.ts';
import { createRandom, pick, type Random, randomWord } from './random.ts';

/** The lengths that a text may have, in characters. */
export interface Lengths {
  least: number;
  most: number;
}

/** Writes a text that only its length limits. */
export type WordWriter = (lengths: Lengths, random: Random) => string;

/** The keywords that a text is drawn from. */
export interface TextShape {
  pattern?: string | undefined;
  format?: string | undefined;
}

// Servers demand times in the future more often than in the past. Many store them in 32 bits, which end in 2038.
const FORMAT_TEXTS: Readonly<Record<string, readonly string[]>> = {
  date: ['2036-02-28', '2036-02-29'],
  'date-time': ['2036-02-28T12:00:00Z', '2036-02-29T12:00:00.5+01:00'],
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
};

const WORDS = ['a', 'text', 'some words', '0', 'caf\u00e9', '\u{1F600}'];
const WORD_LENGTH = 10;

/** Draws a text of the format, else of the pattern; undefined for an unknown format alone. */
export function drawText({ pattern, format }: TextShape, random: Random): string | undefined {
  const formatted = format === undefined ? undefined : drawFormat(format, random);
  return formatted ?? (pattern === undefined ? undefined : textOfPattern(pattern, random));
}

/** Lists texts of a shape, which depend on the seed only. */
export function listTexts(shape: TextShape, { count, seed }: { count: number; seed: number }): string[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => drawText(shape, random) ?? []).flat();
}

function drawFormat(format: string, random: Random): string | undefined {
  return format === 'uuid' ? drawUuid(random) : pick(FORMAT_TEXTS[format] ?? [], random);
}

function drawUuid(random: Random): string {
  const digits = (count: number) =>
    Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`;
}

/** Writes letters that hardly ever come twice. */
export function writeUniqueWord({ least, most }: Lengths, random: Random): string {
  return randomWord(Math.min(Math.max(WORD_LENGTH, least), Math.max(most, least)), random);
}

/** Writes texts of different kinds, also of characters outside of ASCII. */
export function writeVariedWord(lengths: Lengths, random: Random): string {
  return fitText(pick(WORDS, random) ?? '', lengths);
}

/** Writes the text `text`. */
export function writePlainWord(lengths: Lengths): string {
  return fitText('text', lengths);
}

function fitText(text: string, { least, most }: Lengths): string {
  const characters = [...text];
  const long = characters.length < least ? text.repeat(Math.ceil(least / characters.length)) : text;
  return [...long].slice(0, most).join('');
}
