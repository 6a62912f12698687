// Command: reports tests whose outcome may depend on how fast the machine is; ends with 1 if there are any.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.ts';
import { findRealTime } from './find-real-time.ts';

const PATTERNS = ['*.test.ts', '*.test.tsx', '**/tests/**/*.ts'];

const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...PATTERNS], {
  cwd: ROOT,
  encoding: 'utf8',
});
for (const path of list.split('\n')) {
  if (path === '' || /\/generated\/|\/real-time\//.test(path)) continue;
  for (const { line, message } of findRealTime(path, readFileSync(join(ROOT, path), 'utf8'))) {
    console.log(`${path}:${line}: ${message}.`);
    process.exitCode = 1;
  }
}
