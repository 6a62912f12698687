// The entries of packed packages, from their package.json.
import { execFileSync } from 'node:child_process';

interface PackedManifest {
  readonly engines: { readonly node: string };
  readonly exports: Readonly<Record<string, string | object>>;
}

function readManifest(tarball: string): PackedManifest {
  return JSON.parse(execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }));
}

/** Lists what can be imported of a tarball as code: `@keyframe/client`, `@keyframe/client/webhooks`. */
export function listEntries(name: string, tarball: string): string[] {
  return Object.entries(readManifest(tarball).exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([entry]) => name + entry.slice(1));
}

/** Returns whether a tarball supports a version of Node; reads ranges such as `^20.19.0 || >=22.12.0`. */
export function supportsNode(tarball: string, version: string): boolean {
  const actual = parseVersion(version);
  return readManifest(tarball)
    .engines.node.split(' || ')
    .some((range) => {
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
