import type { Colour } from './colour.ts';
import { ACTOR_WORDS, COLOURS, GROUND_WORDS, WATER_WORDS } from './vocabulary.ts';

/** The colours that a prompt names, by what they belong to. */
export interface Accents {
  readonly sky: Colour | null;
  readonly land: Colour | null;
  readonly water: Colour | null;
  readonly actor: Colour | null;
}

const THINGS: Readonly<Record<'actor' | 'water' | 'land', ReadonlySet<string>>> = {
  actor: wordSet(Object.values(ACTOR_WORDS)),
  water: wordSet([WATER_WORDS]),
  land: wordSet(Object.values(GROUND_WORDS)),
};

/** Finds the colour words of a prompt; each belongs to the thing named right after it, or else to the sky. */
export function findAccents(words: readonly string[]): Accents {
  const accents: Record<keyof Accents, Colour | null> = { sky: null, land: null, water: null, actor: null };
  words.forEach((word, index) => {
    const colour = Object.hasOwn(COLOURS, word) ? COLOURS[word] : undefined;
    if (colour) accents[findOwner(words.slice(index + 1, index + 3))] ??= colour;
  });
  return accents;
}

function findOwner(following: readonly string[]): keyof Accents {
  for (const word of following) {
    for (const thing of ['actor', 'water', 'land'] as const) {
      if (THINGS[thing].has(word) || THINGS[thing].has(word.replace(/s$/, ''))) return thing;
    }
  }
  return 'sky';
}

function wordSet(lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')));
}
