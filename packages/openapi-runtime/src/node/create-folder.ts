import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and the folders that contain it, unless they exist. Throws the error of the file system. Unlike `mkdir` of
 * Node with `recursive`, it ends where no folder can be created, as in /proc.
 */
export async function createFolder(folder: string, options: { mode?: number } = {}): Promise<void> {
  try {
    await mkdir(folder, options);
  } catch (error) {
    if (await isFolder(folder)) return;
    const parent = dirname(folder);
    if (!isMissing(error) || parent === folder || (await isFolder(parent))) throw error;
    await createFolder(parent, options);
    await createFolder(folder, options);
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
