import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const UPGRADE = join(import.meta.dirname, 'upgrade/upgrade.ts');

test.each<[words: string[], message: RegExp]>([
  [['--seconds', 'x'], /^--seconds must be a whole number \(got x\): npm run upgrade -- .*\n$/],
  [['--from=none'], /^seed \d+\n--from must name a commit of this repository \(got none\)\n$/],
  [['--other'], /^Unknown option '--other'.*\n$/],
])('%j is rejected in one line, without a stack', async (words, message) => {
  const rejected = await run(process.execPath, [UPGRADE, ...words]).catch((error: unknown) => error);
  expect(rejected).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
});
