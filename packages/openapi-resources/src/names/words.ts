// Compares names that are written differently: of properties, parameters, headers and path segments.

/** Writes a name in lower case without separators: `created_at`, `CREATED_AT` and `createdAt` are the same name. */
export function simplifyName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
}

/** Splits a name or a text into its words in lower case: `checkIn`, `ends_on`. */
export function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Writes words as one name in camel case. */
export function toCamel(words: readonly string[]): string {
  return words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}

/** Writes an English word in the singular. */
export function toSingular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:s|x|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '');
}
