// A release as the workflow makes it, to a registry on loopback, and the first commands of its users.
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { run, tryCommand } from '../src/command.ts';
import { PNPM, YARN } from '../src/install-consumers.ts';
import { type Registry, startRegistry, writeHome } from '../src/registry.ts';
import { copyRepository, RELEASED, raiseVersions } from '../src/release-copy.ts';

const VERSION = '1.0.0-rc.0';
const { npm } = inject('consumers');
const parent = join(dirname(npm), 'release');
const copy = join(parent, 'copy');
const home = join(parent, 'home');
const bun = join(npm, 'node_modules/.bin/bun');
// npm hands its settings on to what it starts, and Bun looks for them in the folder of XDG.
const env = { HOME: home, XDG_CONFIG_HOME: home, npm_config_userconfig: join(home, '.npmrc') };
const own = { path: [dirname(process.execPath)], env };

let registry: Registry;

beforeAll(async () => {
  await mkdir(parent);
  registry = await startRegistry(join(parent, 'registry'));
  await writeHome(home, registry);
  await copyRepository(copy);
  const directories = RELEASED.map(({ directory }) => directory);
  await raiseVersions(copy, directories);
});

afterAll(() => registry?.[Symbol.asyncDispose]());

test.each(RELEASED)('changesets raise $directory to the first release, with one text', ({ directory }) => {
  const read = (file: string) => readFileSync(join(copy, directory, file), 'utf8');
  expect(JSON.parse(read('package.json')).version).toBe(VERSION);
  const versions = read('CHANGELOG.md').match(/^## .*$/gm);
  expect(versions).toEqual([`## ${VERSION}`]);
  expect(read('CHANGELOG.md').match(/^- [0-9a-f]{7}: /gm)).toHaveLength(1);
});

describe('once they are published', () => {
  const publish = [PNPM, '--recursive', 'publish', '--no-git-checks'];

  beforeAll(async () => {
    // Without a token, nothing is published. In the workflow, the registry trusts the identity of the workflow instead.
    const refused = await tryCommand(publish, { ...own, cwd: copy });
    expect(refused.status).not.toBe(0);
    const host = registry.url.replace('http:', '');
    const settings = [
      `@keyframe:registry=${registry.url}`,
      `${host}:_authToken=${await registry.createToken()}`,
    ];
    await writeFile(join(copy, '.npmrc'), settings.join('\n'));
    await run(publish, { ...own, cwd: copy });
  });

  test('the registry has every package, as its latest version', async () => {
    for (const { name } of RELEASED) {
      const response = await fetch(new URL(name, registry.url));
      expect(await response.json()).toMatchObject({ 'dist-tags': { latest: VERSION } });
    }
  });

  test.each([
    { manager: 'npm', command: ['npm'], execute: ['exec', '--yes', '--'], development: '--save-dev' },
    { manager: 'pnpm', command: [PNPM], execute: ['dlx'], development: '--save-dev' },
    { manager: 'yarn', command: YARN, execute: ['dlx'], development: '--dev' },
    { manager: 'bun', command: [bun], execute: ['x'], development: '--dev' },
  ])('$manager runs, creates, installs and tests', async ({ manager, command, execute, development }) => {
    const folder = join(parent, manager);
    await mkdir(folder);
    const here = { ...own, cwd: folder };
    expect(await run([...command, ...execute, '@keyframe/cli', '--version'], here)).toContain(VERSION);
    const yes = manager === 'npm' ? ['--yes'] : [];
    const created = await tryCommand([...command, 'create', ...yes, '@keyframe', 'my-api'], here);
    const steps = `Next:\n  cd my-api\n  ${manager} install\n`;
    expect(created.stdout + created.stderr).toContain(steps);
    const project = { ...own, cwd: join(folder, 'my-api') };
    await writeFile(join(project.cwd, 'yarn.lock'), '');
    await run([...command, 'install'], project);
    expect(await run([...command, 'run', 'test'], project)).toContain('keyframe ci: 0 errors, 0 warnings');
    const existing = { ...own, cwd: join(folder, 'existing') };
    await mkdir(existing.cwd);
    await writeFile(join(existing.cwd, 'package.json'), '{ "name": "existing", "private": true }');
    await writeFile(join(existing.cwd, 'yarn.lock'), '');
    const add = manager === 'npm' ? 'install' : 'add';
    await run([...command, add, development, '@keyframe/cli'], existing);
    expect(await run(['node_modules/.bin/keyframe', '--version'], existing)).toContain(VERSION);
  });
});
