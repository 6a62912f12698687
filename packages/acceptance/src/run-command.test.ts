import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '@keyframe/test-kit';
import { expect, test, vi } from 'vitest';
import { reportError } from './run-command.ts';

const run = promisify(execFile);
const UPGRADE = join(import.meta.dirname, 'resilience/upgrade/upgrade.ts');

test.each<[words: string[], message: RegExp]>([
  [['--seconds', 'x'], /^--seconds must be a whole number \(got x\): npm run upgrade -- .*\n$/],
  [['--from=none'], /^seed \d+\n--from must name a commit of this repository \(got none\)\n$/],
  [['--other'], /^Unknown option '--other'.*\n$/],
])('%j is rejected in one line, without a stack', async (words, message) => {
  const rejected = await run(process.execPath, [UPGRADE, ...words]).catch((error: unknown) => error);
  expect(rejected).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
});

test.each<[error: Error, status: number]>([
  [new UsageError('--seed must be a whole number'), 2],
  [new Error('The service did not start.'), 3],
])('%s has the exit status %d', (error, status) => {
  using printed = vi.spyOn(console, 'error').mockReturnValue();
  expect(reportError(error)).toBe(status);
  expect(printed).toHaveBeenCalledOnce();
});
