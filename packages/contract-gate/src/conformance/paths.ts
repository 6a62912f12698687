// Compares the paths of a document.
import type { Conventions } from './conventions.ts';

/** Removes a trailing slash, with which some frameworks write all paths. */
export function cutSlash(path: string): string {
  return path.replace(/(?<=.)\/$/, '');
}

/**
 * Gives all ids in a path the same name: templates that differ in names only are identical (OpenAPI, Paths Object). A document
 * with `/items/{id}` and `/items/{name}` means two keys of the item, which stay.
 */
export function unifyIds(path: string, conventions: Conventions): string {
  return cutSlash(path).replaceAll(/\{([^{}]*)\}/g, (text, name: string) =>
    conventions.matches('id', name) ? '{id}' : text,
  );
}

/** Whether a path continues that of a resource, such as `/items/{id}/parts`. */
export function isBelow(path: string, itemPath: string): boolean {
  return cutSlash(path).startsWith(`${itemPath}/`);
}

/** Removes the names of parameters and a trailing slash: paths to the same resource may name parameters differently. */
export function normalizePath(path: string): string {
  return cutSlash(path).replaceAll(/\{[^{}]*\}/g, '{}');
}
