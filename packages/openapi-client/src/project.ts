// A document on the disk and the folder that its client is generated into.
import { type LoadOptions, loadDocument, type Problem } from '@keyframe/openapi-model';
import { loadWords, portablePath } from '@keyframe/openapi-model/command';
import {
  type FolderChange,
  FolderUnusableError,
  findDrift,
  type GeneratedFile,
  writeFiles,
} from '@keyframe/openapi-model/generator';
import { type GenerateOptions, generate } from './generate.ts';

/** A document and the folder of its client. */
export interface Project
  extends LoadOptions,
    Pick<GenerateOptions, 'groupByTag' | 'importExtension' | 'statuses' | 'types'> {
  /** The path of the document, JSON or YAML. */
  document: string;
  /** The path of the folder that the files go to. */
  out: string;
  /** The command that the first line of each file names; that of the command line otherwise. */
  command?: string;
}

export interface WrittenProject extends FolderChange {
  /** What was read leniently, and names that had to be changed. */
  warnings: readonly Problem[];
}

/**
 * Generates the client of a document into a folder; files that are right already are not touched, and those of an
 * earlier generation that have no place any more are removed. Throws as `loadDocument` does, and FolderUnusableError
 * when the folder cannot be written to.
 */
export async function write(project: Project): Promise<WrittenProject> {
  const { files, warnings } = await generateProject(project);
  const change = await writeFiles(project.out, files).catch((cause: unknown) => {
    throw new FolderUnusableError(project.out, { cause });
  });
  return { ...change, warnings };
}

/** Lists the differences between a folder and what would be generated into it, one line each; writes nothing. */
export async function check(project: Project): Promise<string[]> {
  const { files } = await generateProject(project);
  return findDrift(project.out, files);
}

/** Writes the command that generates a project. */
export function commandOf(project: Project): string {
  const { document, out, command, groupByTag, importExtension = 'ts', statuses, types } = project;
  const words = [
    'openapi-client generate',
    portablePath(document),
    '--out',
    portablePath(out),
    ...(groupByTag ? ['--group-by-tag'] : []),
    ...(importExtension === 'ts' ? [] : ['--import-extension', importExtension]),
    ...(statuses === undefined || statuses === 'documented' ? [] : ['--statuses', statuses]),
    ...(types === undefined ? [] : ['--types', types]),
    ...loadWords(project),
  ];
  return command ?? words.join(' ');
}

async function generateProject(
  project: Project,
): Promise<{ files: readonly GeneratedFile[]; warnings: readonly Problem[] }> {
  const model = await loadDocument(project.document, project);
  const { groupByTag, importExtension, statuses, types } = project;
  const source = portablePath(project.document);
  const command = commandOf(project);
  return generate(model, { source, command, groupByTag, importExtension, statuses, types });
}
