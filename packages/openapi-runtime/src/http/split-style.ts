// Splits the text of a parameter by its style (OpenAPI 3.1, Style Values; RFC 6570). Texts stay encoded, because an
// encoded delimiter is part of a value; the reader of each piece decodes it.
import type { Style } from './style.ts';

/** A name and its text. */
export type Pair = readonly [name: string, text: string];

export interface Writing {
  style: Style;
  explode: boolean;
}

const SEPARATORS: Readonly<Partial<Record<Style, RegExp | string>>> = {
  // A space is always encoded; decoded texts contain it.
  spaceDelimited: /%20|\+| /,
  pipeDelimited: '|',
};

const EXPLODED: Readonly<Partial<Record<Style, string>>> = { label: '.', matrix: ';' };

const SPREAD: readonly Style[] = ['cookie', 'form', 'pipeDelimited', 'spaceDelimited'];

/** Checks whether each item or member has a name of its own. */
export function isSpread({ style, explode }: Writing): boolean {
  return explode && SPREAD.includes(style);
}

/** Takes a list apart that is written as one text; undefined when it is not written so. */
export function splitList(name: string, text: string, writing: Writing): string[] | undefined {
  const body = removePrefix(name, text, writing);
  if (body === undefined) return undefined;
  if (writing.style === 'matrix' && writing.explode) {
    const pairs = body.split(';').map((piece) => splitPair(piece));
    return pairs.every(([key]) => key === name) ? pairs.map(([, item]) => item) : undefined;
  }
  return split(body, writing);
}

/** Takes an object apart that is written as one text; undefined when it is not written so. */
export function splitObject(name: string, text: string, writing: Writing): Pair[] | undefined {
  const body = removePrefix(name, text, writing);
  if (body === undefined) return undefined;
  const pieces = split(body, writing);
  if (writing.explode) return pieces.map((piece) => splitPair(piece));
  if (pieces.length % 2 === 1) return undefined;
  return pieces.flatMap((piece, index) => (index % 2 === 0 ? [[piece, pieces[index + 1] ?? '']] : []));
}

/** Reads a single value; undefined when it is not written in its style. */
export function splitSingle(name: string, text: string, writing: Writing): string | undefined {
  return removePrefix(name, text, { ...writing, explode: false });
}

// Removes the prefix of the value: the dot of a label, or the name of a matrix parameter.
function removePrefix(name: string, text: string, { style, explode }: Writing): string | undefined {
  if (style === 'label') return text.startsWith('.') ? text.slice(1) : undefined;
  if (style !== 'matrix') return text;
  if (!text.startsWith(';')) return undefined;
  if (explode) return text.slice(1);
  const [key, value] = splitPair(text.slice(1));
  return key === name ? value : undefined;
}

function split(body: string, { style, explode }: Writing): string[] {
  if (body === '') return [];
  return body.split(SEPARATORS[style] ?? (explode ? EXPLODED[style] : undefined) ?? ',');
}

/** Takes `name=text` apart at its first equals sign. */
export function splitPair(piece: string): Pair {
  const at = piece.indexOf('=');
  return at < 0 ? [piece, ''] : [piece.slice(0, at), piece.slice(at + 1)];
}
