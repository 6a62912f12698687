import { basename, resolve } from 'node:path';
import { defineCommand, type Tool } from '@keyframe/cli/command';
import { findPackageManager, type PackageManager } from '@keyframe/cli/init';
import { OpenApiModelError } from '@keyframe/openapi-model';
import packageJson from '../package.json' with { type: 'json' };
import { createProject, FolderNotEmptyError } from './create-project.ts';

const createCommand = defineCommand({
  name: 'create-keyframe',
  summary: 'create a contract-first project',
  description:
    'Creates a project in a new or empty folder: an OpenAPI document, a Hono server and a client that are generated from it, a mock, docs, a gate, and CI.',
  arguments: ['<folder>'],
  expected: 'the folder of the new project',
  options: {
    document: {
      value: '<path|url>',
      description:
        'begin with this document instead of an example; its operations respond 501 until they are implemented',
    },
    from: {
      value: '<folder>',
      description:
        'install the packages from the tarballs of this folder, which npm run pack makes, instead of a registry',
    },
    json: { description: 'print the written files as JSON' },
  },
  async run({ values: { json, document, from }, positionals: [folder] }, { out, err }) {
    const path = resolve(folder);
    const manager = findPackageManager([], process.env.npm_config_user_agent);
    const files = await createProject(path, { name: basename(path), document, from, manager });
    if (json) out(JSON.stringify({ folder: path, written: files }));
    else err(`${files.length} files written. Next:\n${listSteps(folder, manager).join('\n')}`);
    return 0;
  },
});

/** Lists the next commands, for the package manager that runs this one. */
function listSteps(folder: string, manager: PackageManager): string[] {
  return [`cd ${quoteWord(folder)}`, `${manager} install`, `${manager} run test`, `${manager} run dev`].map(
    (step) => `  ${step.replace('npm run test', 'npm test')}`,
  );
}

/** Quotes a word for the shell of a system if it has characters with a meaning there. */
export function quoteWord(word: string, platform: string = process.platform): string {
  // Both shells of Windows read double quotes, which no name of a file contains.
  if (platform === 'win32') return /^[\w@+=:,.\\/-]+$/.test(word) ? word : `"${word}"`;
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The command line of this package. */
export const TOOL: Tool = {
  name: 'create-keyframe',
  version: packageJson.version,
  commands: [createCommand],
  findErrorStatus: (error) =>
    error instanceof FolderNotEmptyError || error instanceof OpenApiModelError ? 2 : undefined,
};
