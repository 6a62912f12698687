import { readSafePattern } from '@keyframe/openapi-schema';
import { listTexts, randomWord, type TextShape } from '@keyframe/openapi-schema/values';
import type { Candidate, CandidateMaker, CandidateTools, ValueNode } from './candidate.ts';

const ASTRAL = '\u{1F600}';
// Becomes a plain 1 where texts are normalized for compatibility (NFKC).
const CIRCLED = '\u{2460}';
// Two letters in capitals, and one in small letters with a second character.
const CASED = ['\u{DF}', '\u{130}'];
// Delimiters and escapes of SQL, JavaScript, HTML, URLs and templates.
const PUNCTUATION = `O'B"\\<b>&amp;%27;--${'$'}{0}{{1}}`;
const LONGEST = 100_000;

/** Tries texts of the lengths around a bound, counted in characters (RFC 8259), not in UTF-16 units. */
export function lengthCandidates(keyword: 'maxLength' | 'minLength'): CandidateMaker {
  return ({ keywords: { [keyword]: bound } }, node, tools) => {
    if (bound === undefined || bound > LONGEST) return [];
    const lengths = [bound - 1, bound, bound + 1].filter((length) => length >= 0);
    const sized = lengths.flatMap((length) => {
      const relation =
        length === bound ? 'as long as the bound' : length < bound ? 'one too short' : 'one longer';
      return [
        ...shaped(node, length, tools).map((value) => ({ value, label: `a text ${relation}` })),
        {
          value: repeat([ASTRAL, CIRCLED], length),
          label: `a text of astral and circled characters ${relation}`,
        },
      ];
    });
    const far =
      keyword === 'maxLength'
        ? [
            { value: PUNCTUATION.slice(0, bound), label: 'a text of punctuation' },
            { value: 'x'.repeat(bound + 1_000), label: 'a much longer text' },
          ]
        : [];
    // In the other case, the text would be longer.
    const length = keyword === 'maxLength' ? bound : bound - 1;
    const cased = { value: repeat(CASED, length), label: 'a text of letters whose length changes by case' };
    return [...sized, ...(length > 0 ? [cased] : []), ...far];
  };
}

function repeat(characters: readonly string[], length: number): string {
  return Array.from({ length }, (_, index) => characters[index % characters.length]).join('');
}

// Texts of a length: plain, and the present one stretched, which a pattern may still accept.
function shaped({ value, schemaNodes }: ValueNode, length: number, { random }: CandidateTools): string[] {
  const text = typeof value === 'string' ? value : '';
  const last = [...text].at(-1) ?? 'a';
  const cut = [...text].slice(0, length).join('');
  const stretched = cut + last.repeat(Math.max(length - [...cut].length, 0));
  const pattern = schemaNodes.map(({ keywords }) => keywords.pattern).find((one) => one !== undefined);
  return [stretched, ...(pattern === undefined ? [randomWord(length, random)] : ofPattern(pattern, length))];
}

// The same patterns come again and again, and what is drawn depends on nothing else.
const drawnTexts = new Map<string, string[]>();

function drawn(shape: TextShape, options: { count: number; seed: number }): string[] {
  const key = JSON.stringify([shape, options]);
  const existing = drawnTexts.get(key);
  if (existing) return existing;
  const texts = listTexts(shape, options);
  drawnTexts.set(key, texts);
  return texts;
}

// Texts of a length that a pattern accepts, which only chance finds.
function ofPattern(pattern: string, length: number): string[] {
  const texts = drawn({ pattern }, { count: 60, seed: length });
  const expression = readSafePattern(pattern)?.expression;
  if (!expression) return [];
  return texts
    .flatMap((text) => {
      const characters = [...text];
      const at = Math.floor(characters.length / 2);
      const filler = characters[at] ?? 'a';
      const missing = length - characters.length;
      const made =
        missing >= 0
          ? characters.toSpliced(at, 0, ...Array.from({ length: missing }, () => filler))
          : characters.toSpliced(at, -missing);
      const candidate = made.join('');
      return [...candidate].length === length && expression.test(candidate) ? [candidate] : [];
    })
    .slice(0, 1);
}

