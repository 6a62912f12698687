// Reads regular expressions of ECMA-262 with the u flag. Their syntax has been checked before: nothing here rejects any.

/** A part of a regular expression. */
export type PatternNode =
  | { kind: 'character'; source: string }
  | { kind: 'sequence'; items: readonly PatternNode[] }
  | { kind: 'choice'; options: readonly PatternNode[] }
  | Repetition
  | { kind: 'reference' }
  | { kind: 'edge'; edge: Edge }
  | Lookaround;

export interface Repetition {
  kind: 'repetition';
  item: PatternNode;
  min: number;
  max: number;
}

/** A condition on the characters before and after a position. */
export type Edge = 'boundary' | 'end' | 'no-boundary' | 'start';

export interface Lookaround {
  kind: 'lookaround';
  item: PatternNode;
  isBehind: boolean;
  isNegated: boolean;
}

// One match for each opening of a group, escape, class and quantifier. Two escapes may be the halves of one character.
const TOKEN =
  /\((?:\?(?:[:=!]|<[=!]|<[^>]+>))?|[*+?]\??|\{\d+(?:,\d*)?\}\??|\[(?:[^\]\\]|\\.)*\]|\\u[dD][89abAB].{2}\\u[dD][c-fC-F].{2}|\\u\{[^}]*\}|\\u.{4}|\\x..|\\c.|\\[pP]\{[^}]*\}|\\k<[^>]*>|\\[1-9]\d*|\\?./gsu;

const EDGES: Readonly<Record<string, Edge>> = {
  '^': 'start',
  $: 'end',
  '\\b': 'boundary',
  '\\B': 'no-boundary',
};

const EMPTY: PatternNode = { kind: 'sequence', items: [] };

/** Reads a valid regular expression of the u flag. */
export function parsePattern(source: string): PatternNode {
  return readChoice((source.match(TOKEN) ?? []).toReversed());
}

// The next token is the last of the list.
function readChoice(tokens: string[]): PatternNode {
  const first = readSequence(tokens);
  const options = [first];
  while (tokens.at(-1) === '|') {
    tokens.pop();
    options.push(readSequence(tokens));
  }
  return options.length === 1 ? first : { kind: 'choice', options };
}

function readSequence(tokens: string[]): PatternNode {
  const items: PatternNode[] = [];
  for (let token = tokens.at(-1); token !== undefined && !/^[|)]$/.test(token); token = tokens.at(-1)) {
    tokens.pop();
    items.push(readRepetition(readAtom(token, tokens), tokens));
  }
  const [only = EMPTY, ...siblings] = items;
  return siblings.length === 0 ? only : { kind: 'sequence', items };
}

function readAtom(token: string, tokens: string[]): PatternNode {
  const edge = EDGES[token];
  if (edge !== undefined) return { kind: 'edge', edge };
  if (/^\\(?:[1-9]|k<)/.test(token)) return { kind: 'reference' };
  if (!token.startsWith('(')) return { kind: 'character', source: token };
  const item = readChoice(tokens);
  tokens.pop();
  const [, behind, kind] = /^\(\?(<?)([=!])$/.exec(token) ?? [];
  if (kind === undefined) return item;
  return { kind: 'lookaround', item, isBehind: behind === '<', isNegated: kind === '!' };
}

function readRepetition(item: PatternNode, tokens: string[]): PatternNode {
  const [, sign, lower, more, upper] = /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??$/.exec(tokens.at(-1) ?? '') ?? [];
  if (sign === undefined && lower === undefined) return item;
  tokens.pop();
  if (sign !== undefined) {
    return { kind: 'repetition', item, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
  }
  const min = Number(lower);
  const max = more === undefined ? min : Number(upper || Infinity);
  return { kind: 'repetition', item, min, max };
}
