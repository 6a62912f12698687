import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const HEAP_MB = 256;
const MOST_RESIDENT_MB = 512;

// Beyond its limit of heap, Node ends the process.
test(`1,000,000 creations need at most ${HEAP_MB} MB of heap`, { timeout: 600_000 }, async () => {
  const script = fileURLToPath(new URL('create-many.ts', import.meta.url));
  const args = [`--max-old-space-size=${HEAP_MB}`, script];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(JSON.parse(stdout).rssMb).toBeLessThan(MOST_RESIDENT_MB);
});
