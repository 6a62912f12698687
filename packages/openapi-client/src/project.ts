// A document on the disk and the folder that its client is generated into.
import { type LoadOptions, loadDocument, OpenApiModelError, type Problem } from '@keyframe/openapi-model';
import { loadWords, portablePath } from '@keyframe/openapi-tooling/command';
import {
  type FolderChange,
  FolderUnusableError,
  findDrift,
  type GeneratedFile,
  type WatchResult,
  watchDocument,
  writeFiles,
} from '@keyframe/openapi-tooling/generator';
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
  /** Paths of the files that the document was read from. */
  sources: readonly string[];
  /** What was read leniently, and names that had to be changed. */
  warnings: readonly Problem[];
}

/**
 * Generates the client of a document into a folder; files that are right already are not touched, and those of an
 * earlier generation that have no place any more are removed. Throws as `loadDocument` does, and FolderUnusableError
 * when the folder cannot be written to.
 */
export async function write(project: Project): Promise<WrittenProject> {
  const { files, ...told } = await generateProject(project);
  const change = await writeFiles(project.out, files).catch((cause: unknown) => {
    throw new FolderUnusableError(project.out, { cause });
  });
  return { ...change, ...told };
}

/** Lists the differences between a folder and what would be generated into it, one line each; writes nothing. */
export async function check(project: Project): Promise<string[]> {
  const { files } = await generateProject(project);
  return findDrift(project.out, files);
}

export interface WatchOptions extends Project {
  /** Ends the watch. */
  signal: AbortSignal;
  /** Is called after the first generation and after each that follows a change. */
  onResult: (result: WatchResult<WrittenProject>) => void;
}

/** Generates a project, and again after each change of a file of its document, until the signal is aborted. */
export function watch({ signal, onResult, ...project }: WatchOptions): Promise<void> {
  const isExpected = (error: unknown) => error instanceof OpenApiModelError;
  return watchDocument({
    document: project.document,
    write: () => write(project),
    isExpected,
    signal,
    onResult,
  });
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
): Promise<Pick<WrittenProject, 'sources' | 'warnings'> & { files: readonly GeneratedFile[] }> {
  const model = await loadDocument(project.document, project);
  const { groupByTag, importExtension, statuses, types } = project;
  const source = portablePath(project.document);
  const command = commandOf(project);
  const generated = await generate(model, { source, command, groupByTag, importExtension, statuses, types });
  return { ...generated, sources: model.files };
}
