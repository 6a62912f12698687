// Command: makes every generated file again, or with `--check` reports those that are out of date.
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './root.ts';
import { TELEMETRY_OFF } from './telemetry-env.ts';

const BIN = join(ROOT, 'node_modules/.bin');
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const task = values.check ? 'generate:check' : 'generate';
const { status } = spawnSync(join(BIN, 'turbo'), ['run', task, '--continue=always', '--log-order=grouped'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, ...TELEMETRY_OFF, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` },
});
process.exitCode = status ?? 1;
