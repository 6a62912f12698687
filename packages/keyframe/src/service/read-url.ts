import { UsageError } from '../command/usage-error.ts';

/** Checks whether a text is an http or https URL. */
export function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Checks whether a URL leads to this machine. */
export function isLocalUrl(text: string): boolean {
  return LOOPBACK.test(URL.parse(text)?.hostname ?? '');
}

/** Reads the URL of an option or variable, which messages name. Throws UsageError for any other text. */
export function readHttpUrl(name: string, text: string): URL {
  if (isHttpUrl(text)) return new URL(text);
  throw new UsageError(`${name} must be an http or https URL (got "${text}").`);
}
