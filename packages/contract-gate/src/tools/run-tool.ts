// Other tools come from npm and run if they are installed: next to the document's project, or next to the gate.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isJsonObject } from '@keyframe/openapi-model';

/** Finds the file of a command of an installed package; undefined if the package is not installed. */
export function findTool(name: string, command: string): string | undefined {
  for (const from of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      const manifest = findManifest(name, from);
      const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
      const path: unknown = isJsonObject(bin) ? bin[command] : bin;
      if (typeof path === 'string') return join(dirname(manifest), path);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }
  return undefined;
}

// A package may not export its package.json, so that it is looked for in the folders that Node would look in.
function findManifest(name: string, from: string): string {
  const require = createRequire(from);
  for (const folder of require.resolve.paths(name) ?? []) {
    const path = join(folder, name, 'package.json');
    try {
      readFileSync(path);
      return path;
    } catch {
      // The next folder may have it.
    }
  }
  return require.resolve(`${name}/package.json`);
}

/** The output of a command; `code` is null if a signal ended it. */
export interface ToolResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Options of `runTool`; the folder and the environment of this process by default. */
export interface ToolOptions {
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

// Disables telemetry and update checks of the tools.
const QUIET = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NO_COLOR: '1',
  FORCE_COLOR: '0',
};

/** Runs a command of an installed package to its end. */
export function runTool(
  file: string,
  words: readonly string[],
  options: ToolOptions = {},
): Promise<ToolResult> {
  const { cwd = tmpdir(), env = {}, signal } = options;
  const child = spawn(process.execPath, [file, ...words], {
    cwd,
    env: { ...process.env, ...QUIET, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal ? { signal } : {}),
  });
  const result: ToolResult = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    result.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    result.stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...result, code }));
  });
}
