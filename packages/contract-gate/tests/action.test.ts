// The Action and the project's own workflow, run without GitHub: every step, with its inputs, outputs and exit status.
import { existsSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ActionRun, runAction } from '@keyframe/test-kit';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { folderWith, type Outcome, run } from './run-gate.ts';
import { createDocument, serve } from './serve.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

interface Step {
  run?: string;
}

// A package whose command is the source, so that nothing is downloaded. The packed package is tested by `consumers`.
const PACKAGE = {
  'package.json': {
    name: '@keyframe/contract-gate',
    version: '0.0.0',
    bin: { 'contract-gate': './contract-gate.sh' },
  },
  'contract-gate.sh': `#!/bin/sh
exec '${process.execPath}' '${join(ROOT, 'packages/contract-gate/src/cli.ts')}' "$@"
`,
};

/** Runs the Action of this repository in a folder. */
async function runGateAction(words: string, cwd: string): Promise<ActionRun> {
  await using gatePackage = await folderWith(PACKAGE);
  await chmod(gatePackage.at('contract-gate.sh'), 0o755);
  await using temporary = await folderWith({});
  const inputs = { arguments: words, packages: gatePackage.path };
  return await runAction({ folder: ROOT, inputs, cwd, temporary: temporary.path });
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
  const { steps, outputs } = await runGateAction(words, folder.path);
  expect(steps.map(({ code }) => code)).toEqual([0, status]);
  expect(steps.at(-1)?.stdout).toContain(printed);
  expect(outputs).toEqual({ status: String(status) });
});

test.each(['$(touch made)', '`touch made`', 'b.json; touch made', "'b.json' && touch made", '"unclosed'])(
  'the Action does not let a shell evaluate its input: %s',
  async (words) => {
    await using folder = await folderWith({ 'b.json': documentWith(9) });
    const { outputs } = await runGateAction(`diff b.json ${words}`, folder.path);
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
    expect(scripts.gate.split(' && ').at(-1)).toBe('keyframe ci');
    const command = join(ROOT, 'packages/keyframe/src/cli.ts');
    return run(process.execPath, [command, 'ci', '--config', config, ...more], { cwd: ROOT });
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
