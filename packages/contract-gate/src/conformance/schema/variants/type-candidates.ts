import type { Candidate, CandidateMaker } from './candidate.ts';

const OF_TYPE: readonly Candidate[] = [
  { value: null, label: 'null' },
  { value: true, label: 'a boolean' },
  { value: 7, label: 'an integer' },
  { value: 7.5, label: 'a fraction' },
  { value: 1_000_000, label: 'a large number' },
  { value: Number.MAX_SAFE_INTEGER, label: 'the largest exact integer' },
  { value: 'text', label: 'a text' },
  { value: 'long '.repeat(200).trim(), label: 'a long text' },
  { value: [], label: 'an empty array' },
  { value: {}, label: 'an empty object' },
];

const ODD_TEXTS: readonly Candidate[] = [
  { value: '', label: 'an empty text' },
  { value: 'a\u0000b', label: 'a text with NUL' },
  { value: 'a\u0001\u001b\u007f\u0085b', label: 'a text with control characters' },
];

// Integers of 64 bits, signed or not, end before them.
const HUGE_NUMBERS: readonly Candidate[] = [
  { value: 2 ** 64, label: 'an integer beyond 64 bits' },
  { value: -(2 ** 64), label: 'a negative integer beyond 64 bits' },
];

/** Tries every other type, and the value as a text. */
export const typeCandidates: CandidateMaker = (_schemaNode, { value }) => {
  const isScalar = typeof value === 'number' || typeof value === 'boolean';
  return [
    ...OF_TYPE,
    ...(isScalar ? [{ value: String(value), label: 'the value as a text' }] : []),
    ...(typeof value === 'boolean' ? [{ value: !value, label: 'the other boolean' }] : []),
    ...(typeof value === 'string' ? ODD_TEXTS : [{ value: [value], label: 'the value in an array' }]),
    ...(typeof value === 'number' ? HUGE_NUMBERS : []),
  ];
};

/** Tries each listed value, and values beside them. */
export const enumCandidates: CandidateMaker = ({ keywords: { const: constant, enum: values } }) => {
  const members = values ?? (constant === undefined ? [] : [constant]);
  const [first] = members.filter((member) => typeof member === 'string' && member !== '');
  const beside = typeof first === 'string' ? besideText(first) : [];
  const numbers = members.filter((member) => typeof member === 'number');
  return [
    ...members.map((value) => ({ value, label: `the listed value ${JSON.stringify(value)}` })),
    ...beside,
    ...numbers.map((value) => ({ value: value + 1, label: 'a number that is not listed' })),
    { value: null, label: 'null' },
  ];
};

function besideText(text: string): Candidate[] {
  const other = text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
  return [
    { value: `${text}-not-listed`, label: 'a text that is not listed' },
    { value: other, label: 'a listed value in another case' },
    { value: '', label: 'an empty text' },
  ];
}
