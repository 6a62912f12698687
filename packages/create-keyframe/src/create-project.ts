import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolder } from '@keyframe/openapi-tooling/file';
import packageJson from '../package.json' with { type: 'json' };
import { listProjectFiles } from './template/project-files.ts';

/** Settings of a project. */
export interface ProjectOptions {
  /** The name in its package.json. */
  name: string;
}

/** Error thrown when the folder of a new project contains files. */
export class FolderNotEmptyError extends Error {
  readonly code = 'folder_not_empty';

  constructor(folder: string) {
    super(`${folder} is not empty. Choose a new folder.`);
    this.name = 'FolderNotEmptyError';
  }
}

/** Writes a new project, and returns the paths of its files. Throws FolderNotEmptyError. */
export async function createProject(folder: string, { name }: ProjectOptions): Promise<string[]> {
  const existing = await readdir(folder).catch(() => []);
  if (existing.length > 0) throw new FolderNotEmptyError(folder);
  const files = listProjectFiles({ name: toPackageName(name), toolVersion: `^${packageJson.version}` });
  for (const [path, text] of Object.entries(files)) {
    await createFolder(dirname(join(folder, path)));
    await writeFile(join(folder, path), text, { flag: 'wx' });
  }
  return Object.keys(files);
}

function toPackageName(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9._-]+/g, '-')
      .replaceAll(/^[._-]+|-+$/g, '') || 'project'
  );
}
