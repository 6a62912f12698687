import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

/** How a step of an Action ended. */
export interface StepResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** The steps that ran, and the outputs of the Action. */
export interface ActionRun {
  steps: readonly StepResult[];
  outputs: Readonly<Record<string, string>>;
}

/** An Action, its inputs and its folders. */
export interface ActionOptions {
  /** The folder of `action.yml`. */
  folder: string;
  inputs: Readonly<Record<string, string>>;
  /** The folder of the job. */
  cwd: string;
  /** The folder for temporary files of the job. */
  temporary: string;
}

interface Action {
  inputs: Readonly<Record<string, { required?: boolean; default?: string }>>;
  outputs: Readonly<Record<string, { value: string }>>;
  runs: { using: string; steps: readonly Step[] };
}

interface Step {
  id?: string;
  shell?: string;
  run?: string;
  env?: Readonly<Record<string, string>>;
}

/** Runs the steps of a composite Action as a runner of GitHub does: in turn, until one fails. */
export async function runAction({ folder, inputs, cwd, temporary }: ActionOptions): Promise<ActionRun> {
  const action: Action = parse(await readFile(join(folder, 'action.yml'), 'utf8'));
  const missing = Object.keys(action.inputs).filter(
    (name) => action.inputs[name]?.required && inputs[name] === undefined,
  );
  if (missing.length > 0) throw new Error(`The Action needs the inputs ${missing.join(', ')}.`);
  const values = new Map<string, string>();
  for (const [name, { default: text = '' }] of Object.entries(action.inputs))
    values.set(`inputs.${name}`, inputs[name] ?? text);
  const evaluate = (text: string) =>
    text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => values.get(name) ?? '');
  const files = await mkdtemp(join(tmpdir(), 'action-'));
  const steps: StepResult[] = [];
  for (const [index, step] of action.runs.steps.entries()) {
    const output = join(files, `output-${index}`);
    const variables = Object.entries(step.env ?? {}).map(([name, text]) => [name, evaluate(text)]);
    const context = { GITHUB_ACTION_PATH: folder, GITHUB_OUTPUT: output, RUNNER_TEMP: temporary };
    const env = { ...Object.fromEntries(variables), ...context };
    steps.push(await runStep(evaluate(step.run ?? ''), { cwd, env }));
    for (const [name, value] of await readOutputs(output))
      values.set(`steps.${step.id}.outputs.${name}`, value);
    if (steps.at(-1)?.code !== 0) break;
  }
  await rm(files, { recursive: true });
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, evaluate(value)]);
  return { steps, outputs: Object.fromEntries(outputs) };
}

// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax: the command of `shell: bash`.
function runStep(
  script: string,
  { cwd, env }: { cwd: string; env: Readonly<Record<string, string>> },
): Promise<StepResult> {
  const { GITHUB_ACTIONS: _actions, GITHUB_STEP_SUMMARY: _summary, ...inherited } = process.env;
  const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  return new Promise((done) => {
    execFile('bash', words, { cwd, env: { ...inherited, ...env } }, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    });
  });
}

async function readOutputs(file: string): Promise<[string, string][]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return Array.from(text.matchAll(/^([^=\n]*)=([^\n]*)$/gm), ([, name = '', value = '']) => [name, value]);
}
