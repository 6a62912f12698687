// A package runs where all packages run that it installs: otherwise a manager that checks engines refuses it.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { subset } from 'semver';
import { expect, test } from 'vitest';
import { type Manifest, PUBLISHED } from './published-packages.ts';
import { ROOT } from './root.ts';

interface InstalledManifest extends Manifest {
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

function readManifest(folder: string): InstalledManifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function findInstalled(name: string, folder: string): string {
  const path = join(folder, 'node_modules', name);
  if (existsSync(path)) return realpathSync(path);
  const above = dirname(folder);
  if (above === folder) throw new Error(`${name} is not installed.`);
  return findInstalled(name, above);
}

/** Lists the folders of all packages that a package installs, itself included: optional ones are not required to run. */
function listInstalled(folder: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(folder)) return seen;
  seen.add(folder);
  const { dependencies, peerDependencies, peerDependenciesMeta } = readManifest(folder);
  for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
    if (peerDependenciesMeta?.[name]?.optional !== true) listInstalled(findInstalled(name, folder), seen);
  }
  return seen;
}

test.each(PUBLISHED)('the engines of $directory are those of what it installs', ({ directory, manifest }) => {
  const { node = '*' } = manifest.engines ?? {};
  const narrower = [...listInstalled(join(ROOT, directory))]
    .map(readManifest)
    .filter(({ engines }) => !subset(node, engines?.node ?? '*'))
    .map(({ name, engines }) => `${name} needs ${engines?.node}`);
  expect(narrower).toEqual([]);
});
