// Writes regular expressions with inline flags, such as (?i), without them.
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

const MAX_FOLDED = 1_024;

/** Applies flags to a valid pattern of the u flag; undefined if it cannot be written without them. */
export function applyFlags(source: string, flags: string): string | undefined {
  if (!/[ims]/.test(flags)) return source;
  const edits: { node: AST.Node; text: string }[] = [];
  const edit = (node: AST.Node, text: string) => edits.push({ node, text });
  let isWritable = true;
  const pattern = new RegExpParser({ ecmaVersion: 2024 }).parsePattern(source, 0, source.length, {
    unicode: true,
  });
  visitRegExpAST(pattern, {
    onAssertionEnter: (node) => {
      if (!flags.includes('m')) return;
      if (node.kind === 'start') edit(node, '(?<![^\\n\\r\\u2028\\u2029])');
      if (node.kind === 'end') edit(node, '(?![^\\n\\r\\u2028\\u2029])');
    },
    onCharacterSetEnter: (node) => {
      if (flags.includes('s') && node.kind === 'any') edit(node, '[^]');
      if (flags.includes('i') && node.kind === 'property') isWritable = false;
    },
    onBackreferenceEnter: () => {
      if (flags.includes('i')) isWritable = false;
    },
    onCharacterEnter: (node) => {
      if (!flags.includes('i') || node.parent.type === 'CharacterClassRange') return;
      const counterparts = foldRange(node.value, node.value);
      if (counterparts === '') return;
      edit(
        node,
        node.parent.type === 'CharacterClass' ? `${node.raw}${counterparts}` : `[${node.raw}${counterparts}]`,
      );
    },
    onCharacterClassRangeEnter: (node) => {
      if (flags.includes('i')) edit(node, `${node.raw}${foldRange(node.min.value, node.max.value)}`);
    },
  });
  if (!isWritable) return undefined;
  return edits
    .sort((left, right) => right.node.start - left.node.start)
    .reduce(
      (text, { node, text: replacement }) => text.slice(0, node.start) + replacement + text.slice(node.end),
      source,
    );
}

// The letters in the other case that a range lacks. A long range has both cases of its letters.
function foldRange(min: number, max: number): string {
  if (max - min > MAX_FOLDED) return '';
  const missing = new Set<number>();
  for (let code = min; code <= max; code += 1) {
    const character = String.fromCodePoint(code);
    for (const folded of [character.toLowerCase(), character.toUpperCase()]) {
      const counterpart = folded.codePointAt(0) ?? code;
      const isSingle = folded.length === String.fromCodePoint(counterpart).length;
      if (isSingle && (counterpart < min || counterpart > max)) missing.add(counterpart);
    }
  }
  return formatRanges([...missing].sort((left, right) => left - right));
}

function formatRanges(codes: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const code of codes) {
    const run = runs.at(-1);
    if (run && run.last === code - 1) run.last = code;
    else runs.push({ first: code, last: code });
  }
  return runs
    .map(({ first, last }) =>
      first === last ? formatCode(first) : `${formatCode(first)}-${formatCode(last)}`,
    )
    .join('');
}

function formatCode(code: number): string {
  const character = String.fromCodePoint(code);
  return /^[A-Za-z]$/.test(character) ? character : `\\u{${code.toString(16)}}`;
}
