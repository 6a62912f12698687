// Command: makes every generated file again, or with `--check` reports those that are out of date.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './root.ts';
import { TELEMETRY_OFF } from './telemetry-env.ts';

const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'packages/contract/generate.ts'), ...process.argv.slice(2)],
  { cwd: join(ROOT, 'packages/contract'), stdio: 'inherit', env: { ...process.env, ...TELEMETRY_OFF } },
);
process.exitCode = status ?? 1;
