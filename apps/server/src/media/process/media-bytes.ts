import { open } from 'node:fs/promises';

/** Gives random access to a file. */
export interface MediaBytes {
  readonly size: number;
  /** Reads up to `length` bytes; fewer at the end. */
  read(position: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Opens a file. */
export async function openMediaBytes(path: string): Promise<MediaBytes> {
  const file = await open(path, 'r');
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