/** Tries texts of a pattern, and changes of them that it may refuse. */
export const patternCandidates: CandidateMaker = ({ keywords: { pattern } }, { value }) => {
  if (pattern === undefined) return [];
  const text = typeof value === 'string' ? value : '';
  return [
    ...drawn({ pattern }, { count: 4, seed: 1 }).map((drawnText) => ({
      value: drawnText,
      label: 'a text of the pattern',
    })),
    ...countedTexts(pattern),
    { value: `!${text}`, label: 'a character before a text of the pattern' },
    { value: `${text}!`, label: 'a character behind a text of the pattern' },
    { value: text.toUpperCase(), label: 'the text in capitals' },
    { value: text.toLowerCase(), label: 'the text in small letters' },
    { value: ` ${text}`, label: 'a blank before the text' },
    { value: [...text].slice(0, -1).join(''), label: 'the text without its last character' },
    ...(/^https:/.test(text) ? [{ value: text.replace('https:', 'http:'), label: 'a URL without TLS' }] : []),
    { value: '', label: 'an empty text' },
    { value: '\u00e9\u00e9', label: 'letters beyond ASCII' },
  ];
};

const MOST_COUNTED = 1_000;
const COUNT = /\{(?<least>\d+)(?<comma>,?)(?<most>\d*)\}/g;

// Texts that repeat a part of the pattern as often as it says at least and at most, and once more or less.
function countedTexts(pattern: string): Candidate[] {
  return [...pattern.matchAll(COUNT)].flatMap(({ 0: written, index, groups }) => {
    const least = Number(groups?.least);
    const most = groups?.most ? Number(groups.most) : least;
    const counts = [...new Set([least, most, least - 1, most + 1])].filter(
      (count) => count >= 0 && count <= MOST_COUNTED,
    );
    return counts.flatMap((count) => {
      const exact = `${pattern.slice(0, index)}{${count}}${pattern.slice(index + written.length)}`;
      if (!readSafePattern(exact)) return [];
      const [text] = drawn({ pattern: exact }, { count: 1, seed: 1 });
      return [{ value: text ?? '', label: `${written} at ${index} of the pattern repeated ${count} times` }];
    });
  });
}

const NOT_OF_FORMAT: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-02-30', '2026-13-01', '28.02.2026', '2026-02-28T12:00:00Z'],
  'date-time': ['2026-02-28', '2026-02-28T12:00:00', '2026-02-30T12:00:00Z', 'yesterday'],
  duration: ['1 day', 'P'],
  email: ['nobody', '@example.com', 'a@', 'a b@example.com'],
  hostname: ['-a.example', 'exa mple.com', 'a..b'],
  'idn-email': ['nobody', '@example.com'],
  ipv4: ['256.0.0.1', '1.2.3', '::1'],
  ipv6: ['12345::', '127.0.0.1', ':::'],
  iri: ['not an iri', '/relative'],
  'json-pointer': ['a/b', '/~2'],
  regex: ['(', '[a'],
  time: ['25:00:00Z', 'noon'],
  uri: ['not a uri', '/relative', 'http://exa mple.com'],
  'uri-reference': ['http://exa mple.com', '\\'],
  'uri-template': ['{', 'http://example.com/{id'],
  uuid: ['0b989ba4-242f-11e5-81e1', 'not-a-uuid', '0b989ba4242f11e581e1c7b6966d2516'],
};

/** Tries texts that are not of a format. */
export const formatCandidates: CandidateMaker = ({ keywords: { format } }): Candidate[] => {
  if (format === 'int32' || format === 'int64') {
    const most = format === 'int32' ? 2 ** 31 : 2 ** 63;
    return [most, -most - (format === 'int32' ? 1 : 2 ** 12)].map((value) => ({
      value,
      label: `a number beyond ${format}`,
    }));
  }
  if (format === undefined) return [];
  const wrong = (NOT_OF_FORMAT[format] ?? []).map((value) => ({
    value,
    label: `a text that is no ${format}`,
  }));
  const right = drawn({ format }, { count: 3, seed: 2 });
  return [...wrong, ...right.map((value) => ({ value, label: `a ${format}` }))];
};
