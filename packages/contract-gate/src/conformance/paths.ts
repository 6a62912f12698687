// Compares the paths of a document.
import type { Conventions } from '@keyframe/openapi-resources';
import { cutVerbs } from './verbs.ts';

/** Removes a trailing slash, with which some frameworks write all paths. */
export function cutSlash(path: string): string {
  return path.replace(/(?<=.)\/$/, '');
}

const FORMAT = /\.(?:csv|html|json|xml|ya?ml|\{(?:ext|extension|format)\})$/i;
// OData writes the key of a resource in parentheses.
const KEY = /(?<=[^/])\('?(\{[^{}]+\})'?\)/g;

/**
 * Removes a trailing slash, verbs and the name of a format: `/stores/update/{id}`, `/stores/{id}.json` and `/stores({id})` are
 * paths of `/stores/{id}`.
 */
export function toResourcePath(path: string): string {
  return cutVerbs(cutSlash(path)).replace(FORMAT, '').replaceAll(KEY, '/$1');
}

/**
 * Gives all ids in a path the same name: templates that differ in names only are identical (OpenAPI, Paths Object). A document
 * with `/items/{id}` and `/items/{name}` means two keys of the item, which stay.
 */
export function unifyIds(path: string, conventions: Conventions): string {
  return toResourcePath(path).replaceAll(/\{([^{}]*)\}/g, (text, name: string) =>
    conventions.matches('id', name) ? '{id}' : text,
  );
}

/** Whether a path continues that of a resource, such as `/items/{id}/parts`. */
export function isBelow(path: string, itemPath: string): boolean {
  return toResourcePath(path).startsWith(`${itemPath}/`);
}

/** Whether a path continues that of a resource without another id, such as `/items/{id}/close`. */
export function isDirectlyBelow(path: string, itemPath: string): boolean {
  return isBelow(path, itemPath) && !toResourcePath(path).slice(itemPath.length).includes('{');
}

/** Removes the names of parameters as well: paths to the same resource may name them differently. */
export function normalizePath(path: string): string {
  return toResourcePath(path).replaceAll(/\{[^{}]*\}/g, '{}');
}
