// The packages that users install: every one below packages/ that is not private. There is no other list.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './root.ts';

/** Members of a published package.json that users see. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly license?: string;
  readonly repository?: { readonly url: string; readonly directory: string };
  readonly engines?: { readonly node: string };
  readonly files?: readonly string[];
  readonly exports?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  /** Members that replace others in the tarball. */
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** A package that users install, and its directory below the root. */
export interface PublishedPackage {
  readonly directory: string;
  readonly manifest: Manifest;
}

/** All packages that users install, sorted by directory. */
export const PUBLISHED: readonly PublishedPackage[] = globSync('packages/*/package.json', { cwd: ROOT })
  .sort()
  .map((path) => ({
    directory: dirname(path),
    manifest: JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest,
  }))
  .filter(({ manifest }) => manifest.private !== true);
