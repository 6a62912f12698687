// Code points that are allowed in a label of an internationalized domain name (RFC 5892, section 3). They are derived
// from the Unicode properties of regular expressions, so that no table must be updated.

// Section 2.6: code points whose properties would decide wrongly.
const ALLOWED_EXCEPTIONS = /^[\u00DF\u03C2\u06FD\u06FE\u0F0B\u3007]$/u;
const FORBIDDEN_EXCEPTIONS = /^(?:[\u0640\u07FA\u3031-\u3035\u303B]|\u302E|\u302F)$/u;
const CONTEXTUAL = /^(?:[\u00B7\u0375\u05F3\u05F4\u0660-\u0669\u06F0-\u06F9\u30FB]|\u200C|\u200D)$/u;

const LETTERS_AND_DIGITS = /^[\p{Ll}\p{Lu}\p{Lo}\p{Nd}\p{Lm}\p{Mn}\p{Mc}]$/u;
const IGNORABLE = /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Noncharacter_Code_Point}]$/u;
// Combining marks for symbols, and musical symbols.
const IGNORABLE_BLOCKS = /^[\u20D0-\u20FF\u{1D100}-\u{1D1FF}\u{1D200}-\u{1D24F}]$/u;
const OLD_HANGUL_JAMO = /^[\u1100-\u11FF\uA960-\uA97F\uD7B0-\uD7FF]$/u;

/** Checks whether a label may contain a code point in at least one context. */
export function isLabelCharacter(character: string): boolean {
  if (/^[a-z0-9-]$/.test(character) || ALLOWED_EXCEPTIONS.test(character) || CONTEXTUAL.test(character)) {
    return true;
  }
  if (FORBIDDEN_EXCEPTIONS.test(character) || !isStable(character)) return false;
  if (IGNORABLE.test(character) || IGNORABLE_BLOCKS.test(character)) return false;
  return !OLD_HANGUL_JAMO.test(character) && LETTERS_AND_DIGITS.test(character);
}

function isStable(character: string): boolean {
  return foldCase(character.normalize('NFKC')).normalize('NFKC') === character;
}

// Cherokee folds to its capitals, and the dotless i to itself; all else folds to the small letter of its capital.
function foldCase(text: string): string {
  return text.replace(/[^\u0131\u13A0-\u13F5]/gu, (character) =>
    /[\u13F8-\u13FD\uAB70-\uABBF]/u.test(character)
      ? character.toUpperCase()
      : character.toUpperCase().toLowerCase(),
  );
}
