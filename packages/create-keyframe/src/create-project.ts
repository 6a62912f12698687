import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '@keyframe/cli/command';
import type { PackageManager } from '@keyframe/cli/init';
import { copyDocument, surveyDocument } from '@keyframe/cli/init';
import { createFolder } from '@keyframe/openapi-runtime/node';
import packageJson from '../package.json' with { type: 'json' };
import { listProjectFiles } from './template/project-files.ts';

/** Settings of a project. */
export interface ProjectOptions {
  /** The name in its package.json. */
  name: string;
  /** A path or URL of a document to begin with; an example by default. */
  document?: string | undefined;
  /** A folder with the tarballs of the packages; by default, they are installed from a registry. */
  from?: string | undefined;
  /** The package manager of its workflow; npm by default. */
  manager?: PackageManager;
}

/** Error thrown when the folder of a new project contains files. */
export class FolderNotEmptyError extends Error {
  readonly code = 'folder_not_empty';

  constructor(folder: string) {
    super(`${folder} is not empty. Choose a new folder, or use keyframe init in an existing project.`);
    this.name = 'FolderNotEmptyError';
  }
}

// Files of git, editors and systems, which are there before a project is.
const ALLOWED = ['.DS_Store', '.git', '.gitattributes', '.idea', '.vscode', 'LICENSE', 'Thumbs.db'];

/**
 * Writes a new project, and returns the paths of its files. Throws FolderNotEmptyError, UsageError, and for a document as
 * `loadDocument` does.
 */
export async function createProject(
  folder: string,
  { name, document, from, manager = 'npm' }: ProjectOptions,
): Promise<string[]> {
  const existing = await readdir(folder).catch(() => []);
  if (existing.some((file) => !ALLOWED.includes(file))) throw new FolderNotEmptyError(folder);
  const survey = document === undefined ? undefined : await surveyDocument(document);
  const tarballs = from === undefined ? undefined : await findTarballs(from);
  await createFolder(folder);
  const copy = document && survey && (await copyDocument(document, folder, survey));
  const files = listProjectFiles({
    name: toPackageName(name),
    manager,
    findVersion: (packageName) => tarballs?.[packageName] ?? `^${packageJson.version}`,
    ...(copy && survey && { custom: { document: copy, name: survey.name, read: survey.read } }),
  });
  for (const [path, text] of Object.entries(files)) {
    await createFolder(dirname(join(folder, path)));
    await writeFile(join(folder, path), text, { flag: 'wx' });
  }
  return [...(copy ? [copy] : []), ...Object.keys(files)];
}

/** Finds the tarballs of the packages that a project installs. Throws UsageError. */
async function findTarballs(folder: string): Promise<Readonly<Record<string, string>>> {
  const files = await readdir(folder).catch(() => []);
  const tarballs = ['cli', 'openapi-runtime'].map((name) => {
    const file = files.find((each) => each.startsWith(`keyframe-${name}-`) && each.endsWith('.tgz'));
    if (file !== undefined) return [`@keyframe/${name}`, `file:${resolve(folder, file)}`] as const;
    throw new UsageError(
      `--from ${folder} has no tarball of @keyframe/${name}: run npm run pack there first.`,
    );
  });
  return Object.fromEntries(tarballs);
}

function toPackageName(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9._-]+/g, '-')
      .replaceAll(/^[._-]+|-+$/g, '') || 'project'
  );
}
