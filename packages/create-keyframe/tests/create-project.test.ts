import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCaptured } from '@keyframe/cli/command/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { quoteWord, TOOL } from '../src/tool.ts';

function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'create-keyframe-'));
}

test('writes a project and names the next steps', async () => {
  vi.stubEnv('npm_config_user_agent', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = join(makeFolder(), 'My Notes');
  const { status, out, err } = await runCaptured(TOOL, [folder]);
  expect([status, out]).toEqual([0, '']);
  expect(err).toContain(`\n  cd '${folder}'\n  npm install\n`);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    name: 'my-notes',
    private: true,
    devDependencies: { '@keyframe/cli': `^${packageJson.version}` },
  });
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining(['openapi.yaml', 'keyframe.config.ts', 'src', 'tests']),
  );
});

test.each([
  ['npm', ['npm install', 'npm test', 'npm run dev']],
  ['pnpm', ['pnpm install', 'pnpm test', 'pnpm run dev']],
  ['yarn', ['yarn install', 'yarn run test', 'yarn run dev']],
  ['bun', ['bun install', 'bun run test', 'bun run dev']],
])('names the next steps for %s, and installs with it in CI', async (manager, steps) => {
  vi.stubEnv('npm_config_user_agent', `${manager}/1.0.0 npm/? node/v26.10.0 linux x64`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = join(makeFolder(), 'a');
  const { err } = await runCaptured(TOOL, [folder]);
  expect(err.split('\n  ').slice(2)).toEqual(steps);
  expect(readFileSync(join(folder, '.github/workflows/ci.yml'), 'utf8')).toContain(
    `run: ${manager} run test`,
  );
});

test.each([
  ['linux', 'my-api', 'my-api'],
  ['linux', "Ann's API", "'Ann'\\''s API'"],
  ['win32', 'apis\\my-api', 'apis\\my-api'],
  ['win32', "Ann's API", '"Ann\'s API"'],
])('a shell of %s reads %s as one word', (platform, word, expected) => {
  expect(quoteWord(word, platform)).toBe(expected);
});

test('leaves a folder with files as it is', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'mine.txt'), 'mine');
  const { status, err } = await runCaptured(TOOL, [folder]);
  expect([status, err]).toEqual([
    2,
    `${folder} is not empty. Choose a new folder, or use keyframe init in an existing project.`,
  ]);
  expect(readdirSync(folder)).toEqual(['mine.txt']);
});

test('begins with a document of the user, in a folder that has only a repository', async () => {
  const parent = makeFolder();
  mkdirSync(join(parent, 'pets/.git'), { recursive: true });
  const tarballs = ['keyframe-cli-0.1.0.tgz', 'keyframe-openapi-runtime-0.1.0.tgz'];
  for (const name of tarballs) writeFileSync(join(parent, name), '');
  const paths = {
    '/pets/{id}': { get: { operationId: 'getPet', responses: { 204: { description: 'ok' } } } },
  };
  const info = { title: 'Pets', version: '1' };
  writeFileSync(join(parent, 'pets.json'), JSON.stringify({ openapi: '3.1.0', info, paths }));
  const words = [join(parent, 'pets'), '--document', join(parent, 'pets.json'), '--from', parent];
  expect(await runCaptured(TOOL, words)).toMatchObject({ status: 0 });
  const read = (path: string) => readFileSync(join(parent, 'pets', path), 'utf8');
  expect(read('keyframe.config.ts')).toContain("    pets: {\n      document: 'openapi.json',\n");
  expect(read('keyframe.config.ts')).not.toContain('server: async');
  expect(read('AGENTS.md')).toContain('`openapi.json` is the contract');
  expect(JSON.parse(read('package.json')).devDependencies['@keyframe/cli']).toBe(
    `file:${join(parent, 'keyframe-cli-0.1.0.tgz')}`,
  );
  const absent = await runCaptured(TOOL, [join(parent, 'b'), '--document', join(parent, 'none.yaml')]);
  expect([absent.status, existsSync(join(parent, 'b'))]).toEqual([2, false]);
  const empty = await runCaptured(TOOL, [join(parent, 'c'), '--from', join(parent, 'pets')]);
  expect(empty).toMatchObject({ status: 2, err: expect.stringContaining('no tarball of @keyframe/cli') });
});

test('reports a path at which no project can be created', async () => {
  const file = join(makeFolder(), 'file');
  writeFileSync(file, '');
  const refusals = [
    [file, `${file}: A file with this name exists. Choose another path.`],
    [join(file, 'a'), `${join(file, 'a')}: A part of the path is a file, not a folder. Choose another path.`],
    ['/proc/absent', expect.stringMatching(/^\/proc(?:\/absent)?: .* Choose another path\.$/)],
  ] as const;
  for (const [path, message] of refusals) {
    expect(await runCaptured(TOOL, [path])).toEqual({ status: 2, out: '', err: message });
  }
});
