import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client, CompletedTask } from '@keyframe/client';
import { ServiceCommandError } from '../service-error.ts';
import type { Progress } from './progress.ts';

/** Downloads the video of a task to a file, which appears when it is complete. */
export async function saveResult(
  client: Client,
  task: CompletedTask,
  { out, progress, signal }: { out: string; progress: Progress; signal: AbortSignal },
): Promise<void> {
  const response = await client.results.download(task, { signal });
  const totalBytes = Number(response.headers.get('content-length')) || undefined;
  let bytes = 0;
  const count = new Transform({
    transform(chunk, _encoding, done) {
      bytes += chunk.length;
      progress.report({ event: 'downloading', bytes, totalBytes });
      done(null, chunk);
    },
  });
  const part = `${out}.${encodeURIComponent(task.id)}.part`;
  try {
    await pipeline(Readable.fromWeb(response.body ?? new ReadableStream()), count, createWriteStream(part), {
      signal,
    });
    if (totalBytes !== undefined && bytes !== totalBytes) throw new Error(`${bytes} of ${totalBytes} bytes`);
    await rename(part, out);
  } catch (error) {
    await rm(part, { force: true });
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    throw new ServiceCommandError('download_failed', `${out} could not be saved: ${reason}`, {
      cause: error,
    });
  }
}
