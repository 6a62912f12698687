// Compares names that are written differently: of properties, parameters, headers and path segments.

/** Writes a name in lower case without separators: `created_at` and `createdAt` are the same name. */
export function flattenName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Splits a name into its words: `checkIn`, `ends_on`. */
export function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
}

/** Returns the singular of an English word. */
export function toSingular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:s|x|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '');
}
