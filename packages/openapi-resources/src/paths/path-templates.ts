// Compares resource paths whose parameters may have different names: `/pix/{uid}` and `/pix/{pix_uid}/cancel`.
import { listPathParameters } from '@keyframe/openapi-model';

/** Writes a path without the names of its parameters: `/things/{}`. */
export function writeTemplate(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}');
}

/** Reports whether a path is that of one resource of a collection, with one key or several. */
export function isItemPath(path: string): boolean {
  return /\/\{[^{}/]+\}(?:[^\w{}/]+\{[^{}/]+\})*$/.test(path);
}

/** Returns the path of the collection of a resource: `/things` for `/things/{id}`. */
export function getCollection(itemPath: string): string {
  return itemPath.slice(0, itemPath.lastIndexOf('/'));
}

/** Returns the name of the last parameter in the path of a resource. */
export function getIdParameter(itemPath: string): string {
  return listPathParameters(itemPath).at(-1) ?? '';
}

/** Lists the beginnings of a path that are those of resources, without the path itself. */
export function listOuterPaths(path: string): string[] {
  const segments = path.split('/');
  const beginnings = segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
  return beginnings.filter(isItemPath);
}

/** Reports whether a path is below that of a resource. */
export function isBelow(path: string, itemPath: string): boolean {
  const [template, itemTemplate] = [writeTemplate(path), writeTemplate(itemPath)];
  return template.startsWith(`${itemTemplate}/`) || template.startsWith(`${itemTemplate}:`);
}

/** Maps the names of parameters of a path to those at the same positions of another one, up to the first difference. */
export function mapParameters(path: string, target: string): ReadonlyMap<string, string> {
  const mapped = new Map<string, string>();
  const counterparts = target.split('/');
  for (const [index, segment] of path.split('/').entries()) {
    const counterpart = counterparts[index] ?? '';
    const names = listPathParameters(segment);
    const counterpartNames = listPathParameters(counterpart);
    if (names.length !== counterpartNames.length || (names.length === 0 && segment !== counterpart)) break;
    for (const [position, name] of names.entries()) mapped.set(name, counterpartNames[position] ?? name);
  }
  return mapped;
}
