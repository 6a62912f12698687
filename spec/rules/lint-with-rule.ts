// Runs one of our rules as users do: by the command line, over documents on disk.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REDOCLY = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
const PLUGIN = fileURLToPath(new URL('plugin.config.ts', import.meta.url));

interface LintRun {
  /** Name of the rule, without the plugin's. */
  rule: string;
  options?: Record<string, unknown>;
  paths?: Record<string, unknown>;
  webhooks?: Record<string, unknown>;
  components?: Record<string, unknown>;
}

/** Lints a document composed of the parts with one rule; returns the reported JSON pointers. */
export function lintWithRule({ rule, options = {}, ...parts }: LintRun): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'keyframe-lint-'));
  try {
    const rules = { [`keyframe/${rule}`]: { severity: 'error', ...options } };
    const document = { openapi: '3.1.1', info: { title: 'Test', version: '1.0.0' }, ...parts };
    writeFileSync(
      join(folder, 'redocly.yaml'),
      JSON.stringify({ plugins: [PLUGIN], rules, telemetry: 'off' }),
    );
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
    const run = spawnSync(process.execPath, [REDOCLY, 'lint', 'openapi.json', '--format=json'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    const { problems } = JSON.parse(run.stdout) as { problems: { location: { pointer: string }[] }[] };
    return problems.map(({ location }) => location[0]?.pointer ?? '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
