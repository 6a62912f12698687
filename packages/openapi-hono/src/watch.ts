import { type WatchResult as Result, watchDocument } from '@keyframe/openapi-tooling/generator';
import { isExpected } from './errors.ts';
import { type Project, type WrittenProject, write } from './project.ts';

/** Result of one generation: the files that were written, or the reason why none were. */
export type WatchResult = Result<WrittenProject>;

/** A project to watch. */
export interface WatchOptions extends Project {
  /** Ends the watch. */
  signal: AbortSignal;
  /** Called after the first generation, and after each that follows a change. */
  onResult: (result: WatchResult) => void;
}

/** Generates a project, and again after each change of a file of its document, until the signal is aborted. */
export function watch({ signal, onResult, ...project }: WatchOptions): Promise<void> {
  const { document } = project;
  return watchDocument({
    document,
    write: () => write(project),
    isExpected,
    signal,
    onResult,
  });
}
