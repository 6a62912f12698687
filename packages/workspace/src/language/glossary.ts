export interface GlossaryEntry {
  /** Matches the word in prose. */
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Words that this repository replaces by the standard terms of the field. */
const GLOSSARY: readonly GlossaryEntry[] = [
  { pattern: /\bjudg(?:e|es|ed|ing|e?ments?)\b/i, instead: 'check, result, tool, run' },
  { pattern: /\b(?:verdicts?|courts?)\b/i, instead: 'result, run' },
  { pattern: /\b(?:told|tells?|telling)\b/i, instead: 'report, contain, specify, distinguish' },
  { pattern: /\b(?:is|are|was|were|be|been|being) asked\b/i, instead: 'query, request, send' },
  {
    pattern: /(?<!\b(?:in|take|takes|took|taken|taking|first) )\bplaces?\b/i,
    instead: 'location, slot, pointer, path',
  },
  { pattern: /\b(?:stands?|stood)\b/i, instead: 'is, is next to, follows' },
  {
    pattern: /\b(?:taken out|takes out|left out|leaves out|put back)\b/i,
    instead: 'removed, omitted, restored',
  },
  { pattern: /\b(?:is|are|was) none\b|\bnone of th(?:ose|ese)\b/i, instead: 'is not a …, no … matches' },
  { pattern: /\b(?:so|as) many\b/i, instead: 'count, limit' },
  { pattern: /\bstrangers?\b/i, instead: 'untrusted' },
  { pattern: /\bdeadly\b/i, instead: 'poison (job)' },
  { pattern: /\b(?:whatever|whoever)\b/i, instead: 'any, each' },
  { pattern: /\btime-outs?\b/i, instead: 'timeout' },
  { pattern: /\b(?:can not|can['’]t)\b/i, instead: 'cannot' },
];

const IDENTIFIER_WORDS = new Set([
  ...[
    'judge',
    'judges',
    'judged',
    'judging',
    'judgement',
    'verdict',
    'court',
    'told',
    'tell',
    'tells',
    'asked',
  ],
  ...['stranger', 'strangers', 'deadly', 'place', 'places', 'stands'],
]);

/** Returns the first glossary word in a text. */
export function findGlossaryWord(text: string): GlossaryEntry | undefined {
  return GLOSSARY.find(({ pattern }) => pattern.test(text));
}

/** Reports whether a camel-case or kebab-case name contains a glossary word. */
export function hasGlossaryWord(name: string): boolean {
  // "In place" is a term of JSON Schema.
  const words = name.replace(/in-?place/i, '');
  return words.split(/(?<=[a-z\d])(?=[A-Z])|[-_.]/).some((word) => IDENTIFIER_WORDS.has(word.toLowerCase()));
}
