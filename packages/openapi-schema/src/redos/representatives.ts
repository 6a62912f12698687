// Divides characters into those that an expression does not distinguish.
import { getCharacterKind } from '@keyframe/openapi-runtime/patterns';

const ESCAPE = /\\u\{([^}]+)\}|\\u(.{4})|\\x(..)/g;
const ASCII = Array.from({ length: 128 }, (_, code) => code);
const OTHERS = [
  ...'\u00A0\u00E9\u00DF\u0130\u03C3\u0436\u05D0\u0628\u0660\u0915\u2028\u3042\u4E2D\u{1D4B3}\u{1F600}',
];
const PRIVATE = '\u{10FFF0}';

/**
 * Lists sets of the classes of an expression that match one character together, for each distinct set. Properties of
 * Unicode are taken to match a common character, so a list may have too many sets and never has too few.
 */
export function listRepresentatives(sources: readonly string[]): ReadonlySet<string>[] {
  const sets = listCharacters(sources).map((character) =>
    sources.filter((source) => getCharacterKind(source).has(character)),
  );
  sets.push(sources.filter((source) => /\\[pP]/.test(source) || getCharacterKind(source).has(PRIVATE)));
  return [...new Map(sets.map((set) => [set.join('\n'), new Set(set)])).values()];
}

// All of ASCII, characters of many scripts, and those that the classes name with their neighbors.
function listCharacters(sources: readonly string[]): string[] {
  const codePoints = sources.flatMap((source) => {
    const escaped = Array.from(source.matchAll(ESCAPE), ([, long, short, byte]) =>
      Number.parseInt(long ?? short ?? byte ?? '', 16),
    );
    return [...escaped, ...Array.from(source, (character) => character.codePointAt(0) ?? 0)];
  });
  const codes = codePoints.flatMap((code) => [code - 1, code, code + 1]);
  const valid = codes.filter((code) => code >= 0 && code <= 0x10ffff);
  return [...String.fromCodePoint(...new Set([...ASCII, ...valid])), ...OTHERS];
}
