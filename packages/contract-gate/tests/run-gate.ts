// Runs the command, in this process or as its users do.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCaptured } from '@keyframe/openapi-tooling/testing';
import { TOOL } from '../src/cli/tool.ts';

const CLI = fileURLToPath(new URL('../src/cli.ts', import.meta.url));

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

export interface Surroundings {
  cwd: string;
  env?: Readonly<Record<string, string>>;
}

/** Runs `contract-gate` with these words in a process of its own. */
export function gateProcess(words: readonly string[], surroundings: Surroundings): Promise<Outcome> {
  return run(process.execPath, [CLI, ...words], surroundings);
}

let lastRun: Promise<unknown> = Promise.resolve();

/**
 * Runs `contract-gate` with these words in this process: a process of its own takes half a second. One run at a time,
 * because the working folder belongs to the process.
 */
export function gate(words: readonly string[], surroundings: Surroundings): Promise<Outcome> {
  const outcome = lastRun.then(() => runHere(words, surroundings));
  lastRun = outcome.catch(() => {});
  return outcome;
}

async function runHere(words: readonly string[], { cwd, env = {} }: Surroundings): Promise<Outcome> {
  const { GITHUB_ACTIONS: _actions, GITHUB_STEP_SUMMARY: _summary, ...inherited } = process.env;
  const folder = process.cwd();
  process.chdir(cwd);
  try {
    const { status, out, err } = await runCaptured(TOOL, words, { env: { ...inherited, ...env } });
    return { code: status, stdout: `${out}\n`, stderr: `${err}\n` };
  } finally {
    process.chdir(folder);
  }
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
