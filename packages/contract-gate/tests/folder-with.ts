// Runs commands in folders that are removed.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

export interface Surroundings {
  cwd: string;
  env?: Readonly<Record<string, string>>;
}

/** Runs a command to its end, with any exit status. */
export function run(
  file: string,
  words: readonly string[],
  { cwd, env = {} }: Surroundings,
): Promise<Outcome> {
  const { GITHUB_ACTIONS: _actions, GITHUB_STEP_SUMMARY: _summary, ...inherited } = process.env;
  return new Promise((done) => {
    execFile(file, words, { cwd, env: { ...inherited, ...env } }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? -1);
      done({ code, stdout, stderr });
    });
  });
}

/** A folder that is removed when it is disposed of. */
export async function folderWith(
  files: Readonly<Record<string, unknown>>,
): Promise<AsyncDisposable & { path: string; at: (name: string) => string }> {
  const path = await mkdtemp(join(tmpdir(), 'gate-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return {
    path,
    at: (name) => join(path, name),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}
