// JSON pointers (RFC 6901), such as `/data/items`.

/** Splits a pointer into its names, unescaped. */
export function splitPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Joins names to a pointer. */
export function joinPointer(names: readonly PropertyKey[]): string {
  return names.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Returns the value that a pointer leads to; undefined if there is none. */
export function resolvePointer(value: unknown, pointer: string): unknown {
  return splitPointer(pointer).reduce<unknown>(
    (object, token) => (Object.hasOwn(Object(object), token) ? Object(object)[token] : undefined),
    value,
  );
}
