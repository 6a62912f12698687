const UNKNOWN = 0;
const ACCEPTED = 1;
const REJECTED = 2;

/** The characters that a class, escape or character of a regular expression of the u flag matches. */
export interface CharacterKind {
  source: string;
  has: (character: string) => boolean;
}

// Patterns repeat a few classes.
const kinds = new Map<string, CharacterKind>();

/** Returns the characters that a part of a regular expression matches which reads one character. */
export function getCharacterKind(source: string): CharacterKind {
  const kind = kinds.get(source) ?? createCharacterKind(source);
  kinds.set(source, kind);
  return kind;
}

function createCharacterKind(source: string): CharacterKind {
  const pattern = new RegExp(`^${source}$`, 'u');
  // A regular expression takes longer than a look at a table.
  const ascii = new Uint8Array(128);
  let last = { character: '', isAccepted: false };
  return {
    source,
    has: (character) => {
      const code = character.length === 1 ? character.charCodeAt(0) : ascii.length;
      if (code >= ascii.length) {
        // Many states read the same character.
        if (last.character !== character) last = { character, isAccepted: pattern.test(character) };
        return last.isAccepted;
      }
      if (ascii[code] === UNKNOWN) ascii[code] = pattern.test(character) ? ACCEPTED : REJECTED;
      return ascii[code] === ACCEPTED;
    },
  };
}
