// Locations of documents and overlays: paths, or URLs of the web.
import * as system from 'node:path';

/** Distinguishes a document at a URL from one at a path. */
export function isWebUrl(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** Makes a path absolute; a URL is returned as it is. */
export function resolveLocation(location: string): string {
  return isWebUrl(location) ? location : system.resolve(location);
}

/**
 * Writes a path or URL as generated files and configurations name it: relative and with slashes, so that every machine writes
 * the same. A path out of the folder stays as it is.
 */
export function portablePath(
  location: string,
  { isAbsolute, relative, sep }: Pick<typeof system, 'isAbsolute' | 'relative' | 'sep'> = system,
): string {
  if (isWebUrl(location)) return location;
  const name = relative('', location);
  return (isAbsolute(name) || name.startsWith('..') ? location : name).replaceAll(sep, '/');
}
