// The folders and URLs whose files a document may refer to. What it refers to becomes part of what an app serves, so that a document
// of somebody else cannot publish files around it.
import { realpath } from 'node:fs/promises';
import * as system from 'node:path';
import { fileURLToPath } from 'node:url';
import { isWebUrl } from '../uri.ts';

/** Checks whether a document may refer to the file at a URL. */
export type IsAllowed = (url: string) => Promise<boolean>;

/**
 * Allows the folder of a document and further folders, with all that is in them. Links are followed: a file on the disk must be in
 * one of them by its name and in fact.
 */
export function allowFolders(document: string, folders: readonly string[]): IsAllowed {
  const paths = folders.filter((folder) => !isWebUrl(folder));
  const allowed = [
    system.dirname(system.resolve(document)),
    ...paths.map((folder) => system.resolve(folder)),
  ];
  return async (url) => {
    const path = fileURLToPath(url);
    if (!allowed.some((folder) => isWithin(folder, path))) return false;
    const target = await findRealPath(path);
    if (target === undefined) return true;
    const real = await Promise.all(allowed.map(findRealPath));
    return real.some((folder) => folder !== undefined && isWithin(folder, target));
  };
}

/**
 * Allows a document to refer to URLs: one at a URL to all, one on the disk to the given ones and to what is below them, so that a
 * document of somebody else causes no requests.
 */
export function allowUrls(document: string, folders: readonly string[]): (url: string) => boolean {
  if (isWebUrl(document)) return () => true;
  const allowed = folders.filter(isWebUrl).map((folder) => new URL(folder));
  return (url) => allowed.some((folder) => isBelow(folder, new URL(url)));
}

function isBelow(folder: URL, { origin, pathname }: URL): boolean {
  return (
    origin === folder.origin &&
    (pathname === folder.pathname || pathname.startsWith(folder.pathname.replace(/\/*$/, '/')))
  );
}

/** Reports whether a path is in a folder, or is the folder. */
export function isWithin(
  folder: string,
  path: string,
  { isAbsolute, relative, sep }: Pick<typeof system, 'isAbsolute' | 'relative' | 'sep'> = system,
): boolean {
  const steps = relative(folder, path);
  return steps !== '..' && !steps.startsWith(`..${sep}`) && !isAbsolute(steps);
}

// Undefined for a file that is not on the disk: it may have another reader, or be reported when it is read.
async function findRealPath(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}
