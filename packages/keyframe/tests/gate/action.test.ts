// The Action and the project's own workflow, run without GitHub: every step, with its inputs, outputs and exit status.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createDocument, folderWith, type Outcome, run, serve } from '@keyframe/contract-gate/testing';
import { runAction } from '@keyframe/test-kit';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { CLI } from './run-gate.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

interface Step {
  run?: string;
}

/** Runs the Action of this repository in a folder, with the sources as its file. */
const runGateAction = (words: string, cwd: string) =>
  runAction({ folder: ROOT, inputs: { arguments: words, file: CLI }, cwd });

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
  ['diff b.json "a b.json"', 0, 'keyframe diff: 0 errors'],
  ['diff b.json', 2, ''],
])('the Action with the arguments %s ends with %i', async (words, status, printed) => {
  await using folder = await folderWith({ 'a b.json': documentWith(9), 'b.json': documentWith(10) });
  const { code, stdout, outputs } = await runGateAction(words, folder.path);
  expect([code, outputs]).toEqual([status, { status: String(status) }]);
  expect(stdout).toContain(printed);
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

test('the Action downloads the file of its release', async () => {
  const { version } = JSON.parse(await readFile(join(ROOT, 'packages/keyframe/package.json'), 'utf8'));
  const path = `/keyframe/keyframe/releases/download/${encodeURIComponent(`@keyframe/cli@${version}`)}/keyframe.mjs`;
  const script = Buffer.from('console.log(process.argv.slice(2).join());');
  await using server = await serve(({ path: requested }) =>
    requested === path ? { status: 200, body: script } : { status: 404 },
  );
  const run = (repository: string) => {
    const env = { GITHUB_SERVER_URL: server.url.origin, GITHUB_ACTION_REPOSITORY: repository };
    return runAction({ folder: ROOT, inputs: { arguments: 'lint "a b.json"' }, cwd: ROOT, env });
  };
  expect(await run('keyframe/keyframe')).toMatchObject({ code: 0, stdout: 'lint,a b.json\n' });
  expect(await run('team/fork')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^GET http:.* failed: 404\. The input "file" names a file of your own\.\n$/,
    ),
  });
});

describe('the command of the workflow that runs on every pull request', () => {
  test('is keyframe ci, after its installation and builds', async () => {
    const { jobs } = parse(await readFile(join(ROOT, '.github/workflows/gate.yml'), 'utf8'));
    const steps: Step[] = jobs.gate.steps;
    expect(steps.flatMap((step) => step.run ?? [])).toEqual(['npm run setup', 'npm run gate']);
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect(scripts.gate.split(' && ').at(-1)).toBe('keyframe ci');
  });

  /** Runs the checks of this repository with another document or server. */
  async function runGate(change: string, ...words: readonly string[]): Promise<Outcome> {
    const config = pathToFileURL(join(ROOT, 'keyframe.config.ts')).href;
    await using folder = await folderWith({
      'keyframe.config.ts': `
        import { config as own } from ${JSON.stringify(config)};
        export const config = { apis: { video: { ...own.apis.video, report: {}, ${change} } } };
      `,
    });
    return await run(process.execPath, [CLI, 'ci', ...words], { cwd: folder.path });
  }

  const RELEASE = join(ROOT, 'spec/video/releases/1.0.0.json');

  test.each([
    ['leaves the contract as it was', false, 0],
    ['removes an operation', true, 1],
  ])('a branch that %s ends with the right status', async (_what, isRemoved, code) => {
    const text = await readFile(RELEASE, 'utf8');
    const paths = Object.fromEntries(Object.entries(JSON.parse(text).paths).slice(1));
    await using folder = await folderWith({ 'changed.json': { ...JSON.parse(text), paths } });
    const document = isRemoved ? folder.at('changed.json') : RELEASE;
    const change = `document: ${JSON.stringify(document)}, diff: { against: ${JSON.stringify(RELEASE)} }`;
    const outcome = await runGate(change, '--tool', 'diff');
    expect(outcome).toMatchObject({ code, stderr: '' });
    if (code === 1) expect(outcome.stdout).toContain('[operation-removed');
  });

  test('a branch whose service leaves the contract ends with 1', async () => {
    await using server = await serve(() => ({ status: 200, body: { credits: 'many' } }));
    const document = join(ROOT, 'spec/video/openapi.yaml');
    const change = `document: ${JSON.stringify(document)}, server: ${JSON.stringify(server.url.origin)}, test: { propertyRuns: 1, timeout: '20s' }`;
    const outcome = await runGate(change, '--tool', 'test', '--include', 'GET /v1/credits');
    expect(outcome).toMatchObject({ code: 1, stdout: expect.stringContaining('GET /v1/credits: ') });
  });
});
