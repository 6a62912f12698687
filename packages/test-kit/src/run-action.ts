import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

/** How an Action ended. */
export interface ActionRun {
  code: number;
  stdout: string;
  stderr: string;
  outputs: Readonly<Record<string, string>>;
}

/** An Action, its inputs and its folders. */
export interface ActionOptions {
  /** The folder of `action.yml`. */
  folder: string;
  inputs: Readonly<Record<string, string>>;
  /** The folder of the job. */
  cwd: string;
  /** Variables of the runner, such as its server. */
  env?: Readonly<Record<string, string>>;
}

interface Action {
  inputs: Readonly<Record<string, { required?: boolean; default?: string }>>;
  runs: { using: string; main: string };
}

/** Runs an Action of Node as a runner of GitHub does, with the Node of this process. */
export async function runAction({ folder, inputs, cwd, env = {} }: ActionOptions): Promise<ActionRun> {
  const action: Action = parse(await readFile(join(folder, 'action.yml'), 'utf8'));
  const missing = Object.keys(action.inputs).filter(
    (name) => action.inputs[name]?.required && inputs[name] === undefined,
  );
  if (missing.length > 0) throw new Error(`The Action needs the inputs ${missing.join(', ')}.`);
  const values = Object.entries(action.inputs).map(([name, { default: text = '' }]) => [
    `INPUT_${name.toUpperCase()}`,
    inputs[name] ?? text,
  ]);
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'action-'));
  const output = join(temporary.path, 'output');
  const { GITHUB_ACTIONS: _actions, GITHUB_STEP_SUMMARY: _summary, ...inherited } = process.env;
  const variables = {
    GITHUB_OUTPUT: output,
    RUNNER_TEMP: temporary.path,
    ...Object.fromEntries(values),
    ...env,
  };
  const run = await runMain(join(folder, action.runs.main), { cwd, env: { ...inherited, ...variables } });
  return { ...run, outputs: await readOutputs(output) };
}

function runMain(
  main: string,
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<Omit<ActionRun, 'outputs'>> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    });
  });
}

async function readOutputs(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return Object.fromEntries(
    Array.from(text.matchAll(/^([^=\n]*)=([^\n]*)$/gm), ([, name = '', value = '']) => [name, value]),
  );
}
