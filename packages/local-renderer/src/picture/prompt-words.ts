/** Splits a prompt into its words, in order and in lower case. */
export function splitWords(prompt: string): string[] {
  return prompt.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Collects the words of a prompt, each with its singular when it looks like an English plural. */
export function promptWords(prompt: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const word of splitWords(prompt)) {
    words.add(word);
    if (word.endsWith('ies')) words.add(`${word.slice(0, -3)}y`);
    if (word.endsWith('es')) words.add(word.slice(0, -2));
    if (word.endsWith('s')) words.add(word.slice(0, -1));
  }
  return words;
}

/** Counts how many words of a space-separated list occur. */
export function countMatches(words: ReadonlySet<string>, list: string): number {
  return list.split(' ').filter((word) => words.has(word)).length;
}

/** Finds the entry that most words of the prompt mean, or null when none does; the first of equals wins. */
export function bestMatch<TName extends string>(
  words: ReadonlySet<string>,
  lists: Readonly<Record<TName, string>>,
): TName | null {
  let best: TName | null = null;
  let bestCount = 0;
  for (const name of Object.keys(lists) as TName[]) {
    const count = countMatches(words, lists[name]);
    if (count > bestCount) {
      best = name;
      bestCount = count;
    }
  }
  return best;
}
