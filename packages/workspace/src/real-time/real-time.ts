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
const lines = list
  .split('\n')
  .filter((path) => path !== '' && !/\/generated\/|\/real-time\//.test(path))
  .map((path) => ({ path, findings: findRealTime(path, readFileSync(join(ROOT, path), 'utf8')) }))
  .flatMap(({ path, findings }) => findings.map(({ line, message }) => `${path}:${line}: ${message}.`));

for (const line of lines) console.log(line);
if (lines.length > 0) process.exitCode = 1;
