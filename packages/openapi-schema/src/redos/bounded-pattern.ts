// Writes expressions so that a backtracking matcher does not take time that doubles with each character.
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { readPattern } from '@keyframe/openapi-model';
import { isExponential } from './is-exponential.ts';
import { isReading } from './pattern-automaton.ts';

/**
 * Writes a regular expression of the u flag that matches the same texts in bounded time: as it is where that is
 * enough, else with alternatives that exclude each other, `(?:a|(?!a)\w)+` for `(?:a|\w)+`. Returns undefined
 * if neither is sufficient, or it is not one of ECMA-262.
 */
export function boundedPattern(written: string): string | undefined {
  const read = readPattern(written);
  const source = read?.kind === 'escapes' ? read.source : written;
  if (source === undefined || (read && read.kind !== 'escapes')) return undefined;
  if (!isExponential(source)) return source;
  const rewritten = disjoint(source);
  return isExponential(rewritten) ? undefined : rewritten;
}

// Each alternative of one character excludes the characters of those before it.
function disjoint(source: string): string {
  const pattern = new RegExpParser({ ecmaVersion: 2024 }).parsePattern(source, 0, source.length, {
    unicode: true,
  });
  const insertions: { at: number; text: string }[] = [];
  const visit = ({ alternatives }: AST.CapturingGroup | AST.Group) => {
    const characters = alternatives.flatMap(({ elements: [only, ...others] }) =>
      others.length === 0 && isReading(only) ? [only] : [],
    );
    if (characters.length < alternatives.length) return;
    for (const [index, { start }] of characters.entries()) {
      const earlier = characters.slice(0, index).map(({ raw }) => raw);
      if (index > 0) insertions.push({ at: start, text: `(?!${earlier.join('|')})` });
    }
  };
  visitRegExpAST(pattern, { onGroupEnter: visit, onCapturingGroupEnter: visit });
  return insertions
    .sort((one, other) => other.at - one.at)
    .reduce((text, { at, text: inserted }) => `${text.slice(0, at)}${inserted}${text.slice(at)}`, source);
}
