import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { listen } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { DOCUMENT, enterProject, runKeyframe } from './run-keyframe.ts';

test('writes a configuration whose commands run', async () => {
  using _ = enterProject('{}', { 'package.json': '{ "type": "module", "scripts": { "generate": "mine" } }' });
  rmSync('keyframe.config.ts');
  const { status, out } = await runKeyframe(['init', '--json'], { env: { CLAUDECODE: '1' } });
  expect([status, JSON.parse(out)]).toMatchObject([
    0,
    {
      document: 'openapi.yaml',
      written: ['keyframe.config.ts', '.github/workflows/api.yml', 'package.json'],
    },
  ]);
  const config = readFileSync('keyframe.config.ts', 'utf8');
  expect(config).toContain('    things: {\n');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(scripts).toMatchObject({ generate: 'mine', 'api:dev': 'keyframe dev' });
  // Only the import of the package is missing here.
  writeFileSync(
    'keyframe.config.ts',
    config.replace(/import .*\n/, 'const defineConfig = (value) => value;'),
  );
  expect(await runKeyframe(['generate'])).toMatchObject({ status: 0 });
  expect(existsSync('generated/client/operations.ts')).toBe(true);
  expect(await runKeyframe(['init'])).toMatchObject({ status: 2, err: expect.stringContaining('exists') });
});

test('compares with the default branch of origin, and with nothing where git has none', async () => {
  using _ = enterProject('{}');
  rmSync('keyframe.config.ts');
  const { err } = await runKeyframe(['init']);
  expect(err).toContain('Versions are not compared');
  expect(readFileSync('keyframe.config.ts', 'utf8')).not.toContain('against');
  rmSync('keyframe.config.ts');
  const git = (...words: string[]) => execFileSync('git', words, { stdio: 'pipe' });
  git('init', '--quiet', '--initial-branch', 'trunk');
  git('-c', 'user.name=x', '-c', 'user.email=x@example.com', 'commit', '--quiet', '--allow-empty', '-m', 'x');
  git('update-ref', 'refs/remotes/origin/trunk', 'HEAD');
  git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
  await runKeyframe(['init']);
  expect(readFileSync('keyframe.config.ts', 'utf8')).toContain("against: 'git:origin/trunk:openapi.yaml'");
});

test.each([
  ['nodenext', "importExtension: 'js'"],
  ['bundler', "importExtension: 'none'"],
])('imports as a tsconfig with %s resolves them', async (resolution, expected) => {
  const tsconfig = JSON.stringify({ compilerOptions: { moduleResolution: resolution } });
  using _ = enterProject('{}', { 'tsconfig.json': tsconfig });
  rmSync('keyframe.config.ts');
  await runKeyframe(['init', 'openapi.yaml']);
  expect(readFileSync('keyframe.config.ts', 'utf8')).toContain(expected);
});

const SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'Basic' },
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
};

test.each([
  [undefined, "server: 'http://127.0.0.1:3000/v1',"],
  ['bearer', "headers: [['authorization', `Bearer $"],
  ['basic', "headers: [['authorization', `Basic $"],
  ['key', "server: { url: 'http://127.0.0.1:3000/v1', headers: [['X-Key', process.env.API_KEY ?? '']] },"],
] as const)('configures a server that is secured by %s', async (name, expected) => {
  using _ = enterProject('{}');
  rmSync('keyframe.config.ts');
  const scheme =
    name === undefined ? '' : `components: { securitySchemes: { s: ${JSON.stringify(SCHEMES[name])} } }`;
  writeFileSync('openapi.yaml', `${DOCUMENT}${scheme}`);
  expect(await runKeyframe(['init', '--server', 'http://127.0.0.1:3000/v1'])).toMatchObject({ status: 0 });
  expect(readFileSync('keyframe.config.ts', 'utf8')).toContain(expected);
});

test('installs with the package manager of the lock file', async () => {
  using _ = enterProject('{}', { 'pnpm-lock.yaml': '' });
  rmSync('keyframe.config.ts');
  const { err } = await runKeyframe(['init']);
  expect(err).toContain('  pnpm add --save-dev @keyframe/cli\n  pnpm add @keyframe/openapi-runtime\n');
  expect(readFileSync('.github/workflows/api.yml', 'utf8')).toContain('run: pnpm run api:check');
});

test('copies a document at a URL', async () => {
  using _ = enterProject('{}');
  rmSync('keyframe.config.ts');
  await using server = await listen(createServer((_request, response) => response.end(DOCUMENT)));
  const { status, err } = await runKeyframe(['init', `${server.url}/api/openapi.yaml`]);
  expect([status, err]).toEqual([0, expect.stringContaining('openapi.json written')]);
  expect(readFileSync('keyframe.config.ts', 'utf8')).toContain("document: 'openapi.json'");
});

test('names what is missing', async () => {
  using _ = enterProject('{}');
  rmSync('keyframe.config.ts');
  rmSync('openapi.yaml');
  const { status, err } = await runKeyframe(['init']);
  expect([status, err]).toEqual([2, expect.stringContaining('Name the document, a path or a URL')]);
});
