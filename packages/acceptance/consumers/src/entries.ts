// The entries of packed packages, from their package.json.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface PackedManifest {
  readonly engines: { readonly node: string };
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

function readPacked(tarball: string, file: string): string {
  return execFileSync('tar', ['-xzOf', tarball, join('package', file)], { encoding: 'utf8' });
}

function readManifest(tarball: string): PackedManifest {
  return JSON.parse(readPacked(tarball, 'package.json'));
}

/** Lists what can be imported of a tarball as code: `@keyframe/client`, `@keyframe/client/webhooks`. */
export function listEntries(name: string, tarball: string): string[] {
  return Object.entries(readManifest(tarball).exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([entry]) => name + entry.slice(1));
}

/** Lists the optional peers that an entry imports; the other entries of its package load without them. */
function listOptionalPeers(entry: string, tarball: string): string[] {
  const { exports, peerDependenciesMeta = {} } = readManifest(tarball);
  const optional = Object.keys(peerDependenciesMeta).filter((peer) => peerDependenciesMeta[peer]?.optional);
  const target = exports[entry.replace(/^@[^/]+\/[^/]+/, '.')];
  if (typeof target !== 'object' || optional.length === 0) return [];
  const imported = listImports(tarball, target.default);
  return optional.filter((peer) => imported.some((name) => name === peer || name.startsWith(`${peer}/`)));
}

// The packages that a built file imports, itself or through the files beside it.
function listImports(tarball: string, file: string): string[] {
  const imported: string[] = [];
  // A set that grows while it is iterated is visited to its end.
  const files = new Set([file]);
  for (const path of files) {
    for (const [, name = ''] of readPacked(tarball, path).matchAll(/\b(?:from|import) ?["']([^"']+)["']/g))
      if (name.startsWith('.')) files.add(join(path, '..', name));
      else imported.push(name);
  }
  return imported;
}

/** Lists the entries that load on a version of Node: their package supports it, and so do the optional peers that they import. */
export function listLoadable(
  [name, tarball]: readonly [name: string, tarball: string],
  version: string,
  consumer: string,
): string[] {
  if (!supportsNode(tarball, version)) return [];
  return listEntries(name, tarball).filter((entry) =>
    listOptionalPeers(entry, tarball).every((peer) => {
      const manifest = readFileSync(join(consumer, 'node_modules', peer, 'package.json'), 'utf8');
      return isInRange(version, JSON.parse(manifest).engines?.node ?? '>=0');
    }),
  );
}

/** Lists the commands of a tarball that does not support a version of Node. */
export function listUnsupportedCommands(tarball: string, version: string): string[] {
  return supportsNode(tarball, version) ? [] : Object.keys(readManifest(tarball).bin ?? {});
}

/** Returns whether a tarball supports a version of Node. */
export function supportsNode(tarball: string, version: string): boolean {
  return isInRange(version, readManifest(tarball).engines.node);
}

// Reads ranges such as `^20.19.0 || >=22.12.0`.
function isInRange(version: string, ranges: string): boolean {
  const actual = parseVersion(version);
  return ranges.split(' || ').some((range) => {
    const lowest = parseVersion(range);
    return isAtLeast(actual, lowest) && (range.startsWith('>=') || actual[0] === lowest[0]);
  });
}

function parseVersion(text: string): readonly number[] {
  return Array.from(text.matchAll(/\d+/g), ([digits]) => Number(digits));
}

function isAtLeast(actual: readonly number[], lowest: readonly number[]): boolean {
  const at = lowest.findIndex((number, index) => number !== actual[index]);
  return at === -1 || (actual[at] ?? 0) > (lowest[at] ?? 0);
}
