// Files that only their owner can read, and that are complete or absent whenever the process is killed.
import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFolder } from '@keyframe/openapi-runtime/node';

/** Reads a file; undefined if it does not exist. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Replaces a file. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = await writeDraft(path, text);
  try {
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Creates a file; returns false if it exists. */
export async function createFile(path: string, text: string): Promise<boolean> {
  const draft = await writeDraft(path, text);
  try {
    // Unlike a rename, a link fails if the file exists.
    await link(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft);
  }
}

async function writeDraft(path: string, text: string): Promise<string> {
  await createFolder(dirname(path), { mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
    return draft;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** Reports whether an error is one of the file system with a code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
