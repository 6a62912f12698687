const KEY = String.raw`(?:\w+=)?'?\{([^{}]*)\}'?`;
/** The keys of OData: `({ID})`, `('{id}')`, `(ID={ID})`, `({a},{b})`. */
const KEYS = new RegExp(String.raw`\((?<=[^/]\()${KEY}(?:, ?${KEY})*\)(?=[/:.]|$)`, 'g');
const REPRESENTATION = /\.(?:json|xml|\{_?format\})$/;

/**
 * Writes a path such that paths of the same resource are equal: without a slash or the name of a representation at its end,
 * and with keys in parentheses as a segment. `/things/{id}/` and `/things/{id}.json` are `/things/{id}`; `/Things({id})` is
 * `/Things/{id}`, and `/Things(A={a},B={b})` is `/Things/{a},{b}`.
 */
export function toResourcePath(path: string): string {
  return path
    .replace(/(?<=.)\/$/, '')
    .replace(REPRESENTATION, '')
    .replaceAll(KEYS, (keys) => `/${listPathParameters(keys).map((name) => `{${name}}`)}`);
}

/** Lists the names of the parameters in a path, or in a part of it. */
export function listPathParameters(path: string): string[] {
  return Array.from(path.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => name);
}
