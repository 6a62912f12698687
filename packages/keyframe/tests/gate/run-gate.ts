// Runs the command, in this process or as its users do.
import { fileURLToPath } from 'node:url';
import { type Outcome, run, type Surroundings } from '@keyframe/contract-gate/testing';
import { runKeyframe } from '../run-keyframe.ts';

/** The command as a script. */
export const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

/** Runs `keyframe` with these words in a process of its own. */
export function gateProcess(words: readonly string[], surroundings: Surroundings): Promise<Outcome> {
  return run(process.execPath, [CLI, ...words], surroundings);
}

let lastRun: Promise<unknown> = Promise.resolve();

/**
 * Runs `keyframe` with these words in this process: a process of its own takes half a second. One run at a time, because the
 * working folder belongs to the process.
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
    const { status, out, err } = await runKeyframe(words, { env: { ...inherited, ...env } });
    return { code: status, stdout: `${out}\n`, stderr: `${err}\n` };
  } finally {
    process.chdir(folder);
  }
}
