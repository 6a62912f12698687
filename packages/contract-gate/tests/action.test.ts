// The Action and the project's own workflow, run without GitHub: every step, with its inputs, outputs and exit status.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { folderWith, type Outcome, run } from './run-gate.ts';
import { createDocument, serve } from './serve.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

interface Step {
  id?: string;
  shell?: string;
  run?: string;
  'working-directory'?: string;
  env?: Readonly<Record<string, string>>;
}

interface Action {
  inputs: Readonly<Record<string, { required?: boolean; default?: string }>>;
  outputs: Readonly<Record<string, { value: string }>>;
  runs: { using: string; steps: readonly Step[] };
}

/** Runs the steps of a composite Action as a runner does: in turn, until one fails. */
async function runAction(inputs: Readonly<Record<string, string>>, cwd: string) {
  const {
    runs,
    outputs: declared,
    inputs: known,
  }: Action = parse(await readFile(join(ROOT, 'action.yml'), 'utf8'));
  expect(runs.using).toBe('composite');
  const missing = Object.keys(known).filter((name) => known[name]?.required && inputs[name] === undefined);
  expect(missing).toEqual([]);
  await using files = await folderWith({});
  const values = new Map([
    ['github.action_path', ROOT],
    ...Object.entries(inputs).map(([name, value]) => [`inputs.${name}`, value] as const),
  ]);
  const evaluate = (text: string) =>
    text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => values.get(name) ?? '');
  const outcomes: Outcome[] = [];
  for (const [index, step] of runs.steps.entries()) {
    expect(step.shell).toBe('bash');
    const file = files.at(`output-${index}`);
    const own = Object.entries(step.env ?? {}).map(([name, text]) => [name, evaluate(text)]);
    const env = { ...Object.fromEntries(own), GITHUB_ACTION_PATH: ROOT, GITHUB_OUTPUT: file };
    // https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax: the command of `shell: bash`.
    const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', evaluate(step.run ?? '')];
    const folder = step['working-directory'];
    outcomes.push(await run('bash', words, { cwd: folder === undefined ? cwd : evaluate(folder), env }));
    for (const line of (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean)) {
      const at = line.indexOf('=');
      values.set(`steps.${step.id}.outputs.${line.slice(0, at)}`, line.slice(at + 1));
    }
    if (outcomes.at(-1)?.code !== 0) break;
  }
  const outputs = Object.entries(declared).map(([name, { value }]) => [name, evaluate(value)]);
  return { outcomes, outputs: Object.fromEntries(outputs), steps: runs.steps.length };
}

const documentWith = (maximum: number) =>
  createDocument({
    '/things': {
      get: {
        responses: {
          '200': {
            description: 'The size.',
            content: { 'application/json': { schema: { type: 'integer', maximum } } },
          },
        },
      },
    },
  });

test.each([
  ['diff "a b.json" b.json', 1, '[response-maximum-increased]'],
  ['diff b.json "a b.json"', 0, 'contract-gate diff: 0 errors'],
  ['diff b.json', 2, ''],
])('the Action with the arguments %s ends with %i', async (words, status, printed) => {
  await using folder = await folderWith({ 'a b.json': documentWith(9), 'b.json': documentWith(10) });
  const { outcomes, outputs, steps } = await runAction({ arguments: words }, folder.path);
  expect(outcomes.map(({ code }) => code)).toEqual([0, status]);
  expect(outcomes).toHaveLength(steps);
  expect(outcomes.at(-1)?.stdout).toContain(printed);
  expect(outputs).toEqual({ status: String(status) });
});

test.each(['$(touch made)', '`touch made`', 'b.json; touch made', "'b.json' && touch made", '"unclosed'])(
  'the Action does not let a shell evaluate its input: %s',
  async (words) => {
    await using folder = await folderWith({ 'b.json': documentWith(9) });
    const { outputs } = await runAction({ arguments: `diff b.json ${words}` }, folder.path);
    expect(outputs).toEqual({ status: '2' });
    expect(existsSync(folder.at('made'))).toBe(false);
  },
);

describe('the command of the workflow that runs on every pull request', () => {
  /** Runs what the workflow runs, after its installation and builds, with another configuration. */
  async function runGate(config: string, ...more: readonly string[]): Promise<Outcome> {
    const { jobs } = parse(await readFile(join(ROOT, '.github/workflows/gate.yml'), 'utf8'));
    const steps: Step[] = jobs.gate.steps;
    expect(steps.flatMap((step) => step.run ?? [])).toEqual(['npm run setup', 'npm run gate']);
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    const [command = '', ...words] = scripts.gate.split(' && ').at(-1).split(' ');
    expect([command, ...words].join(' ')).toMatch(/^node \S+cli\.ts ci --config \S+$/);
    return run(process.execPath, [...words.slice(0, -1), config, ...more], { cwd: ROOT });
  }

  const CONFIG = join(ROOT, 'packages/acceptance/contract-gate.config.ts');
  const branch = (change: string) => `
    import { config as own } from ${JSON.stringify(CONFIG)};
    const at = (path) => ${JSON.stringify(`${join(CONFIG, '..')}/`)} + path;
    export const config = { ...own, document: at(own.document), baseline: undefined, report: {}, ${change} };
  `;

  test.each([
    ['leaves the contract as it was', 'releases/1.0.0.json', 0],
    ['removes an operation', 'changed.json', 1],
  ])('a branch that %s ends with the right status', async (_what, document, code) => {
    const release = join(ROOT, 'spec/video/releases/1.0.0.json');
    const text = await readFile(release, 'utf8');
    const paths = Object.fromEntries(Object.entries(JSON.parse(text).paths).slice(1));
    await using folder = await folderWith({
      'changed.json': { ...JSON.parse(text), paths },
      'contract-gate.config.mjs': branch(
        `document: ${document.startsWith('releases') ? JSON.stringify(release) : "'changed.json'"}, diff: { against: ${JSON.stringify(release)} }`,
      ),
    });
    const outcome = await runGate(folder.at('contract-gate.config.mjs'), '--tool', 'diff');
    expect(outcome).toMatchObject({ code, stderr: '' });
    if (code === 1) expect(outcome.stdout).toContain('[operation-removed');
  });

  test('a branch whose service leaves the contract ends with 1', async () => {
    await using server = await serve(() => ({ status: 200, body: { credits: 'many' } }));
    await using folder = await folderWith({
      'contract-gate.config.mjs': branch(
        `server: { url: ${JSON.stringify(server.url.origin)} }, test: { propertyRuns: 1, maxTimeMs: 20000 }`,
      ),
    });
    const words = ['--tool', 'test', '--include', 'GET /v1/credits'];
    const outcome = await runGate(folder.at('contract-gate.config.mjs'), ...words);
    expect(outcome).toMatchObject({ code: 1, stdout: expect.stringContaining('GET /v1/credits: ') });
  });
});
