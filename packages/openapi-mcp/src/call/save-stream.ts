import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The whole stream, or its start and the rest. */
export type StreamStart = { whole: Buffer } | { chunks: AsyncIterable<Uint8Array> };

/** Reads a stream up to a number of bytes, so that one of any length needs little memory. */
export async function readStart(stream: ReadableStream<Uint8Array>, most: number): Promise<StreamStart> {
  const iterator = stream[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let size = 0;
  while (size <= most) {
    const { done, value } = await iterator.next();
    if (done) return { whole: Buffer.concat(read) };
    read.push(value);
    size += value.length;
  }
  return { chunks: joinChunks(read, iterator) };
}

async function* joinChunks(read: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>) {
  try {
    yield* read;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    // Closes the connection if the stream is not read to its end.
    await rest.return?.();
  }
}

// Not a stream between the two: that would read one chunk ahead, and wait for it before it reports the limit.
async function* countBytes(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  onBytes: (count: number) => void,
) {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}

/**
 * Writes a file that only its user can read. Throws the error of a stream that fails, and what `onBytes` throws, which
 * receives the bytes of each chunk before they are written. In both cases, the partial file is deleted.
 */
export async function saveStream(
  path: string,
  start: StreamStart,
  onBytes: (count: number) => void = () => undefined,
): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    const chunks = 'whole' in start ? [start.whole] : start.chunks;
    await pipeline(Readable.from(countBytes(chunks, onBytes)), file);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
