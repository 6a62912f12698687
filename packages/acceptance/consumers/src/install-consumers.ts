// Before all suites: packs the built packages and installs the tarballs with npm. Suites of other package managers install
// them themselves.
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { run } from './command.ts';
import { NODES, PEERS, RUNTIMES, TYPESCRIPTS } from './versions.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Names of packages and the paths of their tarballs. */
    tarballs: Readonly<Record<string, string>>;
    /** Folders outside of the workspace, each with the packages installed. */
    consumers: Consumers;
  }
}

/** Folders where the packages are installed, by the package manager that did it. */
export interface Consumers {
  readonly npm: string;
  readonly pnpm: string;
  readonly yarn: string;
}

const PACK = fileURLToPath(new URL('../../../workspace/src/pack.ts', import.meta.url));
/** Path of the pnpm of this repository; its link in `.bin` would show the packages of the repository to all that it starts. */
export const PNPM = fileURLToPath(new URL('../../../../node_modules/pnpm/pnpm', import.meta.url));
const NODE_TYPES = '24.19.2';
const PLATFORM = `${process.platform}-${process.arch}`;

/** Command line of a Yarn that keeps packages in their archives (Plug'n'Play), where nothing undeclared is found. */
export const YARN = [
  process.execPath,
  createRequire(import.meta.url).resolve('@yarnpkg/cli-dist/bin/yarn.js'),
];

async function pack(folder: string): Promise<Record<string, string>> {
  await run([process.execPath, PACK, folder], { cwd: tmpdir() });
  // keyframe-openapi-model-0.1.0.tgz is @keyframe/openapi-model.
  const names = (await readdir(folder)).toSorted();
  return Object.fromEntries(
    names.map((name) => [
      name.replace(/^keyframe-(.*)-\d+\.\d+\.\d+.*$/, '@keyframe/$1'),
      join(folder, name),
    ]),
  );
}

async function writeManifest(folder: string, manifest: object): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module', ...manifest }, null, 2),
  );
}

/** Returns the versions that package.json needs for tarballs. */
export function asFiles(tarballs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(tarballs).map(([name, path]) => [name, `file:${path}`]));
}

function aliases(target: string, versions: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [name, `npm:${target}@${version}`]),
  );
}

async function installWithNpm(folder: string, files: Record<string, string>): Promise<void> {
  const devDependencies = {
    '@types/node': NODE_TYPES,
    ...aliases('typescript', TYPESCRIPTS),
    ...aliases(`node-${PLATFORM}`, NODES),
    vite: '8.3.8',
    ...RUNTIMES,
  };
  await writeManifest(folder, { dependencies: { ...files, ...PEERS.newest }, devDependencies });
  const flags = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  await run(['npm', 'install', ...flags], { cwd: folder });
  // One of several Nodes, which `npx` would prefer to the one that a test names.
  await rm(join(folder, 'node_modules/.bin/node'), { force: true });
}

/** Omits the mock. pnpm and Yarn need the paths of tarballs that other tarballs depend on. */
function withoutMock({ '@keyframe/mock': _, ...files }: Record<string, string>): Record<string, string> {
  return files;
}

/** Installs the tarballs in a folder with pnpm and the lowest peers. */
export async function installWithPnpm(folder: string, files: Record<string, string>): Promise<void> {
  const dependencies = { ...withoutMock(files), ...PEERS.lowest, '@types/node': NODE_TYPES };
  await writeManifest(folder, { dependencies });
  const overrides = Object.entries(files).map(([name, file]) => `  '${name}': '${file}'\n`);
  // Older versions of MSW have a script that copies their worker, which no suite needs.
  const settings = `overrides:\n${overrides.join('')}allowBuilds:\n  msw: false\n`;
  await writeFile(join(folder, 'pnpm-workspace.yaml'), settings);
  await run([PNPM, 'install', '--no-frozen-lockfile'], { cwd: folder });
}

/** How npm reaches its registry, for Yarn, which does not read npm's configuration. */
export async function registrySettings(): Promise<string[]> {
  const readSetting = async (name: string) =>
    (await run(['npm', 'config', 'get', name], { cwd: tmpdir() })).trim();
  const [registry, certificates] = [await readSetting('registry'), await readSetting('cafile')];
  const server = `npmRegistryServer: ${JSON.stringify(registry)}`;
  return certificates === 'null' || certificates === ''
    ? [server]
    : [server, `httpsCaFilePath: ${JSON.stringify(certificates)}`];
}

/** Installs the tarballs in a folder with Yarn and the newest peers. */
export async function installWithYarn(folder: string, files: Record<string, string>): Promise<void> {
  const dependencies = { ...withoutMock(files), ...PEERS.newest };
  await writeManifest(folder, { dependencies, resolutions: files });
  await writeFile(join(folder, 'yarn.lock'), '');
  const settings = ['nodeLinker: pnp', 'enableTelemetry: false', 'enableImmutableInstalls: false'];
  await writeFile(join(folder, '.yarnrc.yml'), [...settings, ...(await registrySettings()), ''].join('\n'));
  await run([...YARN, 'install'], { cwd: folder });
}

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'keyframe-consumers-')));
  const remove = () => rm(folder, { recursive: true, force: true });
  const consumers = {
    npm: join(folder, 'npm'),
    pnpm: join(folder, 'pnpm'),
    yarn: join(folder, 'yarn'),
  };
  try {
    const tarballs = await pack(join(folder, 'tarballs'));
    const files = asFiles(tarballs);
    await installWithNpm(consumers.npm, files);
    provide('tarballs', tarballs);
    provide('consumers', consumers);
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
}
