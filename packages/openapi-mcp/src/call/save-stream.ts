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
  yield* read;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Writes a file that only its user can read, and returns its size; a stream that fails leaves none. */
export async function saveStream(path: string, start: StreamStart): Promise<number> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(Readable.from('whole' in start ? [start.whole] : start.chunks), file);
    return file.bytesWritten;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
