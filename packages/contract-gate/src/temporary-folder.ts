import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Calls a function with the path of a folder, which is removed when the function ends. */
export async function withTemporaryFolder<TResult>(
  use: (folder: string) => Promise<TResult>,
): Promise<TResult> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-gate-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
