import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PUBLISHED } from './published-packages.ts';
import { ROOT } from './root.ts';

const consumers = JSON.parse(readFileSync(join(ROOT, 'packages/acceptance/consumers/package.json'), 'utf8'));

test('the command, the client, the mock and the gate are published', () => {
  expect(PUBLISHED.map(({ manifest }) => manifest.name)).toEqual(
    expect.arrayContaining([
      '@keyframe/cli',
      '@keyframe/client',
      '@keyframe/contract',
      '@keyframe/create',
      '@keyframe/contract-gate',
      '@keyframe/mock',
      '@keyframe/openapi-fetch',
      '@keyframe/openapi-runtime',
    ]),
  );
});

/** The first versions in which CommonJS can require ES modules; the parsers of documents support no older line than Node 22. */
const LOWEST = { runtime: '^20.19.0 || >=22.12.0', tool: '>=22.12.0' } as const;

/** Packages whose engines are not those of a tool. */
const ENGINES: ReadonlyMap<string | undefined, string> = new Map([
  ['@keyframe/client', LOWEST.runtime],
  ['@keyframe/contract', LOWEST.runtime],
  ['@keyframe/openapi-fetch', LOWEST.runtime],
  ['@keyframe/openapi-runtime', LOWEST.runtime],
  ['@keyframe/cli', '>=22.19.0'],
  ['@keyframe/create', '>=22.19.0'],
  ['@keyframe/contract-gate', '>=22.19.0'],
]);

test.each(PUBLISHED)('the manifest of $directory is complete for its users', ({ directory, manifest }) => {
  expect(manifest).toMatchObject({
    description: expect.stringMatching(/^[A-Z].{20,160}[^.]$/),
    keywords: expect.arrayContaining([expect.any(String)]),
    license: 'MIT',
    repository: { type: 'git', url: 'git+https://github.com/keyframe/keyframe.git', directory },
    engines: { node: ENGINES.get(manifest.name) ?? LOWEST.tool },
    files: ['dist', 'CHANGELOG.md'],
    sideEffects: false,
    type: 'module',
    publishConfig: { access: 'public' },
  });
  const built = Object.keys(manifest.publishConfig?.exports ?? {});
  // Others are for this repository only.
  expect(Object.keys(manifest.exports ?? {})).toEqual(expect.arrayContaining(built));
  expect(readFileSync(join(ROOT, directory, 'README.md'), 'utf8')).toContain(manifest.name);
  expect(existsSync(join(ROOT, directory, 'CHANGELOG.md'))).toBe(true);
});

test.each(PUBLISHED)(
  '$directory is built by the one configuration, and its tarball is tried',
  ({ manifest }) => {
    expect(manifest.scripts?.build).toBe('tsdown --config ../../tsdown.config.ts');
    expect(Object.keys(consumers.devDependencies)).toContain(manifest.name);
  },
);

test.each(PUBLISHED)('$directory depends on no package that is private', ({ manifest }) => {
  const published = PUBLISHED.map((each) => each.manifest.name);
  const siblings = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies }).filter(
    ([name]) => name.startsWith('@keyframe/'),
  );
  for (const [name, range] of siblings) {
    expect(published).toContain(name);
    expect(range).toBe('workspace:^');
  }
});

test('the command line ships every overlay for asynchronous work', () => {
  const { exports = {} } =
    PUBLISHED.find(({ manifest }) => manifest.name === '@keyframe/cli')?.manifest ?? {};
  const overlays = readdirSync(join(ROOT, 'packages/openapi-resources/overlays'));
  const shipped = Object.keys(exports).filter((entry) => entry.startsWith('./overlays/'));
  expect(shipped.toSorted()).toEqual(overlays.map((file) => `./overlays/${file}`).toSorted());
});

/** A package of the workspace, and all of the workspace that it depends on. */
function withDependencies(name: string): string[] {
  const manifest = PUBLISHED.find((each) => each.manifest.name === name)?.manifest;
  const { dependencies = {}, peerDependencies = {} } = manifest ?? {};
  const siblings = Object.keys({ ...dependencies, ...peerDependencies }).filter((each) =>
    each.startsWith('@keyframe/'),
  );
  return [name, ...siblings.flatMap(withDependencies)];
}

const TARBALL = /tarballs\/keyframe-(?:\{([^}]+)\}|([a-z-]+?))-(\d+\.\d+\.\d+(?:-rc\.\d+)?)\.tgz/;
const PAGES = globSync(['*.md', 'apps/docs/src/content/docs/guides/*.md', '{packages,apps}/*/README.md'], {
  cwd: ROOT,
}).toSorted();
const installCommands = PAGES.flatMap((file) =>
  readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .map((line) => TARBALL.exec(line))
    .filter((match) => match !== null)
    .map(([, several, one = '', version]) => ({ file, names: several?.split(',') ?? [one], version })),
);

test('every install line of a page names packages of the registry or a tarball', () => {
  const lines = PAGES.flatMap((file) => readFileSync(join(ROOT, file), 'utf8').split('\n'));
  const failing = lines.filter((line) =>
    /^(npm (install|i)|pnpm add|yarn add|bun add) .*@keyframe\//.test(line),
  );
  expect(failing).toEqual([]);
});

test.each(installCommands)(
  '$file installs $names, which is all that npm needs besides the registry',
  ({ names, version }) => {
    const installed = names.map((name) => `@keyframe/${name}`);
    for (const name of installed) {
      expect(PUBLISHED.find(({ manifest }) => manifest.name === name)?.manifest.version).toBe(version);
      expect(withDependencies(name).filter((needed) => !installed.includes(needed))).toEqual([]);
    }
  },
);
