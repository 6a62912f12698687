// Files that agents name: by a path within allowed folders, by a URL on the internet, or by a data: URL.
import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { basename, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { BodyArgument } from '../tools/operation-tool.ts';
import { downloadFile, LARGEST_FILE } from './download-file.ts';
import { FileNotLoadedError } from './file-not-loaded-error.ts';

/** The files that may be read. */
export interface FileAccess {
  /** Folders; no path outside of them is read. */
  allowedPaths: readonly string[];
}

/** Replaces references in a body by their files, which have 100 MB together at most. Throws FileNotLoadedError. */
export async function loadFiles(
  { isFile, fileMembers }: Pick<BodyArgument, 'fileMembers' | 'isFile'>,
  body: JsonValue,
  access: FileAccess,
): Promise<unknown> {
  if (isFile) return loadFile(String(body), access);
  if (fileMembers.size === 0 || !isJsonObject(body)) return body;
  const loaded: Record<string, unknown> = { ...body };
  let size = 0;
  const load = async (reference: JsonValue) => {
    const file = await loadFile(String(reference), access);
    size += file.size;
    if (size > LARGEST_FILE) {
      throw new FileNotLoadedError(`The files have more than ${LARGEST_FILE} bytes together.`);
    }
    return file;
  };
  // One after the other, so that the first one beyond the limit ends the call.
  for (const name of fileMembers) {
    const value = body[name];
    if (value === undefined) continue;
    const loadedFiles: File[] = [];
    for (const reference of [value].flat()) loadedFiles.push(await load(reference));
    loaded[name] = Array.isArray(value) ? loadedFiles : loadedFiles[0];
  }
  return loaded;
}

/** Reads a file. Throws FileNotLoadedError. */
export async function loadFile(reference: string, access: FileAccess): Promise<File> {
  if (/^data:/i.test(reference)) return readDataUrl(reference);
  if (/^https?:/i.test(reference)) return downloadFile(reference);
  return readPath(/^file:/i.test(reference) ? readFileUrl(reference) : reference, access);
}

async function readDataUrl(reference: string): Promise<File> {
  const response = await fetch(reference).catch((cause: unknown) => {
    throw new FileNotLoadedError('The data: URL is not valid.', { cause });
  });
  const blob = await response.blob();
  return new File([blob], `file.${blob.type.split(/[/;+]/)[1] ?? 'bin'}`, { type: blob.type });
}

function readFileUrl(reference: string): string {
  try {
    return fileURLToPath(reference);
  } catch (cause) {
    throw new FileNotLoadedError('The file: URL is not valid.', { cause });
  }
}

async function readPath(path: string, { allowedPaths }: FileAccess): Promise<File> {
  if (allowedPaths.length === 0) {
    throw new FileNotLoadedError(
      `${path} was not read: no folder is allowed. The operator allows one with --allow-path.`,
    );
  }
  const denied = new FileNotLoadedError(
    `${path} was not read: it must be a file in ${allowedPaths.join(' or ')}.`,
  );
  // Links are followed before the check: a link may lead out of the folder.
  const actual = await realpath(resolve(path)).catch(() => undefined);
  const folders = await Promise.all(allowedPaths.map((folder) => realpath(folder).catch(() => undefined)));
  const isAllowed = folders.some(
    (folder) => folder !== undefined && actual !== undefined && isWithin(folder, actual),
  );
  if (actual === undefined || !isAllowed || isSystemPath(actual)) throw denied;
  // Without waiting: a FIFO would wait for its writer. A link that replaces the file since the check is not followed.
  const file = await open(actual, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW).catch(
    () => {
      throw denied;
    },
  );
  try {
    const bytes = await readWhole(file, path, denied);
    return new File([new Uint8Array(bytes)], basename(actual), { type: guessType(actual) });
  } finally {
    await file.close();
  }
}

async function readWhole(file: FileHandle, path: string, denied: Error): Promise<Uint8Array> {
  const stats = await file.stat();
  if (!stats.isFile()) throw denied;
  if (stats.size > LARGEST_FILE) {
    throw new FileNotLoadedError(
      `${path} was not read: it has ${stats.size} bytes (at most ${LARGEST_FILE}).`,
    );
  }
  return file.readFile();
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}

/** Reports whether a path is of the system, such as the environment of this process, even if all folders are allowed. */
function isSystemPath(path: string): boolean {
  return /^\/(?:dev|proc|sys)\//.test(path);
}

const TYPES: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
};

function guessType(path: string): string {
  const extension = /\.([^.]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return (Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined) ?? 'application/octet-stream';
}
