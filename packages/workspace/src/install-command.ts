// The command with which npm installs a package from its tarball, while no registry has the package.
import { join } from 'node:path';
import { PUBLISHED, type PublishedPackage } from './published-packages.ts';

/** Returns the file name that `pnpm pack` gives the tarball of a package. */
function tarballName({ manifest: { name, version } }: PublishedPackage): string {
  return `${name.slice(1).replace('/', '-')}-${version}.tgz`;
}

/** Lists a package and the packages of the workspace that it depends on, each once. */
function withDependencies(packed: PublishedPackage, listed = new Set<PublishedPackage>()) {
  listed.add(packed);
  const needed = { ...packed.manifest.dependencies, ...packed.manifest.peerDependencies };
  for (const dependency of PUBLISHED) {
    if (dependency.manifest.name in needed && !listed.has(dependency)) withDependencies(dependency, listed);
  }
  return listed;
}

/** Writes the command for a package whose tarball, and those of its dependencies, are in a folder. */
export function installCommand(packed: PublishedPackage, folder: string): string {
  const needed = [...withDependencies(packed)];
  const tarballs = needed.map((each) => join(folder, tarballName(each)));
  const peers = new Set<string>();
  for (const { manifest } of needed) {
    for (const [name, range] of Object.entries(manifest.peerDependencies ?? {}))
      if (manifest.peerDependenciesMeta?.[name]?.optional !== true) peers.add(`'${name}@${range}'`);
  }
  return ['npm install', ...tarballs, ...peers].join(' ');
}
