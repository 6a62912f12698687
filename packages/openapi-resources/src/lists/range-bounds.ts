// Bounds of ranges in the names of query parameters: `created_after`, `min_price`.
import type { Conventions } from '../conventions/conventions.ts';
import { simplifyName, splitWords } from '../names/words.ts';

/** A bound of a range, as a name has it. */
export interface NamedBound {
  /** The part of the name that refers to the member. */
  stem: string;
  isLower: boolean;
  /** Whether the bound belongs to the range; undefined if the name does not show it. */
  isInclusive: boolean | undefined;
  /** Whether the bound of most services does not belong to the range. */
  isOpen: boolean;
}

/** Reads a name whose last or first word is that of a bound; undefined for any other name. */
export function readBound(name: string, conventions: Conventions): NamedBound | undefined {
  const words = splitWords(name);
  if (words.length < 2) return undefined;
  return (
    readBoundWord(words.at(-1) ?? '', words.slice(0, -1).join('_'), conventions) ??
    readBoundWord(words[0] ?? '', words.slice(1).join('_'), conventions)
  );
}

/** Reads the word of a bound; undefined for any other word. */
export function readBoundWord(word: string, stem: string, conventions: Conventions): NamedBound | undefined {
  const isLower = conventions.matches('lowerBound', word);
  if (!isLower && !conventions.matches('upperBound', word)) return undefined;
  const isExclusive = conventions.matches('exclusiveBound', word);
  const isInclusive = conventions.matches('inclusiveBound', word) ? true : isExclusive ? false : undefined;
  return { stem, isLower, isInclusive, isOpen: isExclusive || conventions.matches('openBound', word) };
}

/** Finds the member that a bound refers to; undefined if none or several match. */
export function findRangeMember(
  stem: string,
  names: Iterable<string>,
  conventions: Conventions,
): string | undefined {
  const all = [...new Set(names)];
  const simple = simplifyName(stem);
  const same = all.filter((name) => simplifyName(name) === simple);
  if (same.length > 0) return same.length === 1 ? same[0] : undefined;
  const suffixes = conventions.list('timeSuffix');
  const times = all.filter((name) => suffixes.some((suffix) => simplifyName(name) === `${simple}${suffix}`));
  return times.length === 1 ? times[0] : undefined;
}
