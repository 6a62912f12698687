// The entries of packed packages, as their package.json tells them.
import { execFileSync } from 'node:child_process';

interface PackedManifest {
  readonly exports: Readonly<Record<string, string | object>>;
}

/** Lists what can be imported of a tarball as code: `@keyframe/client`, `@keyframe/client/webhooks`. */
export function entriesOf(name: string, tarball: string): string[] {
  const text = execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' });
  const manifest: PackedManifest = JSON.parse(text);
  return Object.entries(manifest.exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([entry]) => name + entry.slice(1));
}
