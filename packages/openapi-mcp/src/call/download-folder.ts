import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates the folder for files of results when the first one is written, and returns its path. */
export type OpenDownloads = () => Promise<string>;

/** Opens a folder by its path; without one, a folder for temporary files that other users of this machine cannot enter. */
export function createDownloads(path: string | undefined): OpenDownloads {
  if (path !== undefined) {
    return async () => {
      await mkdir(path, { recursive: true });
      return path;
    };
  }
  let folder: Promise<string> | undefined;
  return () => {
    folder ??= mkdtemp(join(tmpdir(), 'openapi-mcp-'));
    return folder;
  };
}
