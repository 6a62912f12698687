import { isTransient } from '@keyframe/openapi-runtime/client';
import { withAttempts } from '@keyframe/openapi-runtime/internal';
import type { CallOptions } from './client-options.ts';
import type { Task } from './contract-types.ts';
import { responseError } from './errors/keyframe-errors.ts';
import { ResultUnavailableError } from './errors/result-unavailable-error.ts';
import type { SenderSettings } from './sender.ts';

/** Options of `results.download`; `timeout` bounds each attempt until the file begins to arrive. */
export interface DownloadOptions extends Omit<CallOptions, 'headers'> {
  /** File to download: an index into `data.results`, 0 by default, or the last frame. */
  file?: number | 'last_frame' | undefined;
}

/** A task, or the callback that reported it. */
export interface TaskWithResults {
  id: string;
  data?: Partial<NonNullable<Task['data']>> | undefined;
}

/**
 * Returns a response whose body streams a result. The link is signed and may lead to another host, so the request
 * contains no key and skips middleware.
 */
export async function downloadResult(
  settings: SenderSettings,
  { task: { id, data }, file = 0, ...options }: DownloadOptions & { task: TaskWithResults },
): Promise<Response> {
  const link = file === 'last_frame' ? data?.last_frame_url : data?.results?.[file];
  if (!link) {
    const why = data?.results ? 'it has expired, or was not asked for' : 'the task is not completed';
    throw new ResultUnavailableError(`Task ${id} has no result ${file}: ${why}.`, { taskId: id });
  }
  const target = { method: 'GET', url: link.replace(/\?.*/, '') };
  return withAttempts(settings, { target, options, retry: isTransient }, async ({ signal, stopTimer }) => {
    const response = await settings.fetch(link, { signal });
    if (!response.ok) throw responseError({ response, data: await response.text() }, target);
    // From here on the caller reads the body, and only its signal ends the download.
    stopTimer();
    return response;
  });
}
