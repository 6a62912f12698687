// The image without Docker: its base, and the commands that leave only what the service runs on.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const dockerfile = await readFile(join(ROOT, 'Dockerfile'), 'utf8');

/** Copies the sources, without what was installed, built or is only for tests. */
async function copySources(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keyframe-image-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const isSkipped = /\/(node_modules|dist|reports|tests|images|\.turbo)$/;
  for (const name of ['apps', 'packages', 'spec', 'package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']) {
    const filter = (path: string) => !isSkipped.test(path);
    await cp(join(ROOT, name), join(folder, name), { recursive: true, filter });
  }
  return folder;
}

test('each stage of the image names its base by digest', () => {
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(bases).toHaveLength(2);
  for (const base of bases) expect(base).toMatch(/^node:[\d.]+-bookworm-slim@sha256:[0-9a-f]{64}$/);
});

test('the image has no development dependency, and every module of the service loads', async () => {
  const folder = await copySources();
  const command = /^RUN find .*&& CI=true pnpm (install --prod (?:.*\\\n)*.*)$/m.exec(dockerfile)?.[1] ?? '';
  const words = command
    .replaceAll('\\\n', ' ')
    .split(/\s+/)
    .map((word) => (word === '--offline' ? '--prefer-offline' : word));
  const PATH = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(':');
  await run('pnpm', words, { cwd: folder, env: { ...process.env, PATH, CI: 'true' }, maxBuffer: 1e8 });
  const installed = (await readdir(join(folder, 'node_modules/.pnpm'))).map((name) =>
    name.replace(/(.)@.*/, '$1'),
  );
  expect(installed.length).toBeGreaterThan(50);
  for (const name of ['vitest', 'typescript', 'astro', 'vite', 'turbo', '@biomejs+biome'])
    expect(installed).not.toContain(name);
  const everyImport = `for (const path of ${JSON.stringify(['server.ts', 'console/app.ts', 'start/try-mock.ts', 'telemetry/start-tracing.ts'])}) await import(${JSON.stringify(`${folder}/apps/server/src/`)} + path);`;
  await run(process.execPath, ['--input-type=module', '--eval', everyImport], { cwd: folder });
  const { stdout } = await run(process.execPath, [join(folder, 'apps/server/src/admin.ts'), '--help'], {
    cwd: folder,
  });
  expect(stdout).toContain('usage: admin');
});
