import { createReadStream } from 'node:fs';
import { type ByteHash, startHash } from '../picture/random.ts';

/** Hashes a file and a seed to 32 bits, as `hashBytes` does, a piece of the file at a time. */
export async function hashFile(path: string, seed: number): Promise<number> {
  const hash: ByteHash = startHash(seed);
  for await (const piece of createReadStream(path)) hash.add(piece);
  return hash.end();
}
