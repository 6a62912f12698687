import type { ProbedMedia } from './media-facts.ts';
import { type MediaJobOptions, runMediaJob } from './media-pool.ts';

/**
 * Reads what the medium in a file is. Throws `UnreadableMediaError` for any format that is not accepted, for damaged or
 * truncated files, and for those that take too much CPU time or memory; what a busy machine doesn't get to is another error.
 */
export async function probeMedia(path: string, options: MediaJobOptions = {}): Promise<ProbedMedia> {
  const { outcome } = await runMediaJob({ kind: 'probe', path }, 'probed', options);
  return outcome.media;
}
