/** Splits a JSON pointer, `/data/items`, into its unescaped members. */
export function parsePointerTokens(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
