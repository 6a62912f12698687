import type { Task } from './contract-types.ts';
import { ResultUnavailableError } from './errors/result-unavailable-error.ts';
import { type AttemptOptions, withAttempts } from './transport/attempts.ts';
import { responseError } from './transport/response-error.ts';
import { merge, parseBody, type Transport } from './transport/transport.ts';

/** Options of `results.download`; `timeout` bounds each attempt until the file begins to arrive. */
export interface DownloadOptions extends AttemptOptions {
  /** Which file: an index into `data.results`, 0 by default, or the last frame. */
  file?: number | 'last_frame' | undefined;
}

/** A task, or the callback that told of it. */
export interface TaskWithResults {
  id: string;
  data?: Partial<NonNullable<Task['data']>> | undefined;
}

/**
 * Gives a response whose body streams a result. The link is signed, and may lead to another host: neither the key nor
 * middleware go there.
 */
export async function downloadResult(
  { settings }: Transport,
  { id, data }: TaskWithResults,
  { file = 0, ...options }: DownloadOptions = {},
): Promise<Response> {
  const link = file === 'last_frame' ? data?.last_frame_url : data?.results?.[file];
  if (!link) {
    const why = data?.results ? 'it has expired, or was not asked for' : 'the task is not completed';
    throw new ResultUnavailableError(`Task ${id} has no result ${file}: ${why}.`, { taskId: id });
  }
  const target = { method: 'GET', url: link.replace(/\?.*/, '') };
  return withAttempts(merge(settings, options), target, async ({ signal, stopTimer }) => {
    const response = await settings.fetch(new Request(link, { signal }));
    if (!response.ok)
      throw responseError(response, parseBody(response, await response.text(), target), target);
    // From here on the caller reads, and only its signal ends that.
    stopTimer();
    return response;
  });
}
