// A document on disk, and the folder of the files that are generated from it.
import type { Problem } from '@keyframe/openapi-model/document';
import type { GeneratedFile } from './generated-file.ts';
import { type FolderChange, findDrift, writeFiles } from './output-folder.ts';
import { type WatchResult, watchDocument } from './watch-document.ts';

/** A document and the folder of its generated files. */
interface ProjectPaths {
  /** The path of the document, JSON or YAML. */
  document: string;
  /** The path of the folder that the files go to. */
  out: string;
}

interface Findings {
  /** Paths of the files that the document was read from. */
  sources: readonly string[];
  /** Problems that were read leniently or of omitted operations, and parts that have another meaning or name than in the document. */
  warnings: readonly Problem[];
  /** The operations that were omitted because of their problems, `getTask (GET /tasks/{id})`. */
  skipped: readonly string[];
}

/** The files of a project, and the findings about its document. */
export interface GeneratedProject extends Findings {
  files: readonly GeneratedFile[];
}

/** The result of `write`: the files that it changed, and the findings about the document. */
export interface WrittenProject extends FolderChange, Findings {}

/** A repeated generation. */
export interface ProjectWatch {
  /** Ends the watch. */
  signal: AbortSignal;
  /** Called after the first generation, and after each that follows a change. */
  onResult: (result: WatchResult<WrittenProject>) => void;
}

/** Writes the files of projects. */
export interface ProjectWriter<TProject> {
  /** Generates the files of a document into a folder; those that are up to date stay unchanged, and those of an earlier generation that are no longer needed are removed. */
  write(project: TProject): Promise<WrittenProject>;
  /** Lists the differences between a folder and the files that `write` would generate, one line each; writes nothing. */
  check(project: TProject): Promise<string[]>;
  /** Generates a project, and again after each change of a file of its document, until the signal is aborted. */
  watch(project: TProject & ProjectWatch): Promise<void>;
}

/** Creates the functions of a generator; `isExpected` distinguishes an error that the next change may fix. */
export function createProjectWriter<TProject extends ProjectPaths>(
  generate: (project: TProject) => Promise<GeneratedProject>,
  isExpected: (error: unknown) => error is Error,
): ProjectWriter<TProject> {
  const write = async (project: TProject): Promise<WrittenProject> => {
    const { files, sources, warnings, skipped } = await generate(project);
    return { ...(await writeFiles(project.out, files)), sources, warnings, skipped };
  };
  return {
    write,
    async check(project) {
      const { files } = await generate(project);
      return findDrift(project.out, files);
    },
    watch(project) {
      const { document, signal, onResult } = project;
      return watchDocument({ document, write: () => write(project), isExpected, signal, onResult });
    },
  };
}
