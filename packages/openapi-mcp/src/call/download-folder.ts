import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolder } from '@keyframe/openapi-runtime/node';

/** Creates the folder for files of results when the first one is written, and returns its path. */
export type OpenDownloads = () => Promise<string>;

const temporary = new Set<string>();

/**
 * Opens a folder by its path; without one, a folder for temporary files that other users of this machine cannot enter, and
 * that is removed when the process ends.
 */
export function createDownloads(path: string | undefined): OpenDownloads {
  if (path !== undefined) {
    return async () => {
      await createFolder(path);
      return path;
    };
  }
  let folder: Promise<string> | undefined;
  return () => {
    folder ??= createTemporary();
    return folder;
  };
}

async function createTemporary(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'openapi-mcp-'));
  if (temporary.size === 0) {
    process.once('exit', () => {
      for (const folder of temporary) rmSync(folder, { recursive: true, force: true });
    });
  }
  temporary.add(path);
  return path;
}
