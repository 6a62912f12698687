// Locations of documents and overlays: paths, or URLs of the web.
import { resolve } from 'node:path';

/** Distinguishes a document at a URL from one at a path. */
export function isWebUrl(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** Makes a path absolute; a URL is returned as it is. */
export function resolveLocation(location: string): string {
  return isWebUrl(location) ? location : resolve(location);
}
