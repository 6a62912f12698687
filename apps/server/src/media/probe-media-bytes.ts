import { open } from 'node:fs/promises';
import type { MediaSource } from './probe.ts';

/** Gives random access to a medium, wherever it is. */
export interface MediaBytes {
  readonly size: number;
  /** Reads up to `length` bytes; fewer at the end. */
  read(position: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Opens a file or wraps bytes. */
export async function openMediaBytes(source: MediaSource): Promise<MediaBytes> {
  if ('bytes' in source) {
    const { bytes } = source;
    const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return {
      size: all.byteLength,
      read: async (position, length) => all.subarray(position, position + length),
      close: async () => {},
    };
  }
  const file = await open(source.path, 'r');
  const { size } = await file.stat();
  return {
    size,
    read: async (position, length) => {
      const wanted = Math.max(0, Math.min(length, size - position));
      const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, position);
      return buffer.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
}
