/** Runs the programs that build the site, without telemetry. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const SCRIPTS = {
  astro: fileURLToPath(new URL('../node_modules/astro/bin/astro.mjs', import.meta.url)),
  redocly: require.resolve('@redocly/cli/bin/cli.js'),
};
const QUIET = {
  ASTRO_TELEMETRY_DISABLED: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

/** Thrown when a program that builds the site fails. */
export class ToolFailedError extends Error {
  readonly code = 'tool_failed';
  override readonly name = 'ToolFailedError';
}

/** Runs a program in this package's folder, with its output on stderr. Throws a `ToolFailedError` if it fails. */
export function runTool(
  tool: keyof typeof SCRIPTS,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): void {
  const { status } = spawnSync(process.execPath, [SCRIPTS[tool], ...args], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, ...QUIET, ...env },
  });
  if (status !== 0) throw new ToolFailedError(`${tool} ${args.join(' ')} failed with status ${status}.`);
}
