/** Base of the check only; no request goes there. */
const ORIGIN = 'http://console.invalid';

/**
 * Reads the path of the console in `?next=`; the first page if it leads elsewhere. The path must be its own normal form: text that
 * a parser changes, such as `/.//evil.example`, can become another address in the next one.
 */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/';
  const url = `${ORIGIN}${next}`;
  const isPath = next.startsWith('/') && URL.canParse(next, ORIGIN) && new URL(next, ORIGIN).href === url;
  return isPath ? next : '/';
}
